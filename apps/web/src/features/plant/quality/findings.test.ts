import { expect, it } from 'vitest'
import type { DayQuality } from '../../../api/quality.ts'
import { findingsOf, lookOf, summaryOf } from './findings.ts'

const good: DayQuality = {
  date: '2026-03-01',
  hours: [null, 1, 1, 0.5],
  missingHours: 0,
  refusedSteps: 0,
  refusedWh: 0,
  resets: 0,
  estimatedInstants: 0,
  estimatedWh: 0,
  reportedWh: 0,
}

it('tells nothing of a good day, and of a bad one the gravest first', () => {
  const bad = {
    ...good,
    date: '2026-03-02',
    missingHours: 3,
    refusedSteps: 2,
    refusedWh: 900,
    resets: 1,
    estimatedInstants: 4,
  }
  expect(findingsOf([good, bad])).toEqual([
    { date: '2026-03-02', kind: 'missing', amount: 3, count: 0 },
    { date: '2026-03-02', kind: 'refused', amount: 900, count: 2 },
    { date: '2026-03-02', kind: 'reset', amount: 1, count: 0 },
    { date: '2026-03-02', kind: 'unsure', amount: 4, count: 0 },
  ])
})

it('tells a day of which only every sixth reading came', () => {
  // As the server sends it; the mean of them is 0.16999…
  const hourly = { ...good, hours: [null, 0, ...Array.from({ length: 7 }, () => 0.17)], missingHours: 1 }
  expect(findingsOf([hourly]).map(({ kind, amount }) => [kind, amount])).toEqual([
    ['missing', 1],
    ['sparse', 17],
  ])
})

it('begins with the newest day', () => {
  const days = ['2026-03-01', '2026-03-02'].map((date) => ({ ...good, date, resets: 1 }))
  expect(findingsOf(days).map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-01'])
})

it('sums a month up', () => {
  expect(summaryOf([good, { ...good, hours: [0, 0, null, null], missingHours: 2, refusedSteps: 1 }])).toEqual({
    percent: 50,
    missingHours: 2,
    refused: 1,
  })
  expect(summaryOf([{ ...good, hours: Array.from({ length: 7 }, () => 0.17) }]).percent).toBe(17)
  expect(summaryOf([]).percent).toBeNull()
})

it('tells a gap from a part, and jitter from a part', () => {
  expect([null, 0, 0.4, 0.96, 1].map(lookOf)).toEqual(['none', 'gap', 'part', 'full', 'full'])
})
