import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { runClientTransaction } from '../db/transaction.ts'
import { assignPlantFlows } from '../devices/devices.ts'
import { judgeNewcomers } from './newcomers.ts'

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
 * deliver: an inverter too large for its plant waits for its owner's word.
 */
export async function addDevices(db: Db, devices: readonly NewDevice[], devicesPerLogger: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    // In one order everywhere, or two nodes could deadlock.
    for (const plantId of [...new Set(devices.map((one) => one.plantId))].sort((a, b) => a - b)) {
      await addToPlant(
        client,
        plantId,
        devices.filter((one) => one.plantId === plantId),
        devicesPerLogger,
      )
    }
  })
}

async function addToPlant(
  client: pg.PoolClient,
  plantId: number,
  devices: readonly NewDevice[],
  devicesPerLogger: number,
): Promise<void> {
  // Two nodes that add to one plant take turns, so that each assigns flows knowing the other's device.
  const text = 'select capacity_wp from plants where id = $1 for no key update'
  const [plant] = (await client.query<{ capacity_wp: number }>(text, [plantId])).rows
  if (plant === undefined) return
  for (const { loggerId, decoded, isVouched } of devices) {
    await client.query(
      `insert into devices (plant_id, logger_id, serial, name, type, profile_id, rated_w, texts, confirmed_at, removed_at)
       select $1, $2::bigint, $3, $4, $5, $6, $7, $8, case when $10 then now() end, case when $2::bigint is null then now() end
       where (select count(*) from devices where plant_id = $1 and logger_id = $2 and serial <> $3) < $9
       on conflict (plant_id, serial) do update set logger_id = excluded.logger_id, type = excluded.type,
         profile_id = excluded.profile_id, rated_w = coalesce(devices.rated_w, excluded.rated_w), texts = excluded.texts,
         announced_at = null where devices.announced_at is not null`,
      [plantId, loggerId, ...toColumns(decoded), devicesPerLogger, isVouched],
    )
  }
  const heard = devices.map(({ decoded, observedW }) => ({ serial: decoded.deviceSerial, observedW }))
  await judgeNewcomers(client, plantId, plant.capacity_wp, heard)
  const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
  await assignPlantFlows(
    query,
    plantId,
    devices.map(({ decoded }) => decoded),
  )
}

function toColumns(decoded: Decoded): unknown[] {
  const profile = findProfileById(decoded.profileId)
  const name = decoded.deviceName ?? `${profile?.maker ?? ''} ${decoded.deviceSerial}`.trim()
  const ratedW = decoded.values.ratedPowerW
  return [
    decoded.deviceSerial,
    name,
    decoded.deviceType,
    decoded.profileId,
    ratedW !== undefined && ratedW > 0 ? ratedW : null,
    decoded.texts,
  ]
}
