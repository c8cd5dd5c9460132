import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { listDevicesOfPlants } from '../devices/devices.ts'
import { readPlantNow } from '../now/now.ts'
import { generationDays } from '../telemetry/telemetry.ts'
import { type ClearSkyEnergy, clearSkyOfPlant } from './clear-sky-energy.ts'
import { boundsOf, type EarlierSpan, type PeriodKind, spansBefore } from './period-span.ts'
import type { PlantFacts } from './plant-facts.ts'

/** An earlier period of the plant: production and clear-sky energy of its days with data, Wh. */
export type Comparison = Readonly<{
  with: EarlierSpan['with']
  from: string
  to: string
  days: number
  generationWh: number
  clearSkyWh: number
}>
export type SkyFigures = Readonly<{ clearSkyWh: number | null; comparison: Comparison | null }>

/** With fewer full-load hours of clear sky no share makes sense: early in the morning, or in polar night. */
const LEAST_HOURS = 0.1

/** How a period compares with clear skies and with the plant's own past. */
export async function skyFigures(
  db: Db,
  facts: PlantFacts,
  kind: PeriodKind,
  date: string,
  nowMs: number,
): Promise<SkyFigures> {
  const today = localDate(nowMs, facts.zone)
  const { from, to } = boundsOf(kind, date, today)
  if (from > to) return { clearSkyWh: null, comparison: null }
  const [days, now, devices] = await Promise.all([
    generationDays(db, facts.plantId, from, to),
    readPlantNow(db, facts.plantId),
    listDevicesOfPlants(db, [facts.plantId], { withRemoved: true }),
  ])
  const energy = clearSkyOfPlant(facts, devices.get(facts.plantId))
  const untilMs = Math.min(nowMs, now?.lastAtMs ?? nowMs)
  const whole = days.filter(({ day }) => day !== today).map(({ day }) => day)
  const started = days.some(({ day }) => day === today)
  const clearSkyWh = sumOf(whole, energy) + (started ? energy.until(today, untilMs) : 0)
  const leastWh = LEAST_HOURS * modulesOn(facts, to).capacityWp
  if (days.length === 0 || clearSkyWh < leastWh) return { clearSkyWh: null, comparison: null }
  for (const span of spansBefore(kind, from, to)) {
    const before = await generationDays(db, facts.plantId, span.from, span.to)
    const clearBefore = sumOf(
      before.map(({ day }) => day),
      energy,
    )
    if (before.length < span.leastDays || clearBefore < leastWh) continue
    const generationWh = before.reduce((sum, item) => sum + item.generationWh, 0)
    const { with: kindOfSpan, from, to } = span
    return {
      clearSkyWh,
      comparison: { with: kindOfSpan, from, to, days: before.length, generationWh, clearSkyWh: clearBefore },
    }
  }
  return { clearSkyWh, comparison: null }
}

const sumOf = (days: readonly string[], energy: ClearSkyEnergy): number =>
  days.reduce((sum, day) => sum + energy.ofDay(day), 0)
