/**
 * The catalog of everything a device can measure. A sample's values are numbers keyed by these ids; the id ends in
 * the unit in which the value is stored (base units only: W, Wh, V, A, Hz, degC, %, Ohm). Scaled units exist only in format/.
 *
 * Sign convention (docs/domain.md): a power is positive when it flows INTO the plant's bus.
 *   pv >= 0, grid > 0 importing / < 0 exporting, battery > 0 discharging / < 0 charging, generator >= 0, load >= 0
 *   so that pv + grid + battery + generator = load + losses.
 */
export type QuantityUnit =
  | 'W'
  | 'Wh'
  | 'V'
  | 'A'
  | 'Ah'
  | 'Hz'
  | '°C'
  | '%'
  | 'VA'
  | 'var'
  | 'Ohm'
  | 'mA'
  | 'h'
  | 'W/m²'
  | 'm/s'
  | 'ratio'
  | 'count'
  | 'code'

/** gauge: a momentary value. counter: an ever-rising sum (resets are faults or roll-overs). state: a code. */
export type QuantityKind = 'gauge' | 'counter' | 'state'

/** How a period is formed from samples. increment = sum of accepted counter steps; share = seconds spent in each state. */
export type RollUp = 'mean' | 'last' | 'increment' | 'share'

/** Groups of the device page; the words are those of the field's device detail call. */
export type QuantityCategory =
  | 'electric'
  | 'grid'
  | 'consumption'
  | 'battery'
  | 'bms'
  | 'temperature'
  | 'status'
  | 'generator'
  | 'basic'
  | 'weather'

export type Quantity = Readonly<{
  id: string
  unit: QuantityUnit
  kind: QuantityKind
  rollUp: RollUp
  category: QuantityCategory
  /** Point key in the field's APIs (screens.md 4.7). */
  key: string
  /** The decimals that a device really resolves, for exports and tables. */
  decimals: number
  /** A counter that restarts each day (the device's own "today"); its resets are no fault. */
  daily?: boolean
  /** Integrated here from a power (power-energy.ts): no device sends it. */
  isEstimate?: boolean
  /** Plausible range; values outside are sentinels or faults, refused and counted. */
  min: number
  max: number
}>

type Row = Omit<Quantity, 'id'>
const gauge = (
  unit: QuantityUnit,
  category: QuantityCategory,
  key: string,
  decimals: number,
  min: number,
  max: number,
): Row => ({ unit, kind: 'gauge', rollUp: 'mean', category, key, decimals, min, max })
const last = (
  unit: QuantityUnit,
  category: QuantityCategory,
  key: string,
  decimals: number,
  min: number,
  max: number,
): Row => ({ unit, kind: 'gauge', rollUp: 'last', category, key, decimals, min, max })
const total = (category: QuantityCategory, key: string): Row => ({
  unit: 'Wh',
  kind: 'counter',
  rollUp: 'increment',
  category,
  key,
  decimals: 0,
  min: 0,
  max: 1e15,
})
const today = (category: QuantityCategory, key: string): Row => ({
  unit: 'Wh',
  kind: 'counter',
  rollUp: 'last',
  category,
  key,
  decimals: 0,
  daily: true,
  min: 0,
  max: 1e12,
})
const fromPower = (category: QuantityCategory, key: string): Row => ({
  unit: 'Wh',
  kind: 'counter',
  rollUp: 'increment',
  category,
  key,
  decimals: 1,
  isEstimate: true,
  min: 0,
  max: 1e15,
})
const state = (key: string): Row => ({
  unit: 'code',
  kind: 'state',
  rollUp: 'share',
  category: 'status',
  key,
  decimals: 0,
  min: 0,
  max: 0xffffffff,
})

const MAX_POWER_W = 1e9

const single = {
  pvPowerW: gauge('W', 'electric', 'DPi_t1', 1, 0, MAX_POWER_W),
  pvPowerMinW: gauge('W', 'electric', 'DPi_t1_MIN', 1, 0, MAX_POWER_W),
  pvPowerMaxW: gauge('W', 'electric', 'DPi_t1_MAX', 1, 0, MAX_POWER_W),
  dcBusVoltageV: gauge('V', 'electric', 'DV_BUS', 1, 0, 2000),
  acPowerW: gauge('W', 'electric', 'APo_t1', 1, -MAX_POWER_W, MAX_POWER_W),
  acPowerMinW: gauge('W', 'electric', 'APo_t1_MIN', 1, -MAX_POWER_W, MAX_POWER_W),
  acPowerMaxW: gauge('W', 'electric', 'APo_t1_MAX', 1, -MAX_POWER_W, MAX_POWER_W),
  acApparentPowerVa: gauge('VA', 'electric', 'A_Se_t1', 0, 0, MAX_POWER_W),
  acReactivePowerVar: gauge('var', 'electric', 'A_RP_t1', 0, -MAX_POWER_W, MAX_POWER_W),
  acFrequencyHz: gauge('Hz', 'electric', 'A_Fo1', 2, 0, 80),
  powerFactor: gauge('ratio', 'electric', 'PF0', 3, -1.01, 1.01),
  powerLimitPercent: gauge('%', 'electric', 'P_LIM', 2, 0, 200),
  generationTodayWh: today('electric', 'Etdy_ge1'),
  generationTotalWh: total('electric', 'Et_ge0'),
  generationFromPowerWh: fromPower('electric', 'Et_ge0_P'),
  generationMonthWh: last('Wh', 'electric', 'Emon_ge0', 0, 0, 1e13),
  generationLastMonthWh: last('Wh', 'electric', 'Elmon_ge0', 0, 0, 1e13),
  generationYesterdayWh: last('Wh', 'electric', 'Eyst_ge0', 0, 0, 1e12),
  generationYearWh: last('Wh', 'electric', 'Eyr_ge0', 0, 0, 1e14),
  ratedPowerW: last('W', 'basic', 'Pr1', 0, 0, MAX_POWER_W),
  operatingHoursH: last('h', 'basic', 't_w_hou1', 0, 0, 1e7),

  gridPowerW: gauge('W', 'grid', 'PG_Pt1', 1, -MAX_POWER_W, MAX_POWER_W),
  gridPowerMinW: gauge('W', 'grid', 'PG_Pt1_MIN', 1, -MAX_POWER_W, MAX_POWER_W),
  gridPowerMaxW: gauge('W', 'grid', 'PG_Pt1_MAX', 1, -MAX_POWER_W, MAX_POWER_W),
  gridFrequencyHz: gauge('Hz', 'grid', 'PG_F1', 2, 0, 80),
  gridImportTodayWh: today('grid', 'E_B_D'),
  gridImportTotalWh: total('grid', 'E_B_TO'),
  gridExportTodayWh: today('grid', 'E_S_D'),
  gridExportTotalWh: total('grid', 'E_S_TO'),
  gridImportFromPowerWh: fromPower('grid', 'E_B_P'),
  gridExportFromPowerWh: fromPower('grid', 'E_S_P'),

  loadPowerW: gauge('W', 'consumption', 'E_Puse_t1', 1, 0, MAX_POWER_W),
  loadPowerMinW: gauge('W', 'consumption', 'E_Puse_t1_MIN', 1, 0, MAX_POWER_W),
  loadPowerMaxW: gauge('W', 'consumption', 'E_Puse_t1_MAX', 1, 0, MAX_POWER_W),
  loadTodayWh: today('consumption', 'Etdy_use1'),
  loadTotalWh: total('consumption', 'E_C_T'),
  loadFromPowerWh: fromPower('consumption', 'E_C_P'),
  epsVoltageV: gauge('V', 'consumption', 'EPS_V', 1, 0, 1000),
  epsPowerW: gauge('W', 'consumption', 'EPS_P', 0, 0, MAX_POWER_W),
  smartLoadPowerW: gauge('W', 'consumption', 'SL_P', 0, 0, MAX_POWER_W),
  smartLoadTodayWh: today('consumption', 'SL_E_D'),
  smartLoadTotalWh: total('consumption', 'SL_E_TO'),

  batteryPowerW: gauge('W', 'battery', 'B_P1', 1, -MAX_POWER_W, MAX_POWER_W),
  batteryPowerMinW: gauge('W', 'battery', 'B_P1_MIN', 1, -MAX_POWER_W, MAX_POWER_W),
  batteryPowerMaxW: gauge('W', 'battery', 'B_P1_MAX', 1, -MAX_POWER_W, MAX_POWER_W),
  batteryVoltageV: gauge('V', 'battery', 'B_V1', 2, 0, 2000),
  batteryCurrentA: gauge('A', 'battery', 'B_C1', 2, -10000, 10000),
  batterySocPercent: gauge('%', 'battery', 'B_left_cap1', 1, 0, 100),
  // Devices that do not know it send 0.
  batterySohPercent: last('%', 'bms', 'BMS_SOH', 1, 1, 100),
  batteryTemperatureC: gauge('°C', 'bms', 'B_T1', 1, -50, 120),
  batteryCycles: last('count', 'bms', 'NUMcyc1', 0, 0, 1e6),
  batteryCapacityAh: last('Ah', 'bms', 'cap_BAP1', 1, 0, 1e6),
  batteryCellMaxVoltageV: gauge('V', 'bms', 'V_SCE_Bma1', 3, 0, 6),
  batteryCellMinVoltageV: gauge('V', 'bms', 'V_SCE_Bmi1', 3, 0, 6),
  batteryCellMaxTemperatureC: gauge('°C', 'bms', 'T_SCE_Bma1', 1, -50, 120),
  batteryCellMinTemperatureC: gauge('°C', 'bms', 'T_SCE_Bmi1', 1, -50, 120),
  batteryChargeTodayWh: today('battery', 'Etdy_cg1'),
  batteryChargeTotalWh: total('battery', 't_cg_n1'),
  batteryDischargeTodayWh: today('battery', 'Etdy_dcg1'),
  batteryDischargeTotalWh: total('battery', 't_dcg_n1'),
  batteryChargeFromPowerWh: fromPower('battery', 't_cg_P'),
  batteryDischargeFromPowerWh: fromPower('battery', 't_dcg_P'),

  generatorPowerW: gauge('W', 'generator', 'GEN_P_T', 0, 0, MAX_POWER_W),
  generatorTodayWh: today('generator', 'GEN_P_D'),
  generatorTotalWh: total('generator', 'GEN_P_TO'),
  generatorFromPowerWh: fromPower('generator', 'GEN_P_P'),

  inverterTemperatureC: gauge('°C', 'temperature', 'INV_T0', 1, -60, 150),
  radiatorTemperatureC: gauge('°C', 'temperature', 'AC_RDT_T1', 1, -60, 150),
  loggerTemperatureC: gauge('°C', 'temperature', 'MDU_T', 1, -60, 150),
  insulationPv1Ohm: last('Ohm', 'status', 'INS_PV1', 0, 0, 1e9),
  insulationPv2Ohm: last('Ohm', 'status', 'INS_PV2', 0, 0, 1e9),
  leakageCurrentMa: gauge('mA', 'status', 'LEAK_C', 0, 0, 1e5),

  inverterState: state('INV_ST1'),
  faultCode1: state('ERR1'),
  faultCode2: state('ERR2'),
  alertCode: state('ALT1'),

  /** In the plane of the modules. */
  irradianceWm2: gauge('W/m²', 'weather', 'IRR1', 1, -20, 1800),
  horizontalIrradianceWm2: gauge('W/m²', 'weather', 'IRR_H1', 1, -20, 1800),
  ambientTemperatureC: gauge('°C', 'weather', 'ENV_T1', 1, -60, 70),
  moduleTemperatureC: gauge('°C', 'weather', 'MOD_T1', 1, -60, 120),
  windSpeedMs: gauge('m/s', 'weather', 'WIND1', 1, 0, 120),
} as const satisfies Record<string, Row>

type String16 = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16
type Cell = String16 | 17 | 18 | 19 | 20 | 21 | 22 | 23 | 24 | 25 | 26 | 27 | 28 | 29 | 30 | 31 | 32
type Phase = 1 | 2 | 3
type SingleId = keyof typeof single
type StringId = `pv${String16}${'VoltageV' | 'CurrentA' | 'PowerW'}` | `pv${1 | 2 | 3 | 4}${'TodayWh' | 'TotalWh'}`
type PhaseId = `ac${Phase}${'VoltageV' | 'CurrentA'}` | `grid${Phase}${'VoltageV' | 'CurrentA' | 'PowerW'}`
type CellId = `cell${Cell}${'VoltageV' | 'TemperatureC'}`
export type QuantityId = SingleId | StringId | PhaseId | CellId

/** The most cells of one battery module that are known one by one. */
export const MOST_CELLS = 32

function* rows(): Generator<[string, Row]> {
  for (let n = 1; n <= 16; n++) {
    yield [`pv${n}VoltageV`, gauge('V', 'electric', `DV${n}`, 1, 0, 2000)]
    yield [`pv${n}CurrentA`, gauge('A', 'electric', `DC${n}`, 2, -1, 1000)]
    yield [`pv${n}PowerW`, gauge('W', 'electric', `DP${n}`, 1, 0, 1e7)]
    if (n <= 4) {
      yield [`pv${n}TodayWh`, today('electric', `Etdy_pv${n}`)]
      // A string's own total is part of the inverter's: rolled up by increment, never added to the plant's sums.
      yield [`pv${n}TotalWh`, total('electric', `Et_pv${n}`)]
    }
  }
  for (let n = 1; n <= 3; n++) {
    yield [`ac${n}VoltageV`, gauge('V', 'electric', `AV${n}`, 1, 0, 1000)]
    yield [`ac${n}CurrentA`, gauge('A', 'electric', `AC${n}`, 2, -10000, 10000)]
    yield [`grid${n}VoltageV`, gauge('V', 'grid', `G_V_L${n}`, 1, 0, 1000)]
    yield [`grid${n}CurrentA`, gauge('A', 'grid', `G_C_L${n}`, 2, -10000, 10000)]
    yield [`grid${n}PowerW`, gauge('W', 'grid', `G_P_L${n}`, 1, -MAX_POWER_W, MAX_POWER_W)]
  }
  yield* Object.entries(single)
  for (let n = 1; n <= MOST_CELLS; n++) {
    yield [`cell${n}VoltageV`, gauge('V', 'bms', `V_SC${n - 1}`, 3, 0, 6)]
    yield [`cell${n}TemperatureC`, gauge('°C', 'bms', `T_SC${n - 1}`, 1, -50, 120)]
  }
}

const catalog = new Map<string, Quantity>([...rows()].map(([id, row]) => [id, Object.freeze({ id, ...row })]))
const byKey = new Map([...catalog.values()].map((q) => [q.key, q]))

export const quantityIds = [...catalog.keys()] as readonly QuantityId[]

/** @throws RangeError when the id is not in the catalog (a bug, never a device's fault). */
export function getQuantity(id: string): Quantity {
  const found = catalog.get(id)
  if (!found) throw new RangeError(`Unknown quantity ${id}`)
  return found
}

/** Whether a text is the id of a quantity in the catalog. */
export const isQuantityId = (id: string): id is QuantityId => catalog.has(id)

/** Inverters and clamps at rest report a few watts below zero: their own draw, or the clamp's error. */
const REST_W = 50

/**
 * The value that a measured one counts as, both in the base unit: itself, 0 for a power that cannot be negative and
 * lies a few watts below, undefined when it is impossible (a sentinel, a fault, no number).
 */
export function plausibleValue(
  { unit, min, max }: Pick<Quantity, 'unit' | 'min' | 'max'>,
  value: number,
): number | undefined {
  if (unit === 'W' && min === 0 && value < 0 && value >= -REST_W) return 0
  return value >= min && value <= max ? value : undefined
}

/** The quantity of a point key used on the wire (screens.md 4.7), or undefined. */
export const findQuantityByKey = (key: string): Quantity | undefined => byKey.get(key)
