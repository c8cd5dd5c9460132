import { describe, expect, it } from 'vitest'
import { type BillDraft, emptyDraft, findFaults, readFigure, toBill } from './bill-draft.ts'

const TODAY = '2026-11-10'
const draftOf = (parts: Partial<BillDraft> = {}): BillDraft => ({ ...emptyDraft('2026-10-01', '2026-10-31'), ...parts })

describe('a typed figure', () => {
  it.each([
    ['188', 188],
    ['188,4', 188.4],
    ['188.4', 188.4],
    ['1.234,5', 1234.5],
    ['1,234.5', 1234.5],
    ['1 234,5', 1234.5],
    ['1’234.5', 1234.5],
    ['12.345.678,9', 12_345_678.9],
    ['1\u202f234,5', 1234.5],
    ['1\u00a0234', 1234],
    ["1'234.5", 1234.5],
    ['1.234.567', 1_234_567],
    ['1,234,567', 1_234_567],
    ['-1.234,5', -1234.5],
    ['0.125', 0.125],
    ['', null],
    ['12.34.5', Number.NaN],
    ['1,23.4', Number.NaN],
    ['1.234,567.8', Number.NaN],
    ['abc', Number.NaN],
  ])('%s is read alike in all languages', (text, number) => {
    for (const locale of ['en-US', 'de-DE', 'fr-FR', 'de-CH']) expect(readFigure(text, locale)).toEqual(number)
  })

  it.each([
    ['1.234', 'de-DE', 1234],
    ['12.345', 'de-DE', 12_345],
    ['123.456', 'es-ES', 123_456],
    ['1,234', 'de-DE', 1.234],
    ['0.234', 'de-DE', 0.234],
    ['012.345', 'de-DE', 12_345],
    ['1234.567', 'de-DE', 1234.567],
    ['12.34', 'de-DE', 12.34],
    ['1,234', 'en-US', 1234],
    ['1.234', 'en-US', 1.234],
    ['1.234', 'fr-FR', 1.234],
    ['1.234', 'de-CH', 1.234],
    ['1,234', 'de-DE-x-marks-cp', 1234],
    ['1.234', 'de-DE-x-marks-cp', 1.234],
  ])('%s is read by the marks of %s', (text, locale, number) => {
    expect(readFigure(text, locale)).toBe(number)
  })
})

describe('a typed bill', () => {
  it('is in Wh, and leaves out what is not typed', () => {
    const draft = draftOf({ purchased: '188,4', fedInStart: '1.000,5', fedInEnd: '1.200,5', amount: '61,20' })
    expect(findFaults(draft, TODAY, 'de-DE')).toEqual({})
    expect(toBill(draft, 'de-DE')).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      purchased: { energyWh: 188_400, readings: null },
      fedIn: { energyWh: null, readings: { startWh: 1_000_500, endWh: 1_200_500 } },
      amount: 61.2,
    })
  })

  it('of more than a thousand kWh is as large as it is written', () => {
    const draft = draftOf({ purchased: '1.234', fedIn: '12.345', amount: '1.036' })
    expect(findFaults(draft, TODAY, 'de-DE')).toEqual({})
    expect(toBill(draft, 'de-DE')).toMatchObject({
      purchased: { energyWh: 1_234_000 },
      fedIn: { energyWh: 12_345_000 },
      amount: 1036,
    })
  })

  it.each<[string, Partial<BillDraft>, object]>([
    ['nothing', {}, { purchased: 'need' }],
    ['words', { purchased: 'many' }, { purchased: 'wrong' }],
    ['less than nothing', { purchased: '-5' }, { purchased: 'wrong' }],
    ['one reading', { purchasedStart: '5' }, { purchasedEnd: 'pair' }],
    ['readings backwards', { purchasedStart: '5', purchasedEnd: '4' }, { purchasedEnd: 'pair' }],
    ['today', { purchased: '5', to: TODAY }, { to: 'dates' }],
    ['an end before its beginning', { purchased: '5', to: '2026-09-30' }, { to: 'dates' }],
    ['no day', { purchased: '5', to: '' }, { to: 'dates' }],
    ['more than two years', { purchased: '5', from: '2023-01-01' }, { to: 'dates' }],
    ['a wrong amount', { purchased: '5', amount: 'x' }, { amount: 'wrong' }],
  ])('with %s is refused at its field', (_name, parts, faults) => {
    expect(findFaults(draftOf(parts), TODAY, 'de-DE')).toEqual(faults)
  })
})
