import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { deviceKinds } from '@heliograph/domain/device.ts'
import type { MeterRole } from '@heliograph/domain/meter-role.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import { assignPlantFlows } from '../../fleet/devices/devices.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { judgeNewcomers, type Rewritten } from './newcomers.ts'

export type NewDevice = Readonly<{
  plantId: number
  /** null: its logger is at another plant by now, so the device is one of the past here. */
  loggerId: number | null
  decoded: Decoded
  /** The most power it delivered in these records, W. */
  observedW: number
  /** Its sender is known to belong to the plant. */
  isVouched: boolean
}>

/**
 * Adds devices on first sight, takes those that were announced as what they are, and reassigns the energies of their plants. Of existing ones it only learns what they
 * deliver: an inverter too large for its plant waits for its owner's word. The number of statements does not depend on the number of devices.
 */
export async function addDevices(db: Db, devices: readonly NewDevice[], devicesPerLogger: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    const capacityWp = await lockPlants(client, devices)
    const here = devices.filter(({ plantId }) => capacityWp.has(plantId))
    await insertDevices(client, here, devicesPerLogger)
    await judgeNewcomers(client, capacityWp, here.map(toHeard))
    await assignPlantFlows(toQuery(client), [...capacityWp.keys()], here.map(toSent))
  })
}

/**
 * Learns what known devices deliver: more than ever before. Three statements for any number of them, and more where one
 * must wait.
 * @returns of each device that is as it was but for that, the version of its row before and now
 */
export async function growDevices(db: Db, devices: readonly NewDevice[]): Promise<ReadonlyMap<number, Rewritten>> {
  return await runClientTransaction(db.pool, async (client) => {
    const capacityWp = await lockPlants(client, devices)
    const here = devices.filter(({ plantId }) => capacityWp.has(plantId))
    const { rewritten, waitingPlantIds } = await judgeNewcomers(client, capacityWp, here.map(toHeard))
    if (waitingPlantIds.size > 0) {
      const theirs = here.filter(({ plantId }) => waitingPlantIds.has(plantId))
      await assignPlantFlows(toQuery(client), [...waitingPlantIds], theirs.map(toSent))
    }
    return new Map(rewritten.map((row) => [row.deviceId, row]))
  })
}

const toQuery = (client: pg.PoolClient) => async (text: string, values: unknown[]) =>
  (await client.query(text, values)).rows
const toHeard = ({ plantId, decoded, observedW }: NewDevice) => ({ plantId, serial: decoded.deviceSerial, observedW })
const toSent = ({ plantId, decoded }: NewDevice) => ({ ...decoded, plantId })

/**
 * Two nodes that add to one plant take turns, so that each assigns flows knowing the other's device; in one order
 * everywhere, or they could deadlock.
 * @returns the capacity of each plant that there is, Wp
 */
async function lockPlants(client: pg.PoolClient, devices: readonly NewDevice[]): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.query<{ id: number; capacity_wp: number }>(
    'select id, capacity_wp from plants where id = any($1::bigint[]) order by id for no key update',
    [[...new Set(devices.map(({ plantId }) => plantId))]],
  )
  return new Map(rows.map((row) => [row.id, row.capacity_wp]))
}

async function insertDevices(
  client: pg.PoolClient,
  devices: readonly NewDevice[],
  devicesPerLogger: number,
): Promise<void> {
  if (devices.length === 0) return
  const columns = devices.map(({ decoded }) => toColumns(decoded))
  await client.query(
    `with wanted as (
       select e.*, exists (select from devices d where d.plant_id = e.plant_id and d.serial = e.serial) as is_known,
         (select count(*) from devices d
          where d.plant_id = e.plant_id and d.logger_id = e.logger_id and d.serial <> e.serial) as others
       from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::float8[], $8::jsonb[],
         $9::boolean[], $11::text[]) with ordinality
         as e (plant_id, logger_id, serial, name, type, profile_id, rated_w, texts, is_vouched, meter_role, place)),
     ranked as (
       select *, others + count(*) filter (where not is_known) over (partition by plant_id, logger_id order by place
         rows between unbounded preceding and 1 preceding) as earlier from wanted)
     insert into devices (plant_id, logger_id, serial, name, type, profile_id, rated_w, texts, meter_role, confirmed_at,
       removed_at)
     select plant_id, logger_id, serial, name, type, profile_id, rated_w, texts, meter_role, case when is_vouched then now() end,
       case when logger_id is null then now() end
     from ranked where logger_id is null or earlier < $10 order by plant_id, place
     on conflict (plant_id, serial) do update set logger_id = excluded.logger_id, type = excluded.type,
       profile_id = excluded.profile_id, rated_w = coalesce(devices.rated_w, excluded.rated_w), texts = excluded.texts,
       announced_at = null where devices.announced_at is not null`,
    [
      devices.map(({ plantId }) => plantId),
      devices.map(({ loggerId }) => loggerId),
      columns.map(({ serial }) => serial),
      columns.map(({ name }) => name),
      columns.map(({ type }) => type),
      columns.map(({ profileId }) => profileId),
      columns.map(({ ratedW }) => ratedW),
      columns.map(({ texts }) => JSON.stringify(texts)),
      devices.map(({ isVouched }) => isVouched),
      devicesPerLogger,
      columns.map(({ meterRole }) => meterRole),
    ],
  )
}

function toColumns({ deviceSerial: serial, deviceName, deviceType: type, profileId, values, texts }: Decoded) {
  const maker = findProfileById(profileId)?.maker ?? ''
  const ratedW = values.ratedPowerW
  return {
    serial,
    name: deviceName ?? `${maker} ${serial}`.trim(),
    type,
    profileId,
    ratedW: ratedW !== undefined && ratedW > 0 ? ratedW : null,
    texts,
    meterRole: statedRole(type, texts),
  }
}

/**
 * The use that a meter states itself (SunSpec). At the grid nothing need be said: the first meter of a plant measures it,
 * and a second one that is there too would count it twice.
 */
const statedRole = (type: Decoded['deviceType'], { meterRole }: Decoded['texts']): MeterRole | null =>
  deviceKinds[type].isMeter && (meterRole === 'load' || meterRole === 'generation') ? meterRole : null
