import { flatSchedule } from '@heliograph/domain/tariff/schedule.ts'
import { plainTariff, type Tariff } from '@heliograph/domain/tariff/tariff.ts'
import { describe, expect, it } from 'vitest'
import { applyPreset, oneLevel, presetOf, readSchedule, readTariff, toTariffDraft } from './tariff-draft.ts'

const bill: Tariff = {
  ...plainTariff(null),
  rule: 'bill',
  purchase: readSchedule({ ...applyPreset('threeLevels', oneLevel('')), prices: ['0.2', '0.3', '0.4'] }) ?? null,
  feedIn: flatSchedule(0.082),
  standingPerDay: 0.45,
}

describe('a tariff in its form', () => {
  it('is the same when it is read back, in any notation of numbers', () => {
    for (const locale of ['en', 'de']) {
      const draft = toTariffDraft({ from: '2026-01-01', tariff: bill }, locale)
      expect(draft.feedIn.prices).toEqual([locale === 'de' ? '0,082' : '0.082'])
      expect(readTariff(draft)).toEqual(bill)
    }
  })

  it('needs the price of its rule, and every price that is painted', () => {
    const draft = toTariffDraft({ from: null, tariff: plainTariff(0.3) }, 'en')
    expect(readTariff(draft)).toEqual(plainTariff(0.3))
    expect(readTariff({ ...draft, pricePerKwh: '' })).toBeUndefined()
    expect(readTariff({ ...draft, pricePerKwh: '-1' })).toBeUndefined()
    expect(readSchedule(oneLevel('-0,12'))).toMatchObject(flatSchedule(-0.12))
    expect(readSchedule(oneLevel('-1000001'))).toBeUndefined()
    expect(readTariff({ ...draft, rule: 'fullFeedIn' })).toBeUndefined()
    expect(readTariff({ ...draft, rule: 'bill' })).toBeUndefined()
    const painted = { ...draft, rule: 'bill', purchase: applyPreset('dayNight', oneLevel('0.2')) } as const
    expect(readTariff(painted)).toBeUndefined()
    expect(readTariff({ ...painted, purchase: { ...painted.purchase, prices: ['0.2', '0.4'] } })?.purchase).toBeTruthy()
  })

  it('keeps typed prices when another preset is chosen', () => {
    const two = { ...applyPreset('dayNight', oneLevel('')), prices: ['0.2', '0.4'] }
    expect(presetOf(two)).toBe('dayNight')
    expect(applyPreset('threeLevels', two).prices).toEqual(['0.2', '0.4', ''])
    expect(applyPreset('flat', two)).toEqual(oneLevel('0.4'))
    const [season] = two.seasons
    expect(presetOf({ ...two, seasons: season ? [season, { ...season, from: '07-01' }] : [] })).toBeUndefined()
  })
})
