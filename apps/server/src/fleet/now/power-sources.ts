import { type DeviceType, deviceKinds, hasBattery } from '@heliograph/domain/device.ts'
import { type MeterRole, type MeterWiring, meterPower, plainWiring, signOf } from '@heliograph/domain/meter-role.ts'
import { chosenAmong, type MeteringRules, type MeteringSource, ordinaryRules } from '@heliograph/domain/metering.ts'
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import { productionPowers } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type SourceDevice = Readonly<{
  deviceId: number
  type: DeviceType
  serial: string
  quantities: readonly QuantityId[]
  /** How its owner says that a meter is wired. */
  wiring?: MeterWiring | undefined
  /** Another source of the same device counts. */
  isApart?: boolean
}>
/** The source of a power. `factor`: of a meter behind a transformer, or one that faces the other way. */
export type Source = Readonly<{ deviceId: number; quantity: QuantityId; factor?: number }>

export const powerRoles = ['pv', 'micro', 'grid', 'battery', 'generator', 'ups', 'load', 'soc'] as const
export type PowerRole = (typeof powerRoles)[number]

export type PowerSources = Readonly<Record<PowerRole, readonly Source[]>> &
  Readonly<{
    /** The grid is measured by its own meter. */
    gridIsMetered: boolean
    /** The consumption readings of the devices cover the whole plant. */
    loadIsWhole: boolean
    /** Consumption follows from the balance: everything that crosses the plant's boundary is measured. */
    loadCanFollow: boolean
    /** Consumers that measure themselves: a part of the load, in no sum. */
    smartLoad: readonly Source[]
  }>

/** Totals of 0 are ignored (docs/adr/0005), so a device with one of these has moved energy. */
const usedBattery: readonly QuantityId[] = ['batteryChargeTotalWh', 'batteryDischargeTotalWh']

/**
 * Chooses the reading of a device for each power of the plant, so that nothing is counted twice. Devices are in the
 * order in which they were added.
 * - PV: a hybrid inverter's panels on the DC side, because its AC side carries the battery too; any other inverter's AC
 *   output, which its energy counter counts.
 * - Grid: the first meter (several may be behind each other), else the hybrids, else the other inverters with a reading.
 * - Battery: the inverters and storage converters, else the batteries themselves, which report the same power again.
 * - Load: read where every producing device reads it too, or where no grid reading exists to derive it from; never an
 *   appliance, which is a part of it.
 * - Where owners say what meters measure, all meters of a role measure it, and nothing else does.
 * - What the plant's grid type excludes is left out: a hybrid without a battery reports 0 V and 0 %, an off-grid one
 *   0 W of grid. A battery that ever charged or discharged counts for any type.
 * A chosen source comes first, as long as one of its devices has the reading.
 */
export function choosePowerSources(
  all: readonly SourceDevice[],
  gridType: GridType,
  chosenSources: MeteringRules['sources'] = ordinaryRules.sources,
): PowerSources {
  const parts = gridTypeParts[gridType]
  const isOffGrid = !parts.grid
  const devices: readonly SourceDevice[] = all.filter(({ wiring, isApart }) => wiring?.role !== 'other' && !isApart)
  const withQuantity = (quantity: QuantityId, among = devices): readonly Source[] =>
    among.filter((item) => item.quantities.includes(quantity)).map((item) => toSource(item, quantity))

  const chosen = (source: MeteringSource, able: readonly SourceDevice[]): readonly SourceDevice[] | undefined =>
    chosenAmong(able, chosenSources[source])
  const having = (quantity: QuantityId) => devices.filter((device) => device.quantities.includes(quantity))

  const ofGeneration = (item: SourceDevice): boolean => item.wiring?.role === 'generation'
  const producers = devices.filter(
    (device) => pvOf(device).length > 0 || countsGeneration(device) || ofGeneration(device),
  )
  const inverters = chosen('generation', producers) ?? devices.filter(({ type }) => deviceKinds[type].isInverter)
  const chosenMeters = inverters.filter(ofGeneration).flatMap(meterSource)
  const micros = inverters.filter(({ type }) => deviceKinds[type].isMicroInverter)
  const meters = devices.filter(({ type }) => deviceKinds[type].isMeter)
  const metersAs = (role: MeterRole | null): readonly Source[] =>
    meters.filter(({ wiring }) => (wiring?.role ?? null) === role).flatMap(meterSource)
  const ofProduction = chosenSources.generation === null ? metersAs('generation') : chosenMeters
  const isMeasured = ofProduction.length > 0
  const pv = isMeasured ? ofProduction : inverters.filter((inverter) => !micros.includes(inverter)).flatMap(pvOf)
  const micro = isMeasured ? [] : micros.flatMap(pvOf)
  const declared = metersAs('grid')
  const gridMeters = declared.length > 0 ? declared : metersAs(null).slice(0, 1)
  const hybrids = withQuantity(
    'gridPowerW',
    inverters.filter(({ quantities }) => hasBattery(quantities)),
  )
  const chosenGrid = chosen('utility', having('gridPowerW'))
  const grid = isOffGrid
    ? []
    : chosenGrid
      ? chosenGrid.flatMap(meterSource)
      : ([gridMeters, hybrids, withQuantity('gridPowerW', inverters)].find((found) => found.length > 0) ?? [])
  const appliances = devices.filter(({ type }) => deviceKinds[type].isAppliance)
  const chosenLoad = chosen(
    'consumption',
    devices.filter((device) => loadSource(device).length > 0),
  )
  const ofConsumption = chosenLoad ? chosenLoad.flatMap(loadSource) : metersAs('load')
  const whole = withQuantity(
    'loadPowerW',
    devices.filter((device) => !appliances.includes(device)),
  )
  const load = ofConsumption.length > 0 ? ofConsumption : whole
  const hasStorage =
    parts.battery || devices.some(({ quantities }) => quantities.some((quantity) => usedBattery.includes(quantity)))
  // Its converter and its own management report the same power; modules are parts of their battery.
  const converters = having('batteryPowerW').filter(({ type }) => deviceKinds[type].isInverter || type === 'PCS')
  const ofBattery =
    chosen('battery', having('batteryPowerW')) ?? (converters.length > 0 ? converters : having('batteryPowerW'))
  const battery = hasStorage ? withQuantity('batteryPowerW', ofBattery) : []
  const generator = withQuantity('generatorPowerW')
  const hasSources = pv.length + micro.length + battery.length + generator.length > 0
  // An inverter with energy but no power would appear as consumption.
  const isPvKnown =
    isMeasured || inverters.every((inverter) => pvOf(inverter).length > 0 || !countsGeneration(inverter))
  const readsLoad = new Set(load.map(({ deviceId }) => deviceId))
  return {
    pv,
    micro,
    grid,
    battery,
    generator,
    ups: withQuantity('epsPowerW'),
    load,
    soc: hasStorage ? withQuantity('batterySocPercent', chosen('battery', having('batterySocPercent'))) : [],
    gridIsMetered: chosenGrid ? chosenGrid.some(({ type }) => deviceKinds[type].isMeter) : gridMeters.length > 0,
    loadIsWhole:
      ofConsumption.length > 0 ||
      (load.length > 0 && (grid.length === 0 || [...pv, ...micro].every(({ deviceId }) => readsLoad.has(deviceId)))),
    loadCanFollow: isPvKnown && (grid.length > 0 || (isOffGrid && hasSources)),
    smartLoad: [
      ...withQuantity('smartLoadPowerW'),
      ...withQuantity(
        'loadPowerW',
        appliances.filter(({ quantities }) => !quantities.includes('smartLoadPowerW')),
      ),
    ],
  }
}

/** A power of a device with the sign that its owner says. */
const toSource = ({ deviceId, wiring }: SourceDevice, quantity: QuantityId): Source =>
  signOf(wiring, quantity) === 1 ? { deviceId, quantity } : { deviceId, quantity, factor: -1 }

/** Of a meter of the consumption, or of a device that reads it. */
const loadSource = (device: SourceDevice): readonly Source[] =>
  device.wiring?.role === 'load'
    ? meterSource(device)
    : device.quantities.includes('loadPowerW')
      ? [{ deviceId: device.deviceId, quantity: 'loadPowerW' }]
      : []

function meterSource({ deviceId, quantities, wiring }: SourceDevice): readonly Source[] {
  const power = meterPower(wiring ?? plainWiring, quantities)
  if (power === undefined) return []
  const { quantity, factor } = power
  return [factor === 1 ? { deviceId, quantity } : { deviceId, quantity, factor }]
}

const countsGeneration = ({ quantities }: SourceDevice): boolean =>
  quantities.includes('generationTotalWh') || quantities.includes('generationTodayWh')

const pvOf = ({ deviceId, quantities }: SourceDevice): readonly Source[] =>
  productionPowers(quantities).map((quantity) => ({ deviceId, quantity }))
