import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { fitsPlant } from '@heliograph/domain/plant-rating.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import { pvQuantities } from '../now/now.ts'

/** Inverters that come within this time of the plant's first one belong to its installation. */
const INSTALLATION = '7 days'
/** What a device was heard to deliver is written when it grew by so much: a score of times in its first days. */
const GROWTH = 1.25
const LEAST_GROWTH_W = 50

/** The power that a record says its device delivers, W; 0 without one. */
export function deliveredW(values: Values): number {
  const quantities = pvQuantities(Object.keys(values) as QuantityId[])
  return quantities.reduce((sum, quantity) => sum + Math.max(0, values[quantity] ?? 0), 0)
}

export const hasGrown = (observedW: number, nowW: number): boolean => nowW > observedW * GROWTH + LEAST_GROWTH_W

export type HeardDevice = Readonly<{ serial: string; observedW: number }>

type Row = {
  id: number
  serial: string
  type: DeviceType
  rated_w: number | null
  observed_w: number
  standing: string
  is_confirmed: boolean
  is_here: boolean
  is_late: boolean
}

/**
 * Decides whether inverters that nobody confirmed are counted, by what they were heard to deliver. The plant's row must be
 * locked; the energies are assigned afterwards.
 */
export async function judgeNewcomers(
  client: pg.PoolClient,
  plantId: number,
  capacityWp: number,
  heard: readonly HeardDevice[],
): Promise<void> {
  const { rows } = await client.query<Row>(
    `select id, serial, type, rated_w, observed_w, standing, confirmed_at is not null as is_confirmed,
       removed_at is null or logger_id is not null as is_here,
       created_at > (select min(created_at) from devices where plant_id = $1 and type = any($2::text[])) + $3::interval
         as is_late
     from devices where plant_id = $1 and type = any($2::text[]) order by id`,
    [plantId, inverterTypes, INSTALLATION],
  )
  const observed = new Map(heard.map(({ serial, observedW }) => [serial, observedW]))
  for (const row of rows) row.observed_w = Math.max(row.observed_w, observed.get(row.serial) ?? 0)
  const counted = new Set(rows.filter(({ standing, is_here: isHere }) => standing === 'counted' && isHere))
  const waiting: number[] = []
  const confirmed: number[] = []
  for (const row of rows) {
    if (!observed.has(row.serial) || !counted.has(row) || row.is_confirmed) continue
    const others = [...counted].filter((one) => one !== row)
    if (others.length === 0) confirmed.push(row.id)
    // Without a rating the plant's capacity stands for it, except where the plant is just being installed.
    const ownW = row.rated_w ?? Math.max(row.observed_w, row.is_late ? capacityWp : 0)
    if (fitsPlant(capacityWp, others.map(ratingOf), ownW)) continue
    counted.delete(row)
    waiting.push(row.id)
  }
  const known = rows.filter(({ serial }) => observed.has(serial))
  await client.query(
    `update devices d set observed_w = e.observed_w,
       confirmed_at = case when d.id = any($3::bigint[]) then now() else d.confirmed_at end,
       standing = case when d.id = any($4::bigint[]) then 'waiting' else d.standing end,
       waits_since = case when d.id = any($4::bigint[]) then now() else d.waits_since end
     from unnest($1::bigint[], $2::float8[]) as e (id, observed_w) where d.id = e.id`,
    [known.map(({ id }) => id), known.map((one) => one.observed_w), confirmed, waiting],
  )
  if (waiting.length > 0) await askRecount(client, plantId, waiting)
}

const ratingOf = ({ rated_w: ratedW, observed_w: observedW }: Row): number => ratedW ?? observedW

const inverterTypes = (Object.keys(deviceKinds) as DeviceType[]).filter((type) => deviceKinds[type].isInverter)

/** What an inverter made while it was counted is taken out again. The queue takes the order up within a minute. */
async function askRecount(client: pg.PoolClient, plantId: number, deviceIds: readonly number[]): Promise<void> {
  await client.query(
    `insert into recounts (plant_id, asked_at)
     select $1, now() where exists (select from device_latest where plant_id = $1 and device_id = any($2::bigint[]))
     on conflict (plant_id) do update set asked = recounts.asked + 1, asked_at = now(),
       state = case recounts.state when 'running' then 'running' else 'queued' end`,
    [plantId, deviceIds],
  )
}
