import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type { Db } from '../../db/database.ts'
import type { DeviceMeta, NewSample } from '../sample.ts'

export type DeviceOptions = Partial<Omit<DeviceMeta, 'plantId' | 'deviceId' | 'zone'>>

export async function addPlant(db: Db, zone = 'Europe/Berlin'): Promise<number> {
  const { id } = await db.kysely
    .insertInto('plants')
    .values({
      name: 'Hill',
      type: 'HOUSE_ROOF',
      grid_type: 'EXCESS',
      capacity_wp: 10_000,
      latitude: 50,
      longitude: 10,
      altitude_m: 0,
      address: '',
      country: '',
      zone,
      currency: 'EUR',
      price_per_kwh: null,
      azimuth_deg: 180,
      tilt_deg: 20,
      started_on: null,
      created_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

let serial = 0

export async function addDevice(
  db: Db,
  plantId: number,
  zone: string,
  options: DeviceOptions = {},
): Promise<DeviceMeta> {
  const meta = {
    quantities: [] as readonly QuantityId[],
    flows: ['generation'] as readonly Flow[],
    ratedW: 10_000,
    stepWh: 100,
    wrapsAtWh: null,
    ...options,
  }
  const { id } = await db.kysely
    .insertInto('devices')
    .values({
      plant_id: plantId,
      logger_id: null,
      serial: `S${++serial}`,
      name: 'Inverter',
      type: 'INVERTER',
      profile_id: 'test',
      quantities: [...meta.quantities],
      flows: [...meta.flows],
      rated_w: meta.ratedW,
      step_wh: meta.stepWh,
      wraps_at_wh: meta.wrapsAtWh,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { plantId, deviceId: id, zone, ...meta }
}

export const sampleAt = (device: DeviceMeta, at: string | number, values: Values): NewSample => ({
  device,
  atMs: typeof at === 'string' ? Date.parse(at) : at,
  timeSource: 'frame',
  values,
})
