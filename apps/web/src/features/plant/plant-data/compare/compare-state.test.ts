import { expect, it } from 'vitest'
import { areComparable, aYearBefore, changeOf, readCompare, toggleComparison } from './compare-state.ts'

const read = (text: string, day: number | null = 15) => readCompare(new URLSearchParams(text), '2026-11-22', day)

it('compares this bill with the one before and the same dates a year before', () => {
  expect(read('compare=bill')).toMatchObject({
    from: '2026-11-15',
    to: '2026-12-14',
    others: [
      { kind: 'before', from: '2026-10-15', to: '2026-11-14' },
      { kind: 'year', from: '2025-11-15', to: '2025-12-14' },
    ],
  })
})

it('takes calendar months where no billing day is known', () => {
  expect(read('compare=lastBill', null)).toMatchObject({ from: '2026-10-01', to: '2026-10-31' })
})

it('compares any days with as many days before', () => {
  const state = read('compare=days&from=2026-11-20&to=2026-11-11&with=before')
  expect(state).toMatchObject({
    from: '2026-11-11',
    to: '2026-11-20',
    others: [{ kind: 'before', from: '2026-11-01' }],
  })
})

it('adds a date of one’s own as the third', () => {
  expect(read('since=2024-02-01').others.map(({ kind }) => kind)).toEqual(['before', 'year', 'chosen'])
  expect(read('since=nonsense&with=none').others).toEqual([])
})

it('switches a comparison on and off', () => {
  expect(toggleComparison(read(''), 'before')).toBe('year')
  expect(toggleComparison(read('with=year'), 'year')).toBe('none')
  expect(toggleComparison(read('with=none'), 'before')).toBe('before')
})

it('has no difference to nothing', () => {
  expect([changeOf(12, 10), changeOf(null, 10), changeOf(5, 0)].map((item) => item && Math.round(item))).toEqual([
    20,
    null,
    null,
  ])
  expect(aYearBefore('2024-02-29')).toBe('2023-02-28')
})

it('compares no period with one of which next to nothing was recorded', () => {
  const days = (known: number, length = 23) => ({ known, days: Array.from({ length }) })
  expect(areComparable(days(23), days(2))).toBe(false)
  expect(areComparable(days(2), days(23))).toBe(false)
  expect(areComparable(days(23), days(21))).toBe(true)
  expect(areComparable(days(23), days(28, 30))).toBe(true)
})
