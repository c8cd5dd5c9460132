import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { runClientTransaction } from '../db/transaction.ts'
import { assignPlantFlows } from '../devices/devices.ts'

export type NewDevice = Readonly<{ plantId: number; loggerId: number; decoded: Decoded }>

/** Adds devices on first sight and reassigns the energies of their plants. Does nothing for existing devices. */
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
  const { rowCount } = await client.query('select from plants where id = $1 for no key update', [plantId])
  if (rowCount === 0) return
  for (const { loggerId, decoded } of devices) {
    await client.query(
      `insert into devices (plant_id, logger_id, serial, name, type, profile_id, rated_w, texts)
       select $1, $2, $3, $4, $5, $6, $7, $8
       where (select count(*) from devices where plant_id = $1 and logger_id = $2) < $9
       on conflict (plant_id, serial) do nothing`,
      [plantId, loggerId, ...toColumns(decoded), devicesPerLogger],
    )
  }
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
