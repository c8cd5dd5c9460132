import { modulesOn, versionsOf } from '@heliograph/domain/former-modules.ts'
import type { Db } from '../../platform/db/database.ts'
import { generationByParts } from '../telemetry/telemetry.ts'
import type { PlantFacts } from './plant-facts.ts'

/**
 * A plant with the capacity that divides the energy of a period (YYYY-MM-DD, YYYY-MM, YYYY or 'all', within the range).
 * Where it changed within the period, the hours at full capacity are the sum of those of the days.
 */
export type CapacityOf = (facts: PlantFacts, period: string) => PlantFacts

/** Costs nothing for plants whose capacity did not change within the range. */
export async function readCapacity(
  db: Db,
  plants: readonly PlantFacts[],
  range: Readonly<{ from: string; to: string }>,
): Promise<CapacityOf> {
  const bounds = plants.flatMap(({ plantId, formerModules }) =>
    formerModules.some(({ until }) => until > range.from && until <= range.to)
      ? formerModules.map(({ until }) => ({ plantId, day: until }))
      : [],
  )
  const parts = await generationByParts(db, bounds, range)
  return (facts, period) => {
    if (facts.formerModules.length === 0) return facts
    if (period.length === 10) return modulesOn(facts, period)
    const versions = versionsOf(facts)
    const month = period === 'all' ? '' : period
    const own = parts.filter((part) => part.plantId === facts.plantId && part.month.startsWith(month))
    const wh = own.reduce((sum, { generationWh }) => sum + generationWh, 0)
    const hours = own.reduce(
      (sum, { part, generationWh }) => sum + generationWh / (versions[part]?.modules.capacityWp ?? facts.capacityWp),
      0,
    )
    // Without energy the capacity of its last day is as good as any other.
    if (!(wh > 0 && hours > 0)) return modulesOn(facts, period === 'all' ? range.to : period)
    return { ...facts, capacityWp: wh / hours }
  }
}
