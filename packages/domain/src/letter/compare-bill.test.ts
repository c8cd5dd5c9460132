import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../time.ts'
import { compareBill, type FlowComparison, type MeteredDay, shareOf } from './compare-bill.ts'
import type { BilledFlow, UtilityBill } from './utility-bill.ts'

const ZONE = 'Europe/Berlin'
const none: BilledFlow = { energyWh: null, readings: null }
const flowOf = (energyWh: number): BilledFlow => ({ energyWh, readings: null })
const billOf = (parts: Partial<UtilityBill> = {}): UtilityBill => ({
  from: '2026-01-01',
  to: '2026-01-31',
  purchased: none,
  fedIn: none,
  amount: null,
  ...parts,
})

/** Winter days with the day on either side: 6 kWh purchased and a bit more each day, 2 kWh fed in. */
const daysOf = (from: string, count: number, more = (_at: number): Partial<MeteredDay> => ({})): MeteredDay[] =>
  Array.from({ length: count }, (_, at) => ({
    date: addDays(from, at),
    purchasedWh: 6_000 + at * 100,
    fedInWh: 2_000,
    ...more(at),
  }))
const january = daysOf('2025-12-31', 33)
const sumOf = (days: readonly MeteredDay[]): number => days.reduce((sum, day) => sum + (day.purchasedWh ?? 0), 0)
/** 6.1 to 9.1 kWh. */
const WHOLE_WH = sumOf(january.slice(1, -1))

const noShares = { purchased: [], fedIn: [] }
const compare = (bill: UtilityBill, days: readonly MeteredDay[] = january, shares = noShares) =>
  compareBill(bill, { days, zone: ZONE, shares })
const ofPurchase = (energyWh: number, days: readonly MeteredDay[] = january): FlowComparison => {
  const { purchased } = compare(billOf({ purchased: flowOf(energyWh) }), days)
  if (purchased === null) throw new Error('The bill has a purchase')
  return purchased
}
const kindsOf = ({ reasons }: FlowComparison) => reasons.map(({ kind }) => kind)

describe('a bill beside the plant', () => {
  it('agrees but for rounding to whole kWh', () => {
    expect(WHOLE_WH).toBe(235_600)
    expect(ofPurchase(236_000)).toMatchObject({ verdict: 'equal', reasons: [], differenceWh: 400, unexplainedWh: 0 })
  })

  it('is silent about a direction that it does not have', () => {
    expect(compare(billOf({ purchased: flowOf(236_000) }))).toMatchObject({ days: 31, fedIn: null })
  })

  it('differs by the accuracy of two meters', () => {
    const found = ofPurchase(239_000)
    expect(found).toMatchObject({ verdict: 'explained', unexplainedWh: 0 })
    expect(found.reasons).toEqual([{ kind: 'accuracy', energyWh: 3_400, mostWh: 4_780 }])
  })

  it('has the days whose values are missing', () => {
    const gaps = daysOf('2025-12-31', 33, (at) => (at >= 10 && at < 13 ? { purchasedWh: null } : {}))
    const found = ofPurchase(236_000, gaps)
    expect(found).toMatchObject({ verdict: 'explained', knownDays: 28, meteredWh: WHOLE_WH - 21_300 })
    expect(found.reasons[0]).toMatchObject({ kind: 'missing', days: 3 })
    expect(found.reasons[0]?.energyWh).toBeCloseTo((3 * (WHOLE_WH - 21_300)) / 28, 6)
  })

  it('is not explained by missing days that the bill lacks as well', () => {
    const gaps = daysOf('2025-12-31', 33, (at) => (at >= 10 && at < 13 ? { purchasedWh: null } : {}))
    expect(ofPurchase(WHOLE_WH - 21_300, gaps)).toMatchObject({ verdict: 'equal', reasons: [] })
    expect(kindsOf(ofPurchase(WHOLE_WH - 24_000, gaps))).not.toContain('missing')
  })

  it('is not judged by a few days', () => {
    const few = daysOf('2025-12-31', 33, (at) => (at > 7 ? { purchasedWh: null } : {}))
    expect(ofPurchase(236_000, few)).toMatchObject({ verdict: 'unmeasured', knownDays: 7, reasons: [] })
    expect(ofPurchase(236_000, [])).toMatchObject({ verdict: 'unmeasured', meteredWh: null, differenceWh: null })
  })

  it.each([
    ['the day before as well', sumOf(january.slice(0, -1)), '2025-12-31', '2026-01-31'],
    ['the day after as well', sumOf(january.slice(1)), '2026-01-01', '2026-02-01'],
    ['not its first day', sumOf(january.slice(2, -1)), '2026-01-02', '2026-01-31'],
    ['not its last day', sumOf(january.slice(1, -2)), '2026-01-01', '2026-01-30'],
  ])('fits other dates: %s', (_name, energyWh, from, to) => {
    const found = ofPurchase(energyWh)
    expect(found).toMatchObject({ verdict: 'explained', unexplainedWh: 0 })
    expect(found.reasons).toEqual([{ kind: 'shifted', energyWh: energyWh - WHOLE_WH, from, to }])
  })

  it('fits other dates in both directions, or in none', () => {
    const purchased = flowOf(sumOf(january.slice(0, -1)))
    expect(kindsOf(compare(billOf({ purchased, fedIn: flowOf(64_000) })).purchased ?? ofPurchase(0))).toEqual([
      'shifted',
    ])
    const other = compare(billOf({ purchased, fedIn: flowOf(90_000) })).purchased
    expect(other && kindsOf(other)).toEqual(['reading-time'])
  })

  it('was read during a day', () => {
    // A part of the day after: more than two meters differ by, less than the day.
    const found = ofPurchase(WHOLE_WH + 7_700)
    expect(found.reasons).toEqual([{ kind: 'reading-time', energyWh: 7_700, mostWh: 9_200 }])
    expect(found.verdict).toBe('explained')
  })

  it('is an hour late in summer, where the meter keeps its winter time', () => {
    const week = daysOf('2026-06-30', 4, () => ({ purchasedWh: 240_000 }))
    const summer = { from: '2026-07-01', to: '2026-07-02' } as const
    const { purchased } = compare(billOf({ ...summer, purchased: flowOf(490_000) }), week)
    expect(purchased?.reasons).toEqual([{ kind: 'clock', energyWh: 10_000, mostWh: 10_000 }])
    // An hour is lost at one end and won at the other: never two.
    const more = compare(billOf({ ...summer, purchased: flowOf(495_000) }), week).purchased
    expect(more && kindsOf(more)).toEqual(['reading-time'])
    // At midnight no sun feeds in.
    const sunny = daysOf('2026-06-30', 4, () => ({ fedInWh: 240_000 }))
    const { fedIn } = compare(billOf({ ...summer, fedIn: flowOf(490_000) }), sunny)
    expect(fedIn && kindsOf(fedIn)).toEqual(['reading-time'])
    const winter = daysOf('2025-12-31', 4, () => ({ purchasedWh: 240_000 }))
    const cold = compare(billOf({ to: '2026-01-02', purchased: flowOf(495_000) }), winter)
    expect(cold.purchased && kindsOf(cold.purchased)).not.toContain('clock')
  })

  it('covers a day of 23 and one of 25 hours as the plant counts them', () => {
    for (const [from, to] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-10-01', '2026-10-31'],
    ] as const) {
      const days = daysOf(addDays(from, -1), 33)
      expect(compare(billOf({ from, to, purchased: flowOf(sumOf(days.slice(1, -1))) }), days)).toMatchObject({
        days: 31,
        purchased: { verdict: 'equal', knownDays: 31, differenceWh: 0 },
      })
    }
  })

  it('fits the other direction where the meter is the wrong way round', () => {
    const { purchased, fedIn } = compare(billOf({ purchased: flowOf(62_000), fedIn: flowOf(236_000) }))
    expect(purchased).toMatchObject({
      verdict: 'explained',
      reasons: [{ kind: 'swapped', energyWh: 62_000 - 235_600 }],
    })
    expect(fedIn?.reasons[0]).toEqual({ kind: 'swapped', energyWh: 235_600 - 62_000 })
    // One side that fits by chance is no proof against the other.
    const half = compare(billOf({ purchased: flowOf(62_000), fedIn: flowOf(62_000) }))
    expect(half.purchased && kindsOf(half.purchased)).not.toContain('swapped')
  })

  it.each([3, 40, 1 / 3])('is %d times the measured value', (factor) => {
    const found = ofPurchase(Math.round(WHOLE_WH * factor))
    expect(found).toMatchObject({ verdict: 'explained', reasons: [{ kind: 'factor', factor }] })
  })

  it('is no factor of a small value by rounding to whole kWh', () => {
    const small = (kwh: number) => daysOf('2025-12-31', 33, (at) => ({ purchasedWh: at === 15 ? kwh * 1_000 : 0 }))
    for (const [metered, billed] of [
      [2, 5],
      [3, 7],
      [7, 20],
      [25, 6],
    ] as const)
      expect([metered, billed, kindsOf(ofPurchase(billed * 1_000, small(metered)))]).toEqual([metered, billed, []])
    expect(ofPurchase(20_000, small(4)).reasons).toEqual([{ kind: 'factor', energyWh: 16_000, factor: 5 }])
    // Whole kWh are a larger part of 40 kWh than meters differ by.
    expect(kindsOf(ofPurchase(40_000, small(81.5)))[0]).toBe('factor')
  })

  it('multiplies what its own readings differ by', () => {
    const purchased = { energyWh: 2_500_000, readings: { startWh: 1_000_000, endWh: 1_236_000 } }
    const found = compare(billOf({ purchased })).purchased
    expect(found?.reasons).toEqual([
      { kind: 'conversion', energyWh: 2_264_000, readWh: 236_000, factor: 2_500_000 / 236_000 },
      { kind: 'rounding', energyWh: 400 },
    ])
    expect(found?.verdict).toBe('explained')
  })

  it('takes the readings where no energy is typed in', () => {
    const purchased = { energyWh: null, readings: { startWh: 1_000_000, endWh: 1_236_000 } }
    expect(compare(billOf({ purchased })).purchased).toMatchObject({ billedWh: 236_000, verdict: 'equal' })
  })

  it('says plainly what is not explained', () => {
    expect(ofPurchase(280_000)).toMatchObject({ verdict: 'unexplained', reasons: [], unexplainedWh: 44_400 })
    const gaps = daysOf('2025-12-31', 33, (at) => (at === 10 ? { purchasedWh: null } : {}))
    const partly = ofPurchase(280_000, gaps)
    expect(partly).toMatchObject({ verdict: 'partly' })
    expect(kindsOf(partly)).toEqual(['missing'])
  })

  it('differs as all other bills do', () => {
    const bill = billOf({ purchased: flowOf(280_000) })
    const steady = { purchased: [0.18, 0.19, 0.2], fedIn: [] }
    const { purchased } = compareBill(bill, { days: january, zone: ZONE, shares: steady })
    expect(purchased?.reasons[0]).toMatchObject({ kind: 'steady', bills: 3 })
    expect(purchased?.verdict).toBe('explained')
    for (const shares of [[0.19], [0.05, 0.19], [0.1, 0.11]])
      expect(
        compareBill(bill, { days: january, zone: ZONE, shares: { purchased: shares, fedIn: [] } }).purchased?.verdict,
      ).toBe('unexplained')
  })

  it('differs as all other bills do, before it was read another day', () => {
    const steady = { purchased: [0.034, 0.036, 0.038], fedIn: [] }
    const read = { purchased: [0.012, 0.013], fedIn: [] }
    // 3.6 % are nearly the day after, and less than it.
    const bill = billOf({ purchased: flowOf(sumOf(january.slice(1)) - 800) })
    const kindsBy = (shares: typeof steady) => {
      const { purchased } = compareBill(bill, { days: january, zone: ZONE, shares })
      return purchased && kindsOf(purchased)[0]
    }
    expect(kindsBy(steady)).toBe('steady')
    expect(kindsBy({ purchased: [], fedIn: [] })).toBe('shifted')
    // Others that differ by the accuracy of meters are not steady.
    expect(kindsBy(read)).toBe('shifted')
  })

  it('has a share for other bills only where all days are known', () => {
    expect(shareOf(ofPurchase(280_000), 31)).toBeCloseTo(44_400 / 235_600, 9)
    expect(shareOf({ ...ofPurchase(280_000), knownDays: 30 }, 31)).toBeNull()
    expect(shareOf(null, 31)).toBeNull()
  })

  it('is made up of its reasons and what is unexplained, whatever it says', () => {
    const value = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: null })
    const drawn = fc.record({
      days: fc.array(fc.record({ purchasedWh: value, fedInWh: value }), { minLength: 3, maxLength: 45 }),
      from: fc.integer({ min: 0, max: 400 }).map((day) => addDays('2026-01-01', day)),
      purchased: fc.integer({ min: 0, max: 3_000_000 }),
      fedIn: fc.option(fc.integer({ min: 0, max: 3_000_000 }), { nil: null }),
      read: fc.option(fc.integer({ min: 0, max: 3_000_000 }), { nil: null }),
      shares: fc.array(fc.double({ min: -0.5, max: 2, noNaN: true }), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(drawn, ({ days, from, purchased, fedIn, read, shares }) => {
        const readings = read === null ? null : { startWh: 5_000, endWh: 5_000 + read }
        const bill = billOf({
          from,
          to: addDays(from, days.length - 3),
          purchased: { energyWh: purchased, readings },
          fedIn: { energyWh: fedIn, readings: null },
        })
        const metered = days.map((day, at) => ({ date: addDays(from, at - 1), ...day }))
        const { purchased: bought, fedIn: sold } = compareBill(bill, {
          days: metered,
          zone: ZONE,
          shares: { purchased: shares, fedIn: shares },
        })
        for (const found of [bought, sold]) {
          if (found === null || found.differenceWh === null) continue
          const { reasons, unexplainedWh, differenceWh, verdict } = found
          if (verdict === 'equal') {
            expect(Math.abs(differenceWh)).toBeLessThanOrEqual(1_000)
            continue
          }
          const sum = reasons.reduce((total, { energyWh }) => total + energyWh, unexplainedWh)
          expect(Math.abs(sum - differenceWh)).toBeLessThan(1)
          for (const reason of reasons)
            if ('mostWh' in reason) expect(Math.abs(reason.energyWh)).toBeLessThanOrEqual(reason.mostWh)
          if (verdict === 'explained') expect(unexplainedWh).toBe(0)
          else expect(Math.abs(unexplainedWh)).toBeGreaterThanOrEqual(1)
        }
      }),
    )
  })
})
