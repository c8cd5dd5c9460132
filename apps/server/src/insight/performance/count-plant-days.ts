import { setImmediate } from 'node:timers/promises'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { hasPlace } from '@heliograph/domain/has-place.ts'
import { sourcesOf } from '@heliograph/domain/metering.ts'
import { STEP_DAYS } from '@heliograph/domain/performance/soiling.ts'
import { addDays, dayBounds, localDate } from '@heliograph/domain/time.ts'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { choosePowerSources } from '../../fleet/now/now.ts'
import type { PlantFacts } from '../../fleet/plants/plants.ts'
import { deviceDays, latest } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
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

/**
 * Judges a piece of a plant's days that are due: the newest of them.
 * @param keepDays older days are left out; 0: none
 * @returns `isDone`: no other day waits
 */
export async function countPlantDays(
  db: Db,
  facts: PlantFacts,
  nowMs: number,
  keepDays: number,
): Promise<Readonly<{ reason: Reason; isDone: boolean }>> {
  const { plantId, zone } = facts
  const none = (reason: Reason) => ({ reason, isDone: true })
  if (!hasPlace(facts)) return none('place')
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  const count = choosePowers(devices, facts.capacityWp).length
  if (count === 0) return none('inverter')
  const basis = await readBasis(db, plantId)
  const last = addDays(localDate(nowMs - SETTLES_MS, zone), -1)
  const oldest = keepDays === 0 ? '' : addDays(last, -keepDays)
  const known = [...basis.keys()].filter((day) => day <= last && day > oldest).sort()
  if (known.length === 0) return none('data')
  const basisOf = (day: string): Basis => basis.get(day) ?? nothing
  const isLit = await readLit(db, facts, known)
  const due = await listDue(db, plantId, known, basisOf, isLit)
  const most = Math.max(1, Math.min(LONGEST_CHUNK, Math.floor(CHUNK / count)))
  const chosen = sourcesOf(facts.metering)
  const sensors = chooseSensors(devices, chosen.irradiance)
  const gridSources = choosePowerSources(devices, facts.gridType, chosen)
  const newest = await latest(
    db,
    devices.map(({ deviceId }) => deviceId),
  )
  const firstDays = due.length === 0 ? new Map<number, number>() : await readFirstDays(db, plantId)
  const intervalMs = Math.max(...devices.map((device) => device.intervalMs))
  for (const days of inChunks(due.slice(-most), facts)) {
    const [from = last, to = last] = [days[0], days.at(-1)]
    const then = modulesOn(facts, from)
    const powers = choosePowers(devices, then.capacityWp)
    const span = { plantId, fromMs: dayBounds(from, zone).fromMs, toMs: dayBounds(to, zone).toMs }
    const chunk = await readChunk(db, span, powers, sensors, then, gridSources)
    const { past, usualShare, snowDay } = await readPast(db, plantId, from, addDays(from, -STEP_DAYS))
    const judged: CountedDay[] = []
    let lastSnow = snowDay
    for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
      judged.push(
        ...judgeDays({
          facts: then,
          days: days.slice(at, at + DAYS_AT_ONCE),
          powers,
          chunk,
          intervalMs,
          past,
          producedWh: (day) => basisOf(day).generationWh,
          heardMs: (deviceId) => newest.get(deviceId)?.atMs ?? Number.NEGATIVE_INFINITY,
          firstDayMs: (deviceId) => firstDays.get(deviceId),
          usualShare: usualShare ?? FIRST_USUAL_SHARE,
          snowDay: lastSnow,
        }),
      )
      lastSnow = judged.findLast(({ losses }) => losses.some(({ kind }) => kind === 'snow'))?.day ?? lastSnow
      // Loggers and pages are served between the days.
      await setImmediate()
    }
    await writeDays(db, plantId, then.capacityWp, judged, basisOf, isLit)
  }
  return { reason: '', isDone: due.length <= most }
}

/** Start of the first local day with anything of each device. */
async function readFirstDays(db: Db, plantId: number): Promise<ReadonlyMap<number, number>> {
  const days = await deviceDays(db.kysely, plantId)
  return new Map([...days].map(([deviceId, starts]) => [deviceId, starts.reduce((a, b) => Math.min(a, b))]))
}

const nothing: Basis = { samples: 0, generationWh: null }

/** Samples and generation of each day of a plant with data. */
async function readBasis(db: Db, plantId: number): Promise<ReadonlyMap<string, Basis>> {
  const rows = await db.kysely
    .selectFrom('plant_days')
    .select(['day', 'samples', 'generation_wh'])
    .where('plant_id', '=', plantId)
    .where(({ or, eb }) => or([eb('samples', '>', 0), eb('generation_wh', 'is not', null)]))
    .execute()
  return new Map(rows.map((row) => [row.day, { samples: row.samples, generationWh: row.generation_wh }]))
}

/** Whether a weather service has told the light of all hours of a day. */
async function readLit(
  db: Db,
  { plantId, zone }: PlantFacts,
  known: readonly string[],
): Promise<(day: string) => boolean> {
  const lit = await listLitDays(db, plantId, known[0] ?? '', known.at(-1) ?? '')
  // A local day lies on two days of UTC, or on three.
  return (day) => {
    const { fromMs, toMs } = dayBounds(day, zone)
    return lit.has(localDate(fromMs, 'UTC')) && lit.has(localDate(toMs - 1, 'UTC'))
  }
}

/** Days without a row, whose row was counted from less, or whose weather came after they were judged without. */
async function listDue(
  db: Db,
  plantId: number,
  known: readonly string[],
  basisOf: (day: string) => Basis,
  isLit: (day: string) => boolean,
): Promise<readonly string[]> {
  const rows = await db.kysely
    .selectFrom('performance_days')
    .select(['day', 'samples', 'generation_wh', 'source', 'is_lit'])
    .where('plant_id', '=', plantId)
    .execute()
  const counted = new Map(rows.map((row) => [row.day, row]))
  return known.filter((day) => {
    const row = counted.get(day)
    const { samples, generationWh } = basisOf(day)
    return (
      row === undefined ||
      row.samples !== samples ||
      row.generation_wh !== generationWh ||
      (row.source === 'clear-sky' && !row.is_lit && isLit(day))
    )
  })
}

/** Runs of days without a hole, on which the plant had the same modules. */
function inChunks(days: readonly string[], { formerModules }: PlantFacts): readonly (readonly string[])[] {
  const chunks: string[][] = []
  for (const day of days) {
    const chunk = chunks.at(-1)
    const before = chunk?.at(-1)
    if (
      chunk &&
      before !== undefined &&
      addDays(before, 1) === day &&
      !formerModules.some(({ until }) => until === day)
    )
      chunk.push(day)
    else chunks.push([day])
  }
  return chunks
}
