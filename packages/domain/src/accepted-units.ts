import type { QuantityUnit } from './quantities.ts'

/** The base value is `factor` times the value after adding `offset`: 50 °F is (50 - 32) x 5/9 = 10 °C. */
type Scale = Readonly<{ factor: number; offset?: number }>
const by = (factor: number, offset = 0): Scale => ({ factor, offset })
const itself = by(1)

const JOULE_WH = 1 / 3600
/** The thermochemical calorie, 4.184 J. */
const CALORIE_WH = 4.184 / 3600

/**
 * Every unit that a reading or a file may use, by its base unit: all that Home Assistant has for these quantities (UnitOfPower,
 * UnitOfEnergy and so on). docs/connect/readings.md lists them.
 */
export const acceptedUnits = {
  W: { W: itself, kW: by(1e3), MW: by(1e6), GW: by(1e9), TW: by(1e12), mW: by(1e-3), 'BTU/h': by(0.29307107017222) },
  Wh: {
    Wh: itself,
    kWh: by(1e3),
    MWh: by(1e6),
    GWh: by(1e9),
    TWh: by(1e12),
    mWh: by(1e-3),
    J: by(JOULE_WH),
    kJ: by(1e3 * JOULE_WH),
    MJ: by(1e6 * JOULE_WH),
    GJ: by(1e9 * JOULE_WH),
    cal: by(CALORIE_WH),
    kcal: by(1e3 * CALORIE_WH),
    Mcal: by(1e6 * CALORIE_WH),
    Gcal: by(1e9 * CALORIE_WH),
  },
  // The micro sign and the Greek letter look alike, and senders use both.
  V: { V: itself, µV: by(1e-6), μV: by(1e-6), mV: by(1e-3), kV: by(1e3), MV: by(1e6) },
  A: { A: itself, mA: by(1e-3) },
  Ah: { Ah: itself, mAh: by(1e-3) },
  Hz: { Hz: itself, mHz: by(1e-3), kHz: by(1e3), MHz: by(1e6), GHz: by(1e9) },
  '°C': { '°C': itself, '°F': by(5 / 9, -32), K: by(1, -273.15) },
  '%': { '%': itself },
  VA: { VA: itself, mVA: by(1e-3), kVA: by(1e3), MVA: by(1e6) },
  // kVAr is the spelling of older meters.
  var: {
    var: itself,
    mvar: by(1e-3),
    kvar: by(1e3),
    Mvar: by(1e6),
    VAr: itself,
    kVAr: by(1e3),
    VAR: itself,
    kVAR: by(1e3),
  },
  Ohm: { Ohm: itself, kOhm: by(1e3), MOhm: by(1e6) },
  mA: { mA: itself, A: by(1e3) },
  h: { h: itself, min: by(1 / 60), s: by(1 / 3600), d: by(24) },
  'W/m²': { 'W/m²': itself, 'W/m2': itself },
  'm/s': { 'm/s': itself, 'km/h': by(1 / 3.6), mph: by(0.44704) },
  ratio: { ratio: itself, '%': by(1e-2) },
  count: { count: itself },
  code: { code: itself },
} as const satisfies Readonly<Record<QuantityUnit, Readonly<Record<string, Scale>>>>

export type PowerUnit = keyof typeof acceptedUnits.W
export type EnergyUnit = keyof typeof acceptedUnits.Wh
export const powerUnits = Object.keys(acceptedUnits.W) as [PowerUnit, ...PowerUnit[]]
export const energyUnits = Object.keys(acceptedUnits.Wh) as [EnergyUnit, ...EnergyUnit[]]

/** In the base unit; undefined when the quantity does not have this unit. */
export function toBaseUnit(value: number, unit: string, base: QuantityUnit): number | undefined {
  const units: Readonly<Record<string, Scale>> = acceptedUnits[base]
  const scale = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (scale === undefined) return undefined
  // 1.1 kWh is 1100 Wh and not 1100.0000000000002.
  return Number(((value + (scale.offset ?? 0)) * scale.factor).toPrecision(15))
}
