import type { PlantPeriod } from '../../fleet/telemetry/telemetry.ts'
import { type ImportFlow, importFlows } from './mapping.ts'
import type { EnergyDays } from './to-samples.ts'

/** Wh of a flow in a file, at the plant before the import (null: nothing), and at the plant after it. */
export type FlowCompared = Readonly<{ fileWh: number | null; plantWh: number | null; afterWh: number | null }>
export type MonthCompared = Readonly<{
  /** YYYY-MM at the plant. */
  month: string
  flows: Readonly<Partial<Record<ImportFlow, FlowCompared>>>
}>
/** A day on which the file and the plant say different things of a flow, Wh. */
export type DayDifference = Readonly<{ date: string; flow: ImportFlow; fileWh: number; plantWh: number }>
/** Production of a day of the file, and what the plant could make in clear weather, Wh; null: the sun does not rise. */
export type DayAgainstSky = Readonly<{ date: string; fileWh: number; possibleWh: number | null }>

export type ImportCompared = Readonly<{
  months: readonly MonthCompared[]
  /** Days of the file that the plant knows as well, and those of them that differ. */
  sharedDays: number
  differingDays: number
  /** Worst first. */
  differences: readonly DayDifference[]
  best: DayAgainstSky | null
  worst: DayAgainstSky | null
}>

/** A difference of rounding is none. */
const SAME_SHARE = 0.01
const SAME_WH = 50
const MOST_DIFFERENCES = 30

/**
 * Compares a file with what its plant has.
 * @param days.file all energies of the file; `added`: those that an import adds; `isReplaced`: whether those of the plant make room
 * @param possibleWh what the plant could make on a date; null: the sun does not rise
 */
export function compareImport(
  days: Readonly<{
    file: EnergyDays
    added: EnergyDays
    plant: readonly Pick<PlantPeriod, 'period' | 'energy'>[]
    isReplaced: (date: string, flow: ImportFlow) => boolean
  }>,
  possibleWh: (date: string) => number | null,
): ImportCompared {
  const plant = new Map(days.plant.map(({ period, energy }) => [period, energy]))
  const months = new Map<string, Partial<Record<ImportFlow, FlowCompared>>>()
  const flows = importFlows.filter((flow) => [...days.file.values()].some((day) => day[flow] !== undefined))
  const inFile = new Set([...days.file.keys()].map((date) => date.slice(0, 7)))
  const dates = new Set([...days.file.keys(), ...[...plant.keys()].filter((date) => inFile.has(date.slice(0, 7)))])
  const differences: DayDifference[] = []
  let sharedDays = 0
  for (const date of dates) {
    const known = plant.get(date)
    const month = months.get(date.slice(0, 7)) ?? {}
    months.set(date.slice(0, 7), month)
    let isShared = false
    for (const flow of flows) {
      const fileWh = days.file.get(date)?.[flow] ?? null
      const plantWh = known?.[flow] ?? null
      const keptWh = days.isReplaced(date, flow) ? null : plantWh
      const one = { fileWh, plantWh, afterWh: addUp(keptWh, days.added.get(date)?.[flow] ?? null) }
      month[flow] = addFlows(month[flow], one)
      if (fileWh === null || plantWh === null) continue
      isShared = true
      if (Math.abs(fileWh - plantWh) > Math.max(SAME_WH, SAME_SHARE * Math.max(fileWh, plantWh)))
        differences.push({ date, flow, fileWh, plantWh })
    }
    if (isShared) sharedDays += 1
  }
  const apart = ({ fileWh, plantWh }: DayDifference): number => Math.abs(fileWh - plantWh)
  return {
    months: [...months].sort(([a], [b]) => (a < b ? -1 : 1)).map(([month, flows]) => ({ month, flows })),
    sharedDays,
    differingDays: new Set(differences.map(({ date }) => date)).size,
    differences: differences
      .sort((a, b) => apart(b) - apart(a) || (a.date < b.date ? -1 : 1))
      .slice(0, MOST_DIFFERENCES),
    ...bestAndWorst(days.file, possibleWh),
  }
}

const addUp = (a: number | null, b: number | null): number | null =>
  a === null && b === null ? null : (a ?? 0) + (b ?? 0)

const addFlows = (a: FlowCompared | undefined, b: FlowCompared): FlowCompared =>
  a === undefined
    ? b
    : {
        fileWh: addUp(a.fileWh, b.fileWh),
        plantWh: addUp(a.plantWh, b.plantWh),
        afterWh: addUp(a.afterWh, b.afterWh),
      }

/** The days of most and of least production by what was possible. The first and the last one are rarely whole. */
function bestAndWorst(
  file: EnergyDays,
  possibleWh: (date: string) => number | null,
): Pick<ImportCompared, 'best' | 'worst'> {
  const all = [...file].flatMap(([date, { generation }]) => (generation === undefined ? [] : [{ date, generation }]))
  const whole = all.length > 4 ? all.slice(1, -1) : all
  let best: Scored | null = null
  let worst: Scored | null = null
  for (const { date, generation } of whole) {
    const possible = possibleWh(date)
    const one = { date, fileWh: generation, possibleWh: possible, score: generation / (possible || 1) }
    if (best === null || one.score > best.score) best = one
    if (worst === null || one.score < worst.score) worst = one
  }
  return { best: best && withoutScore(best), worst: worst && withoutScore(worst) }
}

type Scored = DayAgainstSky & Readonly<{ score: number }>
const withoutScore = ({ date, fileWh, possibleWh }: Scored): DayAgainstSky => ({ date, fileWh, possibleWh })
