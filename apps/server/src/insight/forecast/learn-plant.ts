import { DAY_MS } from '@heliograph/domain/duration.ts'
import { type Calibration, calibrate, type HourPair } from '@heliograph/domain/forecast/calibrate.ts'
import { versionsOf } from '@heliograph/domain/former-modules.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { flowHours } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPlantHours } from '../weather/weather.ts'
import { modelHours, siteOf } from './model-hours.ts'

/** Older days say little of the season. */
const LEARN_DAYS = 60
/** Nearer to the limit an hour does not show its light. */
const LIMITED_SHARE = 0.97

/** Calibration from the last weeks of a plant: complete days before today. */
export async function learnPlant(db: Db, facts: PlantFacts, limitW: number, nowMs: number): Promise<Calibration> {
  const { plantId, zone } = facts
  const toMs = dayBounds(localDate(nowMs, zone), zone).fromMs
  const fromMs = toMs - LEARN_DAYS * DAY_MS
  const [weather, flows] = await Promise.all([
    readPlantHours(db, plantId, fromMs, toMs),
    flowHours(db, [{ plantId, fromMs, toMs }]),
  ])
  const measured = flows.get(plantId)?.generation ?? new Map<number, number>()
  // Hours of an earlier capacity, scaled to today's, are as good for learning.
  const hours = [...measured.keys()].sort()
  const startsMs = versionsOf(facts).map(({ from }) => (from === null ? fromMs : dayBounds(from, zone).fromMs))
  const model = versionsOf(facts).flatMap(({ modules }, at) => {
    const own = hours.filter((atMs) => atMs >= (startsMs[at] ?? 0) && atMs < (startsMs[at + 1] ?? toMs))
    const scale = facts.capacityWp / modules.capacityWp
    return modelHours(siteOf({ ...facts, ...modules }), weather, own).map((hour) => ({ ...hour, scale }))
  })
  const pairs = model.flatMap(({ atMs, scale, ...then }): HourPair[] => {
    const [powerW, clearW] = [then.powerW * scale, then.clearW * scale]
    const measuredW = (measured.get(atMs) ?? Number.NaN) * scale
    if (Number.isNaN(measuredW) || (measuredW >= limitW * LIMITED_SHARE && powerW > limitW)) return []
    return [{ atMs, modelledW: powerW, clearW, measuredW }]
  })
  return calibrate(pairs, nowMs)
}
