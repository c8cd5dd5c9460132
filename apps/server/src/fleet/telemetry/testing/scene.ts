import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type { Db } from '../../../platform/db/database.ts'
import type { SunWeight } from '../../../platform/sun/sun.ts'
import type { DeviceMeta, NewSample } from '../sample.ts'

export type DeviceOptions = Readonly<{
  quantities?: readonly QuantityId[]
  flows?: readonly Flow[]
  ratedW?: number
  /** Steps of the total and of "today". */
  stepWh?: number
  todayStepWh?: number
  wrapsAtWh?: number
  sun?: SunWeight
}>

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
  const { quantities = [], flows = ['generation'], sun = null, stepWh = 100, ratedW = 10_000 } = options
  const rule = {
    ratedW,
    totalStepWh: stepWh,
    todayStepWh: options.todayStepWh ?? stepWh,
    maxStepWh: stepWh * 10,
    wrapsAtWh: options.wrapsAtWh,
  }
  const ruleOf = (total: QuantityId) =>
    total.startsWith('generation') || total.startsWith('pv') ? rule : { ...rule, ratedW: ratedW * 10 }
  const { id } = await db.kysely
    .insertInto('devices')
    .values({
      plant_id: plantId,
      logger_id: null,
      serial: `S${++serial}`,
      name: 'Inverter',
      type: 'INVERTER',
      profile_id: 'test',
      quantities: [...quantities],
      flows: [...flows],
      rated_w: ratedW,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { plantId, deviceId: id, zone, quantities, flows, ruleOf, sun }
}

export const sampleAt = (device: DeviceMeta, at: string | number, values: Values): NewSample => ({
  device,
  atMs: typeof at === 'string' ? Date.parse(at) : at,
  timeSource: 'frame',
  values,
})
