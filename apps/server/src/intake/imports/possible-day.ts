import { DAY_MS } from '@heliograph/domain/duration.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { sunWeightOf } from '../../platform/sun/sun.ts'

/** The light of a day hardly differs from that of its neighbors. */
const STEP_DAYS = 6

/**
 * The most that the modules of a plant could make on a day in clear weather, Wh; null: nothing, as in the polar night. A file may have
 * thousands of days: a few dozen of a year are counted, and the course between them is a line.
 */
export function possibleDay(facts: PlantFacts): (date: string) => number | null {
  const known = new Map<string, number>()
  const countDay = (dayOfYear: number, version: number, modules: PlantFacts): number => {
    const key = `${version} ${dayOfYear}`
    const before = known.get(key)
    if (before !== undefined) return before
    const { fromMs, toMs } = dayBounds(addDays('2025-01-01', dayOfYear % 365), facts.zone)
    const found = sunWeightOf(modules)(fromMs, toMs) * modules.capacityWp
    known.set(key, found)
    return found
  }
  return (date) => {
    const modules = modulesOn(facts, date)
    const version = facts.formerModules.findIndex(({ until }) => date < until)
    const dayOfYear = Math.round((Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / DAY_MS)
    const first = Math.floor(dayOfYear / STEP_DAYS) * STEP_DAYS
    const share = (dayOfYear - first) / STEP_DAYS
    const later = countDay(first + STEP_DAYS, version, modules)
    const possible = countDay(first, version, modules) * (1 - share) + later * share
    return possible > 0 ? possible : null
  }
}
