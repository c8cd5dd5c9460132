import { type DeviceType, deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { keyQuantities } from '@heliograph/domain/device-key-values.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { isListed, type ListedDevices } from '@heliograph/domain/listed-devices.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import { lateAfterMs } from '@heliograph/domain/status.ts'
import type { Db } from '../../platform/db/database.ts'
import { getLatestOfPlants } from '../telemetry/telemetry.ts'
import { type DeviceView, listDevices } from './list-devices.ts'
import { listDevicesOfPlants } from './plant-devices.ts'

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

/**
 * The devices of one kind or type, loggers first, in the order in which they were added. Where the kind is battery and no
 * device of a plant is one, the inverters that report one stand for it.
 * @throws Refusal NOT_FOUND
 */
export async function listDevicesOfKind(
  db: Db,
  plantId: number,
  listed: ListedDevices,
  nowMs: number,
): Promise<Readonly<{ plantName: string; devices: readonly KindView[] }>> {
  const [plant, views, devices, latest] = await Promise.all([
    db.kysely.selectFrom('plants').select('name').where('id', '=', plantId).executeTakeFirst(),
    listDevices(db, plantId, nowMs),
    listDevicesOfPlants(db, [plantId]),
    getLatestOfPlants(db, [plantId]),
  ])
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const quantitiesOf = new Map(devices.get(plantId)?.map((item) => [item.deviceId, item.quantities]))
  const newest = new Map(latest.get(plantId)?.map((item) => [item.deviceId, item.values]))
  const own = views.filter(({ type }) => isListed(listed, type))
  const isVirtual = listed === 'battery' && own.length === 0
  const reporting = isVirtual
    ? views.filter(({ deviceId, type }) => deviceKinds[type].isInverter && hasBattery(quantitiesOf.get(deviceId) ?? []))
    : own
  const found = reporting.map((view): KindView => {
    const values = newest.get(view.deviceId)
    const read = (quantity: QuantityId): number | null => values?.[quantity]?.value ?? null
    const powers = isVirtual ? (['batteryPowerW'] as const) : keyPowers(view.type)
    const ownPower = isCurrent(view, nowMs) ? (powers.map(read).find((watts) => watts !== null) ?? null) : null
    return {
      view,
      powerW: deviceKinds[view.type].isInverter && !isVirtual ? view.generationW : ownPower,
      importWh: read('gridImportTotalWh'),
      exportWh: read('gridExportTotalWh'),
      chargeWh: read('batteryChargeTotalWh'),
      dischargeWh: read('batteryDischargeTotalWh'),
      isVirtual,
    }
  })
  return { plantName: plant.name, devices: found }
}

/** The powers by which a device of a type is known, the most significant first. */
const keyPowers = (type: DeviceType): readonly QuantityId[] =>
  keyQuantities[type].filter((quantity) => getQuantity(quantity).unit === 'W')

const isCurrent = ({ lastAtMs, intervalMs }: DeviceView, nowMs: number): boolean =>
  lastAtMs !== null && nowMs - lastAtMs <= lateAfterMs(intervalMs)
