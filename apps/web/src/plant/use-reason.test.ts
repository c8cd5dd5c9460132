import { reasonKinds } from '@heliograph/domain/status.ts'
import de from '@heliograph/i18n/locales/de/status.json'
import en from '@heliograph/i18n/locales/en/status.json'
import zh from '@heliograph/i18n/locales/zh/status.json'
import { createTranslate } from '@heliograph/i18n/translate.ts'
import { describe, expect, it } from 'vitest'
import type { StatusReason } from '../api/status-reason.ts'

const texts = { en, de, zh }
type Told = Pick<StatusReason, 'count' | 'total' | 'group'> & { kind: Exclude<StatusReason['kind'], 'well' | 'asleep'> }
const say = (code: keyof typeof texts, reason: Told): string => {
  const translate = createTranslate(code, texts[code])
  const { count, total } = reason
  const group = translate(`status.group.${reason.group}`, { total })
  return translate(`status.why.${reason.kind}`, { count, total, group, time: 'Nov 19', code: '23' })
}

describe('the reason of a status', () => {
  it.each([
    ['idle', 1, 16, '1 of 16 inverters dead since Nov 19'],
    ['idle', 1, 1, 'no power in full sun since Nov 19'],
    ['mute', 1, 1, 'logger online, its inverter has not answered since Nov 19'],
    ['silent', 2, 3, '2 of 3 inverters without data since Nov 19'],
    ['faultCode', 1, 3, '1 of 3 inverters has reported code 23 since Nov 19'],
    ['faultState', 2, 3, '2 of 3 inverters have reported a fault since Nov 19'],
  ] as const)('%s: %d of %d', (kind, count, total, words) => {
    expect(say('en', { kind, count, total, group: 'inverter' })).toBe(words)
  })

  it('has texts for each kind in every language', () => {
    for (const code of ['en', 'de', 'zh'] as const)
      for (const kind of reasonKinds)
        if (kind !== 'well' && kind !== 'asleep')
          for (const total of [1, 16])
            expect(say(code, { kind, count: 1, total, group: 'battery' })).not.toMatch(/status\.|[{}]/)
  })

  it('inflects words in German', () => {
    expect(say('de', { kind: 'silent', count: 2, total: 3, group: 'inverter' })).toBe(
      '2 von 3 Wechselrichtern ohne Daten seit Nov 19',
    )
  })
})
