import { deviceKinds } from '@heliograph/domain/device.ts'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { likenessOf, type PowerPair } from '@heliograph/domain/same-device.ts'
import { sql } from 'kysely'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { LINE_WIRE, POLLED_WIRE } from '../ingest/ingest.ts'

const SLOT_MS = 5 * MINUTE_MS
const AT_ONCE = 100
/** Devices of a plant that are compared: each with each. */
const MOST_COMPARED = 16
/** Ways whose devices name themselves: two serial numbers are two devices. */
const NAMED_WAYS: ReadonlySet<string> = new Set(['modbus-tcp', 'solarman-local', 'solarman-push', LINE_WIRE])

/**
 * Compares the powers of devices that plants read by several ways, over the last day. Only plants with a device that this
 * server reads are looked at: three statements for a hundred of them, and one for the powers of each.
 * @returns the number of pairs that look like one device
 */
export async function findLikenesses(
  db: Db,
  nowMs: number,
  { signal }: Readonly<{ signal?: AbortSignal }> = {},
): Promise<number> {
  let found = 0
  for (let after = 0; !signal?.aborted; ) {
    const { rows } = await sql<{ plant_id: number }>`
      select distinct plant_id from loggers where wire = ${POLLED_WIRE} and plant_id > ${after}
      order by plant_id limit ${AT_ONCE}`.execute(db.kysely)
    const ids = rows.map(({ plant_id: id }) => id)
    const last = ids.at(-1)
    if (last === undefined) return found
    after = last
    const [byPlant, ways] = await Promise.all([listDevicesOfPlants(db, ids), readWays(db, ids)])
    for (const plantId of ids) {
      if (signal?.aborted) return found
      found += await comparePlant(db, plantId, byPlant.get(plantId) ?? [], ways, nowMs)
    }
  }
  return found
}

/** The way in which a logger's devices are read, and those that have the number of their stick for want of their own. */
type LoggerWay = Readonly<{ way: string; nameless: readonly string[] }>

async function readWays(db: Db, plantIds: readonly number[]): Promise<ReadonlyMap<number, LoggerWay>> {
  const { rows } = await sql<LoggerWay & { id: number }>`
    select l.id, coalesce(t.way, l.wire) as way,
      array(select d ->> 'serial' from jsonb_array_elements(t.devices) d where d ->> 'serial' = d ->> 'logger') as nameless
    from loggers l left join collect_targets t on t.logger_id = l.id
    where l.plant_id = any(${plantIds}::bigint[])`.execute(db.kysely)
  return new Map(rows.map(({ id, ...way }) => [id, way]))
}

type Compared = Readonly<{ device: PlantDevice; kind: 'production' | 'grid'; powers: readonly QuantityId[] }>

function toCompared(device: PlantDevice): readonly Compared[] {
  if (device.isApart || device.loggerId === null) return []
  if (deviceKinds[device.type].isMeter)
    return device.quantities.includes('gridPowerW') ? [{ device, kind: 'grid', powers: ['gridPowerW'] }] : []
  const powers = productionPowers(device.quantities)
  return powers.length > 0 ? [{ device, kind: 'production', powers }] : []
}

function listPairs(
  compared: readonly Compared[],
  ways: ReadonlyMap<number, LoggerWay>,
): readonly (readonly [Compared, Compared])[] {
  const isNamed = ({ device }: Compared): boolean => {
    const { way = '', nameless = [] } = ways.get(device.loggerId ?? 0) ?? {}
    return NAMED_WAYS.has(way) && !nameless.includes(device.serial)
  }
  return compared.flatMap((one, index) =>
    compared.slice(index + 1).flatMap((other): (readonly [Compared, Compared])[] => {
      const isOneWay = one.device.loggerId === other.device.loggerId
      const areNamed = isNamed(one) && isNamed(other)
      return isOneWay || areNamed || one.kind !== other.kind ? [] : [[one, other]]
    }),
  )
}

async function comparePlant(
  db: Db,
  plantId: number,
  devices: readonly PlantDevice[],
  ways: ReadonlyMap<number, LoggerWay>,
  nowMs: number,
): Promise<number> {
  const pairs = listPairs(devices.flatMap(toCompared).slice(0, MOST_COMPARED), ways)
  if (pairs.length === 0) return 0
  const involved = pairs.flat()
  const found = await seriesOfDevices(db, {
    plantId,
    deviceIds: [...new Set(involved.map(({ device }) => device.deviceId))],
    quantities: [...new Set(involved.flatMap(({ powers }) => powers))],
    fromMs: nowMs - DAY_MS,
    toMs: nowMs,
    resolution: 'sample',
  })
  const slotsOf = ({ device, powers }: Compared): readonly (number | null)[] => {
    const series = (found.get(device.deviceId) ?? []).filter(({ quantity }) => powers.includes(quantity))
    return Array.from({ length: DAY_MS / SLOT_MS }, (_, slot) => {
      const fromMs = nowMs - DAY_MS + slot * SLOT_MS
      return sumOf(series.map(({ points }) => meanOf(points, fromMs)))
    })
  }
  const slots = new Map(involved.map((compared) => [compared, slotsOf(compared)]))
  const alike = pairs.flatMap(([one, other]) => {
    const others = slots.get(other)
    const pairsOfWatts = (slots.get(one) ?? []).map((watts, slot): PowerPair => [watts, others?.[slot] ?? null])
    const likeness = likenessOf(pairsOfWatts)
    const ids = [one.device.deviceId, other.device.deviceId].sort((a, b) => a - b)
    return likeness === undefined ? [] : [{ ids, likeness }]
  })
  if (alike.length > 0)
    await sql`insert into device_likenesses (plant_id, device_id, other_id, likeness, seen_at)
      select ${plantId}, e.one, e.other, e.likeness, ${new Date(nowMs)}
      from unnest(${alike.map(({ ids }) => ids[0])}::bigint[], ${alike.map(({ ids }) => ids[1])}::bigint[],
        ${alike.map(({ likeness }) => likeness)}::float8[]) as e (one, other, likeness)
      on conflict (device_id, other_id) do update set likeness = excluded.likeness, seen_at = excluded.seen_at`.execute(
      db.kysely,
    )
  return alike.length
}

function meanOf(points: readonly Readonly<{ atMs: number; value: number }>[], fromMs: number): number | null {
  const own = points.filter(({ atMs }) => atMs >= fromMs && atMs < fromMs + SLOT_MS)
  return own.length === 0 ? null : own.reduce((sum, { value }) => sum + value, 0) / own.length
}

const sumOf = (parts: readonly (number | null)[]): number | null =>
  parts.length === 0 || parts.includes(null) ? null : parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
