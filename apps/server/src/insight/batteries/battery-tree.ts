import { type BatteryCell, type BatteryNode, cellSpreadMv } from '@heliograph/domain/battery.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { signOf } from '@heliograph/domain/meter-role.ts'
import type { GridType } from '@heliograph/domain/plant.ts'
import { getQuantity, MOST_CELLS, type QuantityId } from '@heliograph/domain/quantities.ts'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { choosePowerSources, type DeviceRow, readDevicesNow } from '../../fleet/now/now.ts'
import { getLatestOfPlants, type Latest } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

/** The batteries of a plant, each followed by its modules; in the order in which they were added. @throws Refusal NOT_FOUND */
export async function listBatteries(db: Db, plantId: number, nowMs: number): Promise<readonly BatteryNode[]> {
  const [plant, devices, rows, latest] = await Promise.all([
    db.kysely.selectFrom('plants').select('grid_type').where('id', '=', plantId).executeTakeFirst(),
    listDevicesOfPlants(db, [plantId]),
    readDevicesNow(db, plantId, nowMs),
    getLatestOfPlants(db, [plantId]),
  ])
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const newest = new Map(latest.get(plantId)?.map((item) => [item.deviceId, item]))
  const arranged = arrangeBatteries(devices.get(plantId) ?? [], plant.grid_type as GridType)
  return arranged.map((placed) => {
    const { device, parent, isModule } = placed
    // Power through an inverter with one battery goes into or out of that battery.
    const isOnly = !isModule && arranged.filter((item) => item.parent === parent).length === 1
    const throughW = parent && isOnly ? gaugeOf(parent, newest.get(parent.deviceId), 'batteryPowerW') : null
    return describe(placed, rows.get(device.deviceId), newest.get(device.deviceId), throughW)
  })
}

type Placed = Readonly<{ device: PlantDevice; parent: PlantDevice | undefined; isVirtual: boolean; isModule: boolean }>

/**
 * Batteries by the devices that report them, virtual ones last. A battery of its own stands for the virtual one of its
 * inverter; what names a missing parent, itself, or a parent that is one of its own parts stands alone. A converter that
 * knows no charge is no battery beside a device that is one, but carries those that name no parent.
 */
export function arrangeBatteries(devices: readonly PlantDevice[], gridType: GridType): readonly Placed[] {
  const own = devices.filter(({ type }) => type === 'BATTERY')
  const bySerial = new Map(devices.map((device) => [device.serial, device]))
  const sources = choosePowerSources(devices, gridType)
  const reporting = new Set([...sources.battery, ...sources.soc].map(({ deviceId }) => deviceId))
  const others = devices.filter(({ deviceId, type }) => type !== 'BATTERY' && reporting.has(deviceId))
  const isConverter = ({ quantities }: PlantDevice): boolean =>
    own.length > 0 && !quantities.includes('batterySocPercent')
  const carriers = others.filter(isConverter)
  const parentOf = (device: PlantDevice): PlantDevice | undefined => {
    const { partOf } = device.texts
    if (partOf === undefined) return carriers.length === 1 ? carriers[0] : undefined
    const parent = bySerial.get(partOf)
    return parent === undefined || leadsTo(parent, device) ? undefined : parent
  }
  const leadsTo = (from: PlantDevice, device: PlantDevice): boolean => {
    const seen = new Set<PlantDevice>()
    for (let one: PlantDevice | undefined = from; one; one = bySerial.get(one.texts.partOf ?? '')) {
      if (one === device) return true
      if (seen.has(one)) return true
      seen.add(one)
    }
    return false
  }
  const owned = new Set(own.map((device) => parentOf(device)?.deviceId))
  const virtual = others.filter((device) => !owned.has(device.deviceId) && !isConverter(device))
  const follow = (device: PlantDevice, isModule: boolean): readonly Placed[] => [
    { device, parent: parentOf(device), isVirtual: false, isModule },
    ...own.filter((part) => parentOf(part) === device).flatMap((part) => follow(part, true)),
  ]
  const roots = own.filter((device) => parentOf(device)?.type !== 'BATTERY')
  return [
    ...roots.flatMap((device) => follow(device, false)),
    ...virtual.map((device) => ({ device, parent: device, isVirtual: true, isModule: false })),
  ]
}

/** A gauge that the newest records lack says nothing about now; what hardly changes stays. */
const FRESH_INTERVALS = 3

function gaugeOf(device: PlantDevice, latest: Latest | undefined, quantity: QuantityId): number | null {
  const found = latest?.values[quantity]
  if (found === undefined || latest === undefined) return null
  const isFresh = latest.atMs - found.atMs <= FRESH_INTERVALS * device.intervalMs
  return isFresh || getQuantity(quantity).rollUp === 'last' ? found.value * signOf(device.wiring, quantity) : null
}

/** @param throughW what its inverter reports, for a battery that knows no power of its own */
function describe(
  { device, parent, isVirtual, isModule }: Placed,
  row: DeviceRow | undefined,
  latest: Latest | undefined,
  throughW: number | null,
): BatteryNode {
  const read = (quantity: QuantityId): number | null => gaugeOf(device, latest, quantity)
  const cells = Array.from({ length: MOST_CELLS }, (_, index): BatteryCell => {
    const number = index + 1
    return {
      number,
      voltageV: read(`cell${number}VoltageV` as QuantityId),
      temperatureC: read(`cell${number}TemperatureC` as QuantityId),
    }
  }).filter(({ voltageV, temperatureC }) => voltageV !== null || temperatureC !== null)
  const volts = cells.flatMap(({ voltageV }) => (voltageV === null ? [] : [voltageV]))
  const degrees = cells.flatMap(({ temperatureC }) => (temperatureC === null ? [] : [temperatureC]))
  const cellMaxV = read('batteryCellMaxVoltageV') ?? (volts.length > 0 ? Math.max(...volts) : null)
  const cellMinV = read('batteryCellMinVoltageV') ?? (volts.length > 0 ? Math.min(...volts) : null)
  const voltageV = read('batteryVoltageV')
  const currentA = read('batteryCurrentA')
  return {
    deviceId: device.deviceId,
    serial: device.serial,
    name: device.name,
    isVirtual,
    isModule,
    parent: parent === undefined ? null : { deviceId: parent.deviceId, serial: parent.serial, name: parent.name },
    status: row?.status ?? 'waiting',
    reason: row?.reason ?? null,
    atMs: latest?.atMs ?? null,
    socPercent: read('batterySocPercent'),
    sohPercent: read('batterySohPercent'),
    voltageV,
    currentA,
    powerW: read('batteryPowerW') ?? (voltageV === null || currentA === null ? throughW : voltageV * currentA),
    cycles: read('batteryCycles'),
    capacityAh: read('batteryCapacityAh'),
    temperatureC: read('batteryTemperatureC'),
    cellMaxV,
    cellMinV,
    cellMaxC: read('batteryCellMaxTemperatureC') ?? (degrees.length > 0 ? Math.max(...degrees) : null),
    cellMinC: read('batteryCellMinTemperatureC') ?? (degrees.length > 0 ? Math.min(...degrees) : null),
    spreadMv: cellSpreadMv(cellMaxV, cellMinV),
    cells,
  }
}
