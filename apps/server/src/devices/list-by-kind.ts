import { type DeviceType, deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { LATE_INTERVALS } from '@heliograph/domain/status.ts'
import type { Db } from '../db/database.ts'
import { getLatestOfPlants } from '../telemetry/telemetry.ts'
import { type DeviceView, listDevices } from './list-devices.ts'
import { listDevicesOfPlants } from './plant-devices.ts'

export type ListedKind = 'inverter' | 'microInverter' | 'meter' | 'battery'

/** A device of one kind with the newest values of it. W, Wh; null where it reports none. */
export type KindView = Readonly<{
  view: DeviceView
  /** null: it does not report it, or it is late. */
  powerW: number | null
  importWh: number | null
  exportWh: number | null
  chargeWh: number | null
  dischargeWh: number | null
  /** A battery that an inverter reports; the view is the inverter's. */
  isVirtual: boolean
}>

const isOfKind: Readonly<Record<ListedKind, (type: DeviceType) => boolean>> = {
  inverter: (type) => deviceKinds[type].isInverter && !deviceKinds[type].isMicroInverter,
  microInverter: (type) => deviceKinds[type].isMicroInverter,
  meter: (type) => deviceKinds[type].isMeter,
  battery: (type) => type === 'BATTERY',
}

const powerOf: Readonly<Partial<Record<ListedKind, QuantityId>>> = { meter: 'gridPowerW', battery: 'batteryPowerW' }

/**
 * The devices of one kind, in the order in which they were added. Where no device of a plant is a battery, the inverters
 * that report one stand for it.
 * @throws Refusal NOT_FOUND
 */
export async function listDevicesOfKind(
  db: Db,
  plantId: number,
  kind: ListedKind,
  nowMs: number,
): Promise<Readonly<{ plantName: string; devices: readonly KindView[] }>> {
  const [plant, views, devices, latest] = await Promise.all([
    db.kysely.selectFrom('plants').select('name').where('id', '=', plantId).executeTakeFirst(),
    listDevices(db, plantId, nowMs),
    listDevicesOfPlants(db, [plantId]),
    getLatestOfPlants(db, [plantId]),
  ])
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const quantitiesOf = new Map(devices.get(plantId)?.map((one) => [one.deviceId, one.quantities]))
  const newest = new Map(latest.get(plantId)?.map((one) => [one.deviceId, one.values]))
  const own = views.filter(({ deviceId, type }) => deviceId > 0 && isOfKind[kind](type))
  const isVirtual = kind === 'battery' && own.length === 0
  const reporting = isVirtual
    ? views.filter(({ deviceId, type }) => deviceKinds[type].isInverter && hasBattery(quantitiesOf.get(deviceId) ?? []))
    : own
  const found = reporting.map((view): KindView => {
    const values = newest.get(view.deviceId)
    const read = (quantity: QuantityId): number | null => values?.[quantity]?.value ?? null
    const power = powerOf[kind]
    return {
      view,
      powerW: power === undefined ? view.generationW : isCurrent(view, nowMs) ? read(power) : null,
      importWh: read('gridImportTotalWh'),
      exportWh: read('gridExportTotalWh'),
      chargeWh: read('batteryChargeTotalWh'),
      dischargeWh: read('batteryDischargeTotalWh'),
      isVirtual,
    }
  })
  return { plantName: plant.name, devices: found }
}

const isCurrent = ({ lastAtMs, intervalMs }: DeviceView, nowMs: number): boolean =>
  lastAtMs !== null && nowMs - lastAtMs <= LATE_INTERVALS * intervalMs
