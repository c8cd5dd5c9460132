import type { QuantityId } from './quantities.ts'

/** Device types of the specification, section 3. `ALL` is a filter value and no type. */
export const deviceTypes = [
  'COLLECTOR',
  'WEATHER_STATION',
  'METER',
  'DTU',
  'REPEATER',
  'MICRO_INVERTER',
  'INVERTER',
  'OTHER_TYPE',
  'COMBINER_BOX',
  'BATTERY',
  'AIR_CONDITIONING',
  'HARMONIC_METER',
  'QUALITY_MONITOR',
  'SMART_HOME',
  'PV_MODULE',
  'ELECTRIC_SOURCE',
  'FAN',
  'WATER_PUMP',
  'HYBRID_POWER_SYSTEM_CABINET',
  'GENERATOR',
  'EPM',
  'MECD',
  'FLOW_METER_THERMOMETER',
  'RELAY_BOX',
  'SMART_METER',
  'TYPE_OFF_GRID_INVERTER',
  'FEED_IN_LIMIT',
  'MICRO_STORAGE_IN_ONE',
  'OPTIMIZER_CONCENTRATOR',
  'UPS_LOAD',
  'SMART_LOAD',
  'OPTIMIZER',
  'SOCKET',
  'PCS',
  'METER_READER',
  'CHARGE_PORT',
  'WIRELESS_CT',
  'SMART_SWITCH',
] as const
export type DeviceType = (typeof deviceTypes)[number]

/** The properties of each device type, defined only here. */
export type DeviceKind = Readonly<{
  /** Turns DC into AC: its counters make the plant's generation. */
  isInverter: boolean
  /** An inverter behind one or a few modules, drawn apart from the others. */
  isMicroInverter: boolean
  /** Measures the connection point; its counters are import and export. */
  isMeter: boolean
  /** Draws its own supply from the panels, so it falls silent with the sun unless it has a battery. */
  isPoweredByPanels: boolean
  /** Consumes, and measures that itself: a part of the plant's consumption, never all of it. */
  isAppliance: boolean
}>

const other: DeviceKind = {
  isInverter: false,
  isMicroInverter: false,
  isMeter: false,
  isPoweredByPanels: false,
  isAppliance: false,
}
const inverter: DeviceKind = { ...other, isInverter: true }
const meter: DeviceKind = { ...other, isMeter: true }
const poweredByPanels: DeviceKind = { ...other, isPoweredByPanels: true }
const appliance: DeviceKind = { ...other, isAppliance: true }

export const deviceKinds: Readonly<Record<DeviceType, DeviceKind>> = {
  COLLECTOR: other,
  WEATHER_STATION: other,
  METER: meter,
  DTU: poweredByPanels,
  REPEATER: other,
  MICRO_INVERTER: { ...inverter, isMicroInverter: true, isPoweredByPanels: true },
  INVERTER: { ...inverter, isPoweredByPanels: true },
  OTHER_TYPE: other,
  COMBINER_BOX: poweredByPanels,
  BATTERY: other,
  AIR_CONDITIONING: appliance,
  HARMONIC_METER: other,
  QUALITY_MONITOR: other,
  SMART_HOME: appliance,
  PV_MODULE: other,
  ELECTRIC_SOURCE: other,
  FAN: appliance,
  WATER_PUMP: appliance,
  HYBRID_POWER_SYSTEM_CABINET: other,
  GENERATOR: other,
  EPM: other,
  MECD: other,
  FLOW_METER_THERMOMETER: other,
  RELAY_BOX: other,
  SMART_METER: meter,
  TYPE_OFF_GRID_INVERTER: inverter,
  FEED_IN_LIMIT: other,
  MICRO_STORAGE_IN_ONE: inverter,
  OPTIMIZER_CONCENTRATOR: poweredByPanels,
  UPS_LOAD: appliance,
  SMART_LOAD: appliance,
  OPTIMIZER: poweredByPanels,
  SOCKET: appliance,
  // Converts for a battery: what it delivers was generated before.
  PCS: other,
  METER_READER: other,
  CHARGE_PORT: appliance,
  WIRELESS_CT: other,
  SMART_SWITCH: appliance,
}

type Kin = Readonly<{ type: DeviceType; quantities: readonly QuantityId[] }>

/** Whether a device with these quantities reports a battery. */
export const hasBattery = (quantities: readonly QuantityId[]): boolean =>
  quantities.includes('batteryPowerW') || quantities.includes('batterySocPercent')

/** Whether a device is powered by its panels alone and falls silent with the sun: no battery, and no meter. */
export const sleepsAtNight = ({ type, quantities }: Kin): boolean =>
  deviceKinds[type].isPoweredByPanels && !hasBattery(quantities)

/** State on the wire: 1 online, 2 alarm, 3 offline (screens.md 4.5). */
export const deviceStates = { online: 1, alarm: 2, offline: 3 } as const
export type DeviceState = (typeof deviceStates)[keyof typeof deviceStates]
