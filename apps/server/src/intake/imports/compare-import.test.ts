import { flows } from '@heliograph/domain/energy-flow.ts'
import { describe, expect, it } from 'vitest'
import { compareImport } from './compare-import.ts'
import type { EnergyDays } from './to-samples.ts'

const none = Object.fromEntries(flows.map((flow) => [flow, null])) as Record<(typeof flows)[number], null>
const plantDay = (period: string, generation: number) => ({ period, energy: { ...none, generation } })
const fileDays = (days: Readonly<Record<string, number>>): EnergyDays =>
  new Map(Object.entries(days).map(([date, generation]) => [date, { generation }]))
const file = fileDays({ '2026-04-30': 9_000, '2026-05-01': 10_000, '2026-05-02': 20_000, '2026-05-03': 5_000 })
const plant = [plantDay('2026-05-02', 21_000), plantDay('2026-05-03', 5_020), plantDay('2026-05-20', 7_000)]
const keep = () => false

describe('a file beside what its plant has', () => {
  it('is summed by month and flow, before the import and after it', () => {
    const added = fileDays({ '2026-04-30': 9_000, '2026-05-01': 10_000 })
    const { months } = compareImport({ file, added, plant, isReplaced: keep }, () => null)
    expect(months).toEqual([
      { month: '2026-04', flows: { generation: { fileWh: 9_000, plantWh: null, afterWh: 9_000 } } },
      { month: '2026-05', flows: { generation: { fileWh: 35_000, plantWh: 33_020, afterWh: 43_020 } } },
    ])
  })
  it('replaces days of the plant', () => {
    const isReplaced = (date: string): boolean => file.has(date)
    const { months } = compareImport({ file, added: file, plant, isReplaced }, () => null)
    expect(months[1]?.flows.generation?.afterWh).toBe(42_000)
  })
  it('differs on the days that are not only rounded in another way, worst first', () => {
    const other = [...plant, plantDay('2026-04-30', 1_000)]
    const found = compareImport({ file, added: new Map(), plant: other, isReplaced: keep }, () => null)
    expect([found.sharedDays, found.differingDays]).toEqual([3, 2])
    expect(found.differences).toEqual([
      { date: '2026-04-30', flow: 'generation', fileWh: 9_000, plantWh: 1_000 },
      { date: '2026-05-02', flow: 'generation', fileWh: 20_000, plantWh: 21_000 },
    ])
  })
})

describe('the best and the worst day', () => {
  const days = fileDays({
    '2026-06-01': 1_000,
    '2026-06-02': 30_000,
    '2026-06-03': 20_000,
    '2026-06-04': 25_000,
    '2026-06-05': 100,
  })
  const compare = (possibleWh: (date: string) => number | null) =>
    compareImport({ file: days, added: days, plant: [], isReplaced: keep }, possibleWh)

  it('are judged by what was possible, without the first and the last one', () => {
    const { best, worst } = compare((date) => (date === '2026-06-04' ? 25_000 : 40_000))
    expect(best).toEqual({ date: '2026-06-04', fileWh: 25_000, possibleWh: 25_000 })
    expect(worst).toEqual({ date: '2026-06-03', fileWh: 20_000, possibleWh: 40_000 })
  })
  it('are judged by their energy where nothing is known of the modules', () => {
    expect(compare(() => null).best).toEqual({ date: '2026-06-02', fileWh: 30_000, possibleWh: null })
  })
  it('are missing where nothing was produced', () => {
    const load = new Map([['2026-06-01', { load: 5_000 }]])
    const found = compareImport({ file: load, added: load, plant: [], isReplaced: keep }, () => 1)
    expect([found.best, found.worst]).toEqual([null, null])
  })
})
