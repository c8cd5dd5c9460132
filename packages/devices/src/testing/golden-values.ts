import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import { soundFrame, type Vector } from '@heliograph/wires/testing/golden.ts'
import { expect } from 'vitest'
import { decodeData } from '../catalog/decode-data.ts'

/** Decodes a data payload that a profile must know. @throws Error when none does */
export function decodeSound(payload: Uint8Array): Decoded {
  const decoded = decodeData(payload)
  if ('undecoded' in decoded) throw new Error(decoded.undecoded)
  return decoded
}

/** Expects a record to name the device that its vector states, where it states one. */
export function checkSerial({ hex, expect: { payload } }: Vector): void {
  if (payload?.inverter_sn !== undefined)
    expect(decodeSound(soundFrame(hex).payload).deviceSerial).toBe(payload.inverter_sn)
}

const names: Readonly<Record<string, readonly [QuantityId, number?]>> = {
  temperature_c: ['inverterTemperatureC'],
  frequency_hz: ['acFrequencyHz'],
  active_power_w: ['acPowerW'],
  energy_today_kwh: ['generationTodayWh', 1000],
  energy_total_kwh: ['generationTotalWh', 1000],
  dc_bus_v: ['dcBusVoltageV'],
  power_limit_pct: ['powerLimitPercent'],
  power_factor: ['powerFactor'],
  dc_power_w: ['pvPowerW'],
  energy_month_kwh: ['generationMonthWh', 1000],
  energy_last_month_kwh: ['generationLastMonthWh', 1000],
  energy_yesterday_kwh: ['generationYesterdayWh', 1000],
  energy_year_kwh: ['generationYearWh', 1000],
  apparent_power_va: ['acApparentPowerVa'],
  grid_voltage_v: ['ac1VoltageV'],
  grid_current_a: ['ac1CurrentA'],
  grid_frequency_hz: ['acFrequencyHz'],
  grid_power_w: ['acPowerW'],
  radiator_temp_c: ['radiatorTemperatureC'],
  rated_power_w: ['ratedPowerW'],
  ...Object.fromEntries(
    (['r', 's', 't'] as const).flatMap((phase, i) => [
      [`ac_${phase}_voltage_v`, [`ac${i + 1}VoltageV`]],
      [`ac_${phase}_current_a`, [`ac${i + 1}CurrentA`]],
    ]),
  ),
  ...Object.fromEntries(
    [1, 2, 3, 4].flatMap((n) => [
      [`pv${n}_voltage_v`, [`pv${n}VoltageV`]],
      [`pv${n}_current_a`, [`pv${n}CurrentA`]],
      [`pv${n}_energy_today_kwh`, [`pv${n}TodayWh`, 1000]],
      [`pv${n}_energy_total_kwh`, [`pv${n}TotalWh`, 1000]],
    ]),
  ),
}
const textNames: Readonly<Record<string, string>> = {
  dsp_version: 'dspVersion',
  hci_version: 'hmiVersion',
  protocol_version: 'protocolVersion',
  dc_fw: 'dcFirmware',
  ac_fw: 'acFirmware',
}

/**
 * Checks every stated number, to the digit. `absent`: inputs that this device lacks, stated as 0 and left out by us.
 */
export function checkValues(
  hex: string,
  stated: Readonly<Record<string, unknown>>,
  absent: readonly string[] = [],
): void {
  const { payload } = soundFrame(hex)
  const decoded = decodeSound(payload)
  for (const [name, value] of Object.entries(stated)) {
    const [quantity, factor = 1] = names[name] ?? []
    const text = textNames[name]
    if (name === 'device_clock') expect(clockText(decoded)).toBe(value)
    else if (name === 'model_code')
      expect(decoded.texts.model).toBe(Number(value).toString(16).toUpperCase().padStart(4, '0'))
    else if (name === 'mppt_count') expect(payload[131]).toBe(value)
    else if (name === 'phase_count') expect(payload[132]).toBe(value)
    else if (text) expect([name, decoded.texts[text]]).toEqual([name, value])
    else if (!quantity) throw new Error(`No quantity for ${name}`)
    else if (absent.includes(name)) expect([name, value, decoded.values[quantity]]).toEqual([name, 0, undefined])
    else expect([name, decoded.values[quantity]]).toEqual([name, Math.round(Number(value) * factor * 1000) / 1000])
  }
}

const clockText = ({ deviceClock: clock }: Decoded): string | undefined =>
  clock &&
  new Date(Date.UTC(clock.year, clock.month - 1, clock.day, clock.hour, clock.minute, clock.second))
    .toISOString()
    .slice(0, 19)

export const solisSinglePhase = ['ac_r_voltage_v', 'ac_s_voltage_v', 'ac_r_current_a', 'ac_s_current_a']
export const deyeTwoInputs = [3, 4].flatMap((n) =>
  ['voltage_v', 'current_a', 'energy_today_kwh', 'energy_total_kwh'].map((what) => `pv${n}_${what}`),
)
