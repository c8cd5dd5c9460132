import { findProfileById } from '@heliograph/devices/catalog/registry.ts'
import { type DeviceType, deviceKinds } from '@heliograph/domain/device.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { countsAs, type MeterWiring, meterPower } from '@heliograph/domain/meter-role.ts'
import { getQuantity, type Quantity } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { latest } from '../telemetry/telemetry.ts'
import { findDevice, type PlantDevice } from './plant-devices.ts'
import { type AskRecount, recountDevices } from './recount-devices.ts'

type Place = Readonly<{ plantId: number; deviceId: number }>

/** A reading as the meter says it and as it counts. W, Wh. */
export type MeterReading = Readonly<{
  quantity: Quantity
  value: number | null
  /** A flow of the plant, or the role of a power; null: it counts as nothing. */
  countsAs: string | null
  countedValue: number | null
  atMs: number | null
}>

export type MeterSpec = Readonly<{
  device: PlantDevice
  model: string
  wiring: MeterWiring
  readings: readonly MeterReading[]
}>

/** @throws Refusal NOT_FOUND for what is no meter of the plant */
export async function getMeterSpec(db: Db, { plantId, deviceId }: Place): Promise<MeterSpec> {
  const device = await findDevice(db, deviceId)
  if (device === undefined || device.plantId !== plantId || !deviceKinds[device.type].isMeter)
    throw new Refusal('NOT_FOUND')
  const wiring = await readWiring(db, deviceId)
  const newest = (await latest(db, [deviceId])).get(deviceId)
  const profile = findProfileById(device.profileId)
  const counted = countsAs(wiring, device.quantities)
  const power = meterPower(wiring, device.quantities)
  const readings = device.quantities.flatMap((quantity): MeterReading[] => {
    const flow = flows.find((item) => flowCounters[item].total === quantity || flowCounters[item].today === quantity)
    const isPower = power?.quantity === quantity
    if (flow === undefined && !isPower && quantity !== 'gridPowerW') return []
    const found = newest?.values[quantity]
    const target = isPower ? powerRoleOf(device, wiring) : flow && targetOf(device, counted[flow])
    const factor = isPower ? (power?.factor ?? 1) : wiring.ratio
    return [
      {
        quantity: getQuantity(quantity),
        value: found?.value ?? null,
        countsAs: target ?? null,
        countedValue: target === undefined || found === undefined ? null : found.value * factor,
        atMs: found?.atMs ?? null,
      },
    ]
  })
  const model = profile === undefined ? (device.texts.model ?? '') : `${profile.maker} ${profile.model}`
  return { device, model, wiring, readings }
}

const targetOf = ({ flows: own }: PlantDevice, flow: Flow | undefined): Flow | undefined =>
  flow !== undefined && own.includes(flow) ? flow : undefined

/** A second meter at the grid counts only if its owner says so. */
const powerRoleOf = ({ flows: own }: PlantDevice, { role }: MeterWiring): string | undefined =>
  role ?? (own.includes('import') || own.includes('export') ? 'grid' : undefined)

async function readWiring(db: Db, deviceId: number): Promise<MeterWiring> {
  const row = await db.kysely
    .selectFrom('devices')
    .select(['meter_role', 'meter_ratio', 'meter_is_reversed'])
    .where('id', '=', deviceId)
    .executeTakeFirstOrThrow(notFound)
  return { role: row.meter_role, ratio: row.meter_ratio, isReversed: row.meter_is_reversed }
}

/**
 * Says how a meter is wired. The energies of the plant are assigned anew and its history is recounted.
 * @throws Refusal NOT_FOUND for what is no meter of the plant
 */
export async function wireMeter(
  db: Db,
  recounts: AskRecount,
  { plantId, deviceId }: Place,
  edit: Partial<MeterWiring>,
): Promise<Readonly<{ before: MeterWiring; after: MeterWiring }>> {
  return db.transaction(async (transaction) => {
    // The plant first, as ingest does when it adds a device.
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    const row = await transaction
      .selectFrom('devices')
      .select(['type', 'meter_role', 'meter_ratio', 'meter_is_reversed'])
      .where('id', '=', deviceId)
      .where('plant_id', '=', plantId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (row === undefined || !deviceKinds[row.type as DeviceType].isMeter) throw new Refusal('NOT_FOUND')
    const before = { role: row.meter_role, ratio: row.meter_ratio, isReversed: row.meter_is_reversed }
    const after = { ...before, ...edit }
    if (after.role === before.role && after.ratio === before.ratio && after.isReversed === before.isReversed)
      return { before, after }
    await transaction
      .updateTable('devices')
      .set({ meter_role: after.role, meter_ratio: after.ratio, meter_is_reversed: after.isReversed })
      .where('id', '=', deviceId)
      .execute()
    await recountDevices(transaction, recounts, plantId)
    return { before, after }
  })
}
