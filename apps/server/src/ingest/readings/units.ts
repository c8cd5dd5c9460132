import type { QuantityUnit } from '@heliograph/domain/quantities.ts'

/** The base value is `factor` times the value after adding `offset`: 50 °F is (50 - 32) x 5/9 = 10 °C. */
type Scale = Readonly<{ factor: number; offset?: number }>
const by = (factor: number, offset = 0): Scale => ({ factor, offset })
const itself = by(1)

/** Every unit that a reading may use, by its base unit. docs/connect/readings.md lists them. */
export const acceptedUnits: Readonly<Record<QuantityUnit, Readonly<Record<string, Scale>>>> = {
  W: { W: itself, kW: by(1e3), MW: by(1e6) },
  Wh: { Wh: itself, kWh: by(1e3), MWh: by(1e6) },
  V: { V: itself, mV: by(1e-3), kV: by(1e3) },
  A: { A: itself, mA: by(1e-3) },
  Ah: { Ah: itself, mAh: by(1e-3) },
  Hz: { Hz: itself },
  '°C': { '°C': itself, '°F': by(5 / 9, -32), K: by(1, -273.15) },
  '%': { '%': itself },
  VA: { VA: itself, kVA: by(1e3) },
  var: { var: itself, kvar: by(1e3) },
  Ohm: { Ohm: itself, kOhm: by(1e3), MOhm: by(1e6) },
  mA: { mA: itself, A: by(1e3) },
  h: { h: itself, min: by(1 / 60), s: by(1 / 3600), d: by(24) },
  'W/m²': { 'W/m²': itself, 'W/m2': itself },
  'm/s': { 'm/s': itself, 'km/h': by(1 / 3.6), mph: by(0.44704) },
  ratio: { ratio: itself, '%': by(1e-2) },
  count: { count: itself },
  code: { code: itself },
}

/** In the base unit; undefined when the quantity does not have this unit. */
export function toBaseUnit(value: number, unit: string, base: QuantityUnit): number | undefined {
  const units = acceptedUnits[base]
  const scale = Object.hasOwn(units, unit) ? units[unit] : undefined
  if (scale === undefined) return undefined
  // 1.1 kWh is 1100 Wh and not 1100.0000000000002.
  return Number(((value + (scale.offset ?? 0)) * scale.factor).toPrecision(15))
}
