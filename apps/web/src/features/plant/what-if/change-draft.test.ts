import { flatPriceOf } from '@heliograph/domain/tariff/schedule.ts'
import { followsSeries } from '@heliograph/domain/tariff/tariff.ts'
import { expect, it } from 'vitest'
import { isMissing, isUnchanged, numberOf, readDraft, toChange } from './change-draft.ts'

const change = (query: string) => toChange(readDraft(new URLSearchParams(query)))

it('an address without a change changes nothing', () => {
  const empty = change('id=7')
  expect(empty && isUnchanged(empty)).toBe(true)
  expect(change('kwh=12&price=9000')).toEqual(empty)
  expect(change('way=toString&priced=yes')).toEqual(empty)
})

it('sizes come in kWh, kW and kWp, and a battery has half of its size as power', () => {
  expect(change('way=added&kwh=10&kwp=2,5')).toMatchObject({
    battery: { way: 'added', size: { capacityWh: 10_000, powerW: 5_000 } },
    moreWp: 2_500,
  })
  expect(change('way=instead&kwh=10&kw=3')?.battery?.size?.powerW).toBe(3_000)
  expect(change('way=none')?.battery).toEqual({ way: 'instead', size: null })
})

it('a field that is no number within its bounds changes nothing until it is', () => {
  expect(change('way=added&kwh=many')).toBeUndefined()
  expect(change('way=added&kwh=0')).toBeUndefined()
  expect(change('kwp=-1')).toBeUndefined()
  expect(change('priced=1&buy=0.3&night=x')).toBeUndefined()
  expect(numberOf(readDraft(new URLSearchParams('price=9e99')), 'price')).toBeUndefined()
})

it('prices begin with that of a purchase; a night price covers 22 to 6', () => {
  expect(change('priced=1')?.tariff).toBeNull()
  const flat = change('priced=1&buy=0.31&sell=0.08&daily=0.4')?.tariff
  expect(flat).toMatchObject({ rule: 'bill', standingPerDay: 0.4 })
  expect(flat?.purchase && !followsSeries(flat.purchase) && flatPriceOf(flat.purchase)).toBe(0.31)
  const night = change('priced=1&buy=0.31&night=0.2')?.tariff?.purchase
  const windows = night && !followsSeries(night) ? night.seasons[0]?.windows : undefined
  expect(windows?.map(({ fromMinute, toMinute, price }) => [fromMinute, toMinute, price])).toEqual([
    [0, 360, 0.2],
    [360, 1_320, 0.31],
    [1_320, 1_440, 0.2],
  ])
})

it('a price beside an empty one of a purchase is not left out in silence', () => {
  const draft = (query: string) => readDraft(new URLSearchParams(query))
  expect(isMissing(draft('priced=1'), 'buy')).toBe(false)
  for (const other of ['sell=0.08', 'night=0.2', 'daily=0.4']) {
    expect(isMissing(draft(`priced=1&${other}`), 'buy')).toBe(true)
    expect(change(`priced=1&${other}`)).toBeUndefined()
    expect(isMissing(draft(other), 'buy')).toBe(false)
  }
  expect(isMissing(draft('way=added'), 'kwh')).toBe(true)
  expect(isMissing(draft('way=none'), 'kwh')).toBe(false)
})
