import { DAY_MS } from '@heliograph/domain/duration.ts'
import { type Calibration, calibrate, type HourPair } from '@heliograph/domain/forecast/calibrate.ts'
import { dayBounds, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../db/database.ts'
import type { PlantFacts } from '../plants/plants.ts'
import { flowHours } from '../telemetry/telemetry.ts'
import { readPlantHours } from '../weather/weather.ts'
import { modelHours, siteOf } from './model-hours.ts'

/** Older days say little of the season. */
const LEARN_DAYS = 60
/** Nearer to the limit an hour does not show its light. */
const LIMITED_SHARE = 0.97

/** What the last weeks of a plant teach: complete days before today. */
export async function learnPlant(db: Db, facts: PlantFacts, limitW: number, nowMs: number): Promise<Calibration> {
  const { plantId, zone } = facts
  const toMs = dayBounds(localDate(nowMs, zone), zone).fromMs
  const fromMs = toMs - LEARN_DAYS * DAY_MS
  const [weather, flows] = await Promise.all([
    readPlantHours(db, plantId, fromMs, toMs),
    flowHours(db, [{ plantId, fromMs, toMs }]),
  ])
  const measured = flows.get(plantId)?.generation ?? new Map<number, number>()
  const model = modelHours(siteOf(facts), weather, [...measured.keys()].sort())
  const pairs = model.flatMap(({ atMs, powerW, clearW }): HourPair[] => {
    const measuredW = measured.get(atMs) ?? Number.NaN
    if (Number.isNaN(measuredW) || (measuredW >= limitW * LIMITED_SHARE && powerW > limitW)) return []
    return [{ atMs, modelledW: powerW, clearW, measuredW }]
  })
  return calibrate(pairs, nowMs)
}
