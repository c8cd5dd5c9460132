import { expect, it } from 'vitest'
import { joinReason, splitReason, tryReasons } from './try-reasons.ts'

it('a reason and what was said come back from one line', () => {
  for (const reason of [...tryReasons, null])
    for (const answer of ['', 'HTTP 429', 'HTTP 403: forbidden: no'])
      expect(splitReason(joinReason(reason, answer))).toEqual({ reason, answer })
  expect(joinReason('busy', 'HTTP 429')).toBe('busy: HTTP 429')
})
