import type { DeviceType } from './device.ts'
import type { QuantityId } from './quantities.ts'

const inverter: readonly QuantityId[] = [
  'pvPowerW',
  'acPowerW',
  'generationTodayWh',
  'generationTotalWh',
  'batterySocPercent',
  'batteryPowerW',
  'gridPowerW',
  'loadPowerW',
]
const hybrid: readonly QuantityId[] = [
  'pvPowerW',
  'batterySocPercent',
  'batteryPowerW',
  'gridPowerW',
  'loadPowerW',
  'generationTodayWh',
  'generationTotalWh',
]
const meter: readonly QuantityId[] = [
  'gridPowerW',
  'gridImportTodayWh',
  'gridExportTodayWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'gridFrequencyHz',
]
const quality: readonly QuantityId[] = [
  'gridFrequencyHz',
  'powerFactor',
  'grid1VoltageV',
  'grid2VoltageV',
  'grid3VoltageV',
  'gridPowerW',
]
const battery: readonly QuantityId[] = [
  'batterySocPercent',
  'batteryPowerW',
  'batterySohPercent',
  'batteryTemperatureC',
  'batteryCellMinVoltageV',
  'batteryCellMaxVoltageV',
]
const weather: readonly QuantityId[] = [
  'irradianceWm2',
  'horizontalIrradianceWm2',
  'ambientTemperatureC',
  'moduleTemperatureC',
  'windSpeedMs',
]
const module: readonly QuantityId[] = [
  'pvPowerW',
  'pv1PowerW',
  'pv1VoltageV',
  'pv1CurrentA',
  'moduleTemperatureC',
  'pv1TodayWh',
]
const consumer: readonly QuantityId[] = [
  'loadPowerW',
  'smartLoadPowerW',
  'loadTodayWh',
  'smartLoadTodayWh',
  'loadTotalWh',
  'smartLoadTotalWh',
]
const source: readonly QuantityId[] = [
  'generatorPowerW',
  'generatorTodayWh',
  'generatorTotalWh',
  'acPowerW',
  'acFrequencyHz',
  'operatingHoursH',
]
const limiter: readonly QuantityId[] = ['powerLimitPercent', 'gridPowerW', 'loadPowerW', 'gridExportTodayWh']
const climate: readonly QuantityId[] = [...consumer, 'ambientTemperatureC']
const box: readonly QuantityId[] = [
  'pvPowerW',
  'pv1CurrentA',
  'pv2CurrentA',
  'pv3CurrentA',
  'pv4CurrentA',
  'dcBusVoltageV',
]
const ups: readonly QuantityId[] = ['epsPowerW', 'epsVoltageV', 'batterySocPercent', ...consumer]
const link: readonly QuantityId[] = ['loggerTemperatureC', 'operatingHoursH']

/** Quantities to show first of a device of each type; a device reports some of them. */
export const keyQuantities: Readonly<Record<DeviceType, readonly QuantityId[]>> = {
  COLLECTOR: link,
  WEATHER_STATION: weather,
  METER: meter,
  DTU: link,
  REPEATER: link,
  MICRO_INVERTER: [
    'acPowerW',
    'generationTodayWh',
    'generationTotalWh',
    'pv1PowerW',
    'pv2PowerW',
    'inverterTemperatureC',
  ],
  INVERTER: inverter,
  OTHER_TYPE: [],
  COMBINER_BOX: box,
  BATTERY: battery,
  AIR_CONDITIONING: climate,
  HARMONIC_METER: quality,
  QUALITY_MONITOR: quality,
  SMART_HOME: consumer,
  PV_MODULE: module,
  ELECTRIC_SOURCE: source,
  FAN: consumer,
  WATER_PUMP: consumer,
  HYBRID_POWER_SYSTEM_CABINET: hybrid,
  GENERATOR: source,
  EPM: limiter,
  MECD: limiter,
  FLOW_METER_THERMOMETER: ['ambientTemperatureC', 'moduleTemperatureC', 'operatingHoursH'],
  RELAY_BOX: ['gridPowerW', 'gridFrequencyHz', 'grid1VoltageV', 'operatingHoursH'],
  SMART_METER: meter,
  TYPE_OFF_GRID_INVERTER: [
    'loadPowerW',
    'epsPowerW',
    'batterySocPercent',
    'pvPowerW',
    'generationTodayWh',
    'batteryPowerW',
  ],
  FEED_IN_LIMIT: limiter,
  MICRO_STORAGE_IN_ONE: hybrid,
  OPTIMIZER_CONCENTRATOR: link,
  UPS_LOAD: ups,
  SMART_LOAD: consumer,
  OPTIMIZER: module,
  SOCKET: consumer,
  PCS: ['batteryPowerW', 'batterySocPercent', 'acPowerW', 'dcBusVoltageV', 'gridPowerW', 'inverterTemperatureC'],
  METER_READER: meter,
  CHARGE_PORT: consumer,
  WIRELESS_CT: meter,
  SMART_SWITCH: consumer,
}
