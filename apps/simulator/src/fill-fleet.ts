import type { PlantRunner } from './plant-runner.ts'

/** So many days of every plant come before older days of any. */
export const NEWEST_DAYS = 31

type Filled = Pick<PlantRunner, 'pastDays' | 'fillPast'> & Readonly<{ loggers: readonly unknown[] }>

export type FillSteps = Readonly<{
  /** Each full percent of the days, once. */
  onPercent: (percent: number) => void
  /** All plants have their newest month. */
  onNewest: () => void
}>

/** Fills in the past of a fleet: the newest month of all plants first, so that every plant is complete soon; then the rest. */
export async function fillFleet(runners: readonly Filled[], { onPercent, onNewest }: FillSteps): Promise<void> {
  const parts = runners.map((runner) => ({ runner, days: runner.pastDays }))
  const total = parts.reduce((sum, { runner, days }) => sum + runner.loggers.length * days.length, 0)
  let done = 0
  let shown = 0
  const onDay = (): void => {
    done += 1
    const percent = Math.floor((100 * done) / total)
    if (percent === shown) return
    shown = percent
    onPercent(percent)
  }
  await Promise.all(parts.map(({ runner, days }) => runner.fillPast(days.slice(0, NEWEST_DAYS), onDay)))
  onNewest()
  await Promise.all(parts.map(({ runner, days }) => runner.fillPast(days.slice(NEWEST_DAYS), onDay)))
}
