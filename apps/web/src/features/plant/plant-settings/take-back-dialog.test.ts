import { expect, it } from 'vitest'
import { toInstant } from './take-back-dialog.tsx'

it('a wall clock time is an instant of the zone, also around a change of clocks', () => {
  const at = (date: string, time: string) => {
    const instant = toInstant(date, time, 'Europe/Berlin')
    return instant === undefined ? undefined : new Date(instant).toISOString()
  }
  expect(at('2026-06-13', '12:00')).toBe('2026-06-13T10:00:00.000Z')
  expect(at('2026-03-29', '01:30')).toBe('2026-03-29T00:30:00.000Z')
  expect(at('2026-03-29', '12:00')).toBe('2026-03-29T10:00:00.000Z')
  expect(at('2026-10-25', '12:00')).toBe('2026-10-25T11:00:00.000Z')
  expect(at('2026-06-13', '')).toBeUndefined()
  expect(at('13 June', '12:00')).toBeUndefined()
})
