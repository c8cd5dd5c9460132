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
    ['', null],
    ['12.34.5', Number.NaN],
    ['abc', Number.NaN],
  ])('%s is read', (text, number) => {
    expect(readFigure(text)).toEqual(number)
  })
})

describe('a typed bill', () => {
  it('is in Wh, and leaves out what is not typed', () => {
    const draft = draftOf({ purchased: '188,4', fedInStart: '1.000,5', fedInEnd: '1.200,5', amount: '61,20' })
    expect(findFaults(draft, TODAY)).toEqual({})
    expect(toBill(draft)).toEqual({
      from: '2026-10-01',
      to: '2026-10-31',
      purchased: { energyWh: 188_400, readings: null },
      fedIn: { energyWh: null, readings: { startWh: 1_000_500, endWh: 1_200_500 } },
      amount: 61.2,
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
    expect(findFaults(draftOf(parts), TODAY)).toEqual(faults)
  })
})
