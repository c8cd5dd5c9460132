import { profileQuantities } from '@heliograph/devices/profiles/profile.ts'
import { findProfileById } from '@heliograph/devices/profiles/registry.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type pg from 'pg'
import type { Db } from '../db/database.ts'
import { runClientTransaction } from '../db/transaction.ts'
import { assignFlows } from './assign-flows.ts'

export type NewDevice = Readonly<{ plantId: number; loggerId: number; decoded: Decoded }>

/** Adds devices on first sight and gives the energies of their plants to their devices anew. Does nothing for those that exist. */
export async function addDevices(db: Db, devices: readonly NewDevice[], devicesPerLogger: number): Promise<void> {
  await runClientTransaction(db.pool, async (client) => {
    // In one order for everybody, or two nodes could wait for each other.
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
  await assignPlantFlows(client, plantId, devices)
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

type Row = {
  id: number
  serial: string
  type: DeviceType
  profile_id: string
  quantities: QuantityId[]
  flows: string[]
}

/** The rule is in assign-flows.ts. Only what is stored from now on is affected. */
async function assignPlantFlows(client: pg.PoolClient, plantId: number, wanted: readonly NewDevice[]): Promise<void> {
  const text = 'select id, serial, type, profile_id, quantities, flows from devices where plant_id = $1'
  const { rows } = await client.query<Row>(text, [plantId])
  const candidates = rows.map((row) => {
    const profile = findProfileById(row.profile_id)
    const sent = wanted.find(({ decoded }) => decoded.deviceSerial === row.serial)?.decoded.values ?? {}
    // One without a profile can deliver what it has sent, and what it sends now.
    const quantities = profile
      ? profileQuantities(profile)
      : [...row.quantities, ...(Object.keys(sent) as QuantityId[])]
    return { id: row.id, type: row.type, quantities }
  })
  const assigned = assignFlows(candidates)
  for (const row of rows) {
    const next = assigned.get(row.id) ?? []
    if (next.join() === row.flows.join()) continue
    await client.query('update devices set flows = $2 where id = $1', [row.id, next])
  }
}
