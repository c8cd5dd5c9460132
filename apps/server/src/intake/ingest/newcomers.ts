import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { groupBy } from '@heliograph/domain/group-by.ts'
import { fitsPlant } from '@heliograph/domain/plant-rating.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import { LostRace } from '../../platform/db/transaction.ts'

/** Inverters that come within this time of the plant's first one belong to its installation. */
const INSTALLATION = '7 days'
/** A device's observed power is written when it grew by so much: a score of times in its first days. */
const GROWTH = 1.25
const LEAST_GROWTH_W = 50

/** The power that a record says its device delivers, W; 0 without one. */
export function deliveredW(values: Values): number {
  const quantities = productionPowers(Object.keys(values) as QuantityId[])
  return quantities.reduce((sum, quantity) => sum + Math.max(0, values[quantity] ?? 0), 0)
}

export const hasGrown = (observedW: number, nowW: number): boolean => nowW > observedW * GROWTH + LEAST_GROWTH_W

export type HeardDevice = Readonly<{ plantId: number; serial: string; observedW: number }>

type Row = {
  id: number
  plant_id: number
  serial: string
  type: DeviceType
  rated_w: number | null
  observed_w: number
  version: string
  standing: string
  is_confirmed: boolean
  is_here: boolean
  is_late: boolean
}

type Judged = { grown: Row[]; confirmed: number[]; waiting: Row[] }

/** The version of a row before and now, where nothing but its power or its confirmation changed. */
export type Rewritten = Readonly<{ deviceId: number; before: string; version: string }>
export type Judgement = Readonly<{ rewritten: readonly Rewritten[]; waitingPlantIds: ReadonlySet<number> }>

/**
 * Decides whether unconfirmed inverters are counted, by the power that they delivered. The plants' rows must be locked;
 * the energies are assigned afterwards.
 * @param capacityWp of each plant, Wp
 * @returns the rows that were written, and the plants whose energies have fewer devices now
 * @throws LostRace when a device was changed in the meantime
 */
export async function judgeNewcomers(
  client: pg.PoolClient,
  capacityWp: ReadonlyMap<number, number>,
  heard: readonly HeardDevice[],
): Promise<Judgement> {
  const { rows } = await client.query<Row>(
    `select id, plant_id, serial, type, rated_w, observed_w, xmin::text as version, standing, confirmed_at is not null as is_confirmed,
       removed_at is null or logger_id is not null as is_here,
       created_at > min(created_at) over (partition by plant_id) + $3::interval as is_late
     from devices where plant_id = any($1::bigint[]) and type = any($2::text[]) order by id`,
    [[...capacityWp.keys()], inverterTypes, INSTALLATION],
  )
  const heardIn = groupBy(heard, ({ plantId }) => plantId)
  const judged: Judged = { grown: [], confirmed: [], waiting: [] }
  for (const [plantId, ofPlant] of groupBy(rows, (row) => row.plant_id))
    judgePlant(capacityWp.get(plantId) ?? 0, ofPlant, heardIn.get(plantId) ?? [], judged)
  const { grown, confirmed, waiting } = judged
  const waitingPlantIds = new Set(waiting.map((row) => row.plant_id))
  if (grown.length + confirmed.length + waiting.length === 0) return { rewritten: [], waitingPlantIds }
  const [isConfirmed, isWaiting] = [new Set(confirmed), new Set(waiting)]
  const changed = new Map(grown.map((row) => [row.id, row]))
  for (const row of rows) if (isConfirmed.has(row.id) || isWaiting.has(row)) changed.set(row.id, row)
  const written = await client.query<{ id: number; version: string }>(
    `update devices d set observed_w = e.observed_w,
       confirmed_at = case when d.id = any($3::bigint[]) then now() else d.confirmed_at end,
       standing = case when d.id = any($4::bigint[]) then 'waiting' else d.standing end,
       waits_since = case when d.id = any($4::bigint[]) then now() else d.waits_since end
     from unnest($1::bigint[], $2::float8[], $5::text[]) as e (id, observed_w, version)
     where d.id = e.id and d.xmin::text = e.version
     returning d.id, d.xmin::text as version`,
    [
      [...changed.keys()],
      [...changed.values()].map((row) => row.observed_w),
      confirmed,
      waiting.map(({ id }) => id),
      [...changed.values()].map(({ version }) => version),
    ],
  )
  if (written.rowCount !== changed.size) throw new LostRace('a device is not what it was when it was judged')
  if (waiting.length > 0) await askRecounts(client, waiting)
  const rewritten = written.rows.flatMap(({ id, version }): Rewritten[] => {
    const row = changed.get(id)
    return row === undefined || waitingPlantIds.has(row.plant_id)
      ? []
      : [{ deviceId: id, before: row.version, version }]
  })
  return { rewritten, waitingPlantIds }
}

function judgePlant(capacityWp: number, rows: readonly Row[], heard: readonly HeardDevice[], judged: Judged): void {
  const observed = new Map(heard.map(({ serial, observedW }) => [serial, observedW]))
  for (const row of rows) {
    const observedW = observed.get(row.serial) ?? 0
    if (observedW <= row.observed_w) continue
    row.observed_w = observedW
    judged.grown.push(row)
  }
  const counted = new Set(rows.filter(({ standing, is_here: isHere }) => standing === 'counted' && isHere))
  for (const row of rows) {
    if (!observed.has(row.serial) || !counted.has(row) || row.is_confirmed) continue
    const others = [...counted].filter((item) => item !== row)
    if (others.length === 0) judged.confirmed.push(row.id)
    // Without a rating the plant's capacity stands for it, except where the plant is just being installed.
    const ownW = row.rated_w ?? Math.max(row.observed_w, row.is_late ? capacityWp : 0)
    if (fitsPlant(capacityWp, others.map(ratingOf), ownW)) continue
    counted.delete(row)
    judged.waiting.push(row)
  }
}

const ratingOf = ({ rated_w: ratedW, observed_w: observedW }: Row): number => ratedW ?? observedW

const inverterTypes = (Object.keys(deviceKinds) as DeviceType[]).filter((type) => deviceKinds[type].isInverter)

/**
 * Energy that an inverter made while it was counted is taken out again. The queue takes the orders up within a minute.
 */
async function askRecounts(client: pg.PoolClient, waiting: readonly Row[]): Promise<void> {
  await client.query(
    `insert into recounts (plant_id, asked_at)
     select distinct l.plant_id, now() from device_latest l
       join unnest($1::bigint[], $2::bigint[]) as e (plant_id, device_id) using (plant_id, device_id)
     order by l.plant_id
     on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(),
       state = case recounts.state when 'running' then 'running' else 'queued' end`,
    [waiting.map((row) => row.plant_id), waiting.map(({ id }) => id)],
  )
}
