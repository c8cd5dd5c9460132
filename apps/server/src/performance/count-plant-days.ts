import { setImmediate } from 'node:timers/promises'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { sourcesOf } from '@heliograph/domain/metering.ts'
import { SHADE_DAYS } from '@heliograph/domain/performance/shading.ts'
import { DIRT_DAYS } from '@heliograph/domain/performance/soiling.ts'
import { addDays, dayBounds, daysBetween, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../db/database.ts'
import { listDevicesOfPlants } from '../devices/devices.ts'
import type { PlantFacts } from '../plants/plants.ts'
import { latest } from '../telemetry/telemetry.ts'
import { listLitDays } from '../weather/weather.ts'
import { type Basis, readPast, writeDays } from './day-rows.ts'
import { type CountedDay, FIRST_USUAL_SHARE, judgeDays } from './judge-days.ts'
import { readChunk } from './read-chunk.ts'
import { choosePowers, chooseSensors } from './sources.ts'

/** After midnight loggers still send the evening. */
export const SETTLES_MS = 2 * HOUR_MS
/** Days times inverters that are read at once. */
const CHUNK = 240
const LONGEST_CHUNK = 31
/** Days that are judged without a break: some milliseconds each. */
const DAYS_AT_ONCE = 4

/** Why no day of a plant can be judged; '': they can. */
export type Reason = '' | 'place' | 'inverter' | 'data'

/** Judges the days of a plant that are due. null: the time was over first. */
export async function countPlantDays(
  db: Db,
  facts: PlantFacts,
  nowMs: number,
  isOver: () => boolean,
): Promise<Reason | null> {
  const { plantId, capacityWp, zone } = facts
  if (!hasPlace(facts)) return 'place'
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  const powers = choosePowers(devices, capacityWp)
  if (powers.length === 0) return 'inverter'
  const basis = await readBasis(db, plantId)
  const first = [...basis.keys()].sort()[0]
  const last = addDays(localDate(nowMs - SETTLES_MS, zone), -1)
  if (first === undefined || first > last) return 'data'
  const sensors = chooseSensors(devices, sourcesOf(facts.metering).irradiance)
  const newest = await latest(
    db,
    powers.map(({ deviceId }) => deviceId),
  )
  const firstDays = await readFirstDays(db, plantId)
  const intervalMs = Math.max(...devices.map((one) => one.intervalMs))
  const basisOf = (day: string): Basis => basis.get(day) ?? nothing
  const most = Math.max(1, Math.min(LONGEST_CHUNK, Math.floor(CHUNK / powers.length)))
  for (const days of inChunks(await listDue(db, facts, first, last, basisOf), most)) {
    if (isOver()) return null
    const [from = first, to = last] = [days[0], days.at(-1)]
    const span = { plantId, fromMs: dayBounds(from, zone).fromMs, toMs: dayBounds(to, zone).toMs }
    const chunk = await readChunk(db, span, powers, sensors, facts)
    const { past, usualShare } = await readPast(db, plantId, from, addDays(from, -Math.max(DIRT_DAYS, SHADE_DAYS)))
    const judged: CountedDay[] = []
    for (const some of inChunks(days, DAYS_AT_ONCE)) {
      judged.push(
        ...judgeDays({
          ...{ facts, days: some, powers, chunk, intervalMs, past },
          producedWh: (day) => basisOf(day).generationWh,
          heardMs: (deviceId) => newest.get(deviceId)?.atMs ?? Number.NEGATIVE_INFINITY,
          firstDayMs: (deviceId) => firstDays.get(deviceId),
          usualShare: usualShare ?? FIRST_USUAL_SHARE,
        }),
      )
      // Loggers and pages are served between the days.
      await setImmediate()
    }
    await writeDays(db.kysely, plantId, capacityWp, judged, basisOf)
  }
  return ''
}

/** Start of the first local day with anything of each device. */
async function readFirstDays(db: Db, plantId: number): Promise<ReadonlyMap<number, number>> {
  const rows = await db.kysely
    .selectFrom('device_rollups')
    .select(({ fn }) => ['device_id', fn.min('start').as('start')])
    .where('plant_id', '=', plantId)
    .where('resolution', '=', 'd')
    .groupBy('device_id')
    .execute()
  return new Map(rows.map(({ device_id, start }) => [device_id, start.getTime()]))
}

const nothing: Basis = { samples: 0, generationWh: null }

/** What the product knows of each day of a plant. */
async function readBasis(db: Db, plantId: number): Promise<ReadonlyMap<string, Basis>> {
  const rows = await db.kysely
    .selectFrom('plant_days')
    .select(['day', 'samples', 'generation_wh'])
    .where('plant_id', '=', plantId)
    .execute()
  return new Map(rows.map((row) => [row.day, { samples: row.samples, generationWh: row.generation_wh }]))
}

/** Days without a row, whose row was counted from less, or whose weather came after it was judged without. */
async function listDue(
  db: Db,
  { plantId, zone }: PlantFacts,
  first: string,
  last: string,
  basisOf: (day: string) => Basis,
): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom('performance_days')
    .select(['day', 'samples', 'generation_wh', 'source'])
    .where('plant_id', '=', plantId)
    .execute()
  const lit = await listLitDays(db, plantId, first, last)
  // A local day lies on two days of UTC, or on three.
  const isLit = (day: string): boolean => {
    const { fromMs, toMs } = dayBounds(day, zone)
    return lit.has(localDate(fromMs, 'UTC')) && lit.has(localDate(toMs - 1, 'UTC'))
  }
  const counted = new Map(rows.map((row) => [row.day, row]))
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, i) => addDays(first, i)).filter((day) => {
    const row = counted.get(day)
    const { samples, generationWh } = basisOf(day)
    return (
      row === undefined ||
      row.samples !== samples ||
      row.generation_wh !== generationWh ||
      (row.source === 'clear-sky' && isLit(day))
    )
  })
}

/** Runs of days without a hole, none longer than `most`. */
function inChunks(days: readonly string[], most: number): readonly (readonly string[])[] {
  const chunks: string[][] = []
  for (const day of days) {
    const chunk = chunks.at(-1)
    const before = chunk?.at(-1)
    if (chunk && before !== undefined && chunk.length < most && addDays(before, 1) === day) chunk.push(day)
    else chunks.push([day])
  }
  return chunks
}
