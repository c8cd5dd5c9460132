import type { InverterStateName, Profile } from '@heliograph/devices/profiles/profile.ts'
import { wholeSteps } from '@heliograph/devices/quirks/counter.ts'
import { type OwnClock, shownMs } from '@heliograph/devices/quirks/own-clock.ts'
import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { randomAt, smoothNoiseAt } from '@heliograph/solar/random.ts'
import { isUp } from '@heliograph/solar/sun-up.ts'
import { type Counted, type InverterQuirks, showCounter } from './device-quirks.ts'
import { findFault } from './faults.ts'
import type { Counter } from './own-days.ts'
import { CELL_MS, clockOf, momentAt, type PlantModel, type PlantPowers, type PlantState } from './plant-model.ts'

export type DeviceReading = Readonly<{ values: Values; deviceClock: NonNullable<Decoded['deviceClock']> }>

/** A plant at one instant, computed once for all its devices. */
export type Moment = Readonly<{ atMs: number; now: PlantState; powers: PlantPowers }>

/** `state` must be in the instant's cell. */
export function computeMoment(model: PlantModel, state: PlantState, atMs: number): Moment {
  const { state: now, powers } = momentAt(model, state, atMs)
  return { atMs, now, powers }
}

/** Everything one inverter could report at a moment; its profile picks what its frame has room for. */
export function readDevice(
  model: PlantModel,
  { atMs, now, powers }: Moment,
  index: number,
  profile: Profile,
): DeviceReading {
  const inverter = model.inverters[index]
  const power = powers.inverters[index]
  const generation = now.generation[index]
  const quirks = model.quirks[index]
  if (!inverter || !power || !generation || !quirks) throw new RangeError(`${model.spec.name} has no inverter ${index}`)
  const { acW, dcW } = power
  const values: Record<string, number> = {}

  const phases = profile.phaseCount
  const gridV = 231 + 2.5 * smoothNoiseAt(model.seed, 31, atMs / 1_200_000) + (4 * acW) / inverter.ratedAcW
  const hz = 50 + 0.025 * smoothNoiseAt(model.seed, 32, atMs / 240_000)
  for (let p = 1; p <= 3; p++) {
    if (phases === 1 && p > 1) break
    const v = gridV + 0.7 * (p - 2)
    values[`ac${p}VoltageV`] = v
    values[`ac${p}CurrentA`] = acW / phases / v
    values[`grid${p}VoltageV`] = v
  }
  const mppts = Math.max(1, profile.mpptCount)
  const dead = findFault(model.faults, 'dead-string', index, atMs)
  const stringsOn = dead ? Math.max(1, Math.round(mppts * (1 - dead.severity))) : mppts
  const light = isUp(powers.sunElevationDeg)
  for (let n = 1; n <= mppts; n++) {
    const v = light
      ? (profile.deviceType === 'MICRO_INVERTER' ? 34 : 420) * (1 - 0.0029 * (power.cellC - 25)) * (1 + 0.004 * n)
      : 0
    const w = n <= stringsOn ? dcW / stringsOn : 0
    values[`pv${n}VoltageV`] = v
    values[`pv${n}CurrentA`] = v > 0 ? w / v : 0
    values[`pv${n}PowerW`] = w
    if (n > 4) continue
    const today = n <= stringsOn ? generation.today / stringsOn : 0
    const string = { total: generation.total / mppts, today, yesterday: 0 }
    const { todayWh, totalWh } = showCounter(quirks, `pv${n as 1 | 2 | 3 | 4}`, string)
    Object.assign(values, { [`pv${n}TodayWh`]: todayWh, [`pv${n}TotalWh`]: totalWh })
  }
  const counters = showCounter(quirks, 'generation', generation)
  const spikeWh = findFault(model.faults, 'spike', index, atMs) ? 1.27e11 : 0
  const sensorC = findFault(model.faults, 'sentinel', index, atMs)
    ? -100
    : powers.airC + 9 + (28 * acW) / inverter.ratedAcW
  Object.assign(values, {
    pvPowerW: dcW,
    dcBusVoltageV: light ? 640 : 0,
    acPowerW: profile.hybrid ? acW + powers.flows.dischargeW - powers.flows.chargeW : acW,
    acApparentPowerVa: acW,
    acFrequencyHz: hz,
    powerFactor: acW > 0 ? 0.998 : 1,
    powerLimitPercent: 100,
    generationTodayWh: counters.todayWh,
    generationTotalWh: counters.totalWh + spikeWh,
    generationMonthWh: wholeSteps(generation.month, 1000),
    generationLastMonthWh: wholeSteps(generation.lastMonth, 1000),
    generationYesterdayWh: counters.yesterdayWh,
    generationYearWh: wholeSteps(generation.year, 1000),
    ratedPowerW: inverter.ratedAcW,
    operatingHoursH: now.runHours[index] ?? 0,
    inverterTemperatureC: sensorC,
    radiatorTemperatureC: sensorC + 4,
    loggerTemperatureC: powers.airC + 12,
    insulationPv1Ohm: 2_000_000,
    insulationPv2Ohm: 2_000_000,
    inverterState: stateCode(profile, power.stopped, acW),
  })
  if (inverter.master) Object.assign(values, boundaryValues(model, now, powers, gridV, quirks))
  if (isBlankStart(model, now, index, atMs, quirks.zeroAtWake))
    for (const id of Object.keys(values)) if (isQuantityId(id) && getQuantity(id).kind === 'counter') values[id] = 0
  return { values: values as Values, deviceClock: clockAt(clockOf(model, index, atMs), atMs) }
}

/** The first one or two records after wake-up, sent on some mornings before the inverter has read its memory. */
function isBlankStart(model: PlantModel, now: PlantState, index: number, atMs: number, share: number): boolean {
  const wokeMs = now.wokeMs[index] ?? Number.NEGATIVE_INFINITY
  return atMs - wokeMs <= CELL_MS && randomAt(model.seed, 62, index, Math.floor(wokeMs / CELL_MS)) < share
}

/** Grid, load and battery as the inverter with the current transformers sees them. */
function boundaryValues(
  model: PlantModel,
  now: PlantState,
  powers: PlantPowers,
  gridV: number,
  quirks: InverterQuirks,
): Record<string, number> {
  const { flows, socPercent } = powers
  const gridW = flows.importW - flows.exportW
  const batteryW = flows.dischargeW - flows.chargeW
  const put = (out: Record<string, number>, name: Counted, counter: Counter) => {
    const { todayWh, totalWh } = showCounter(quirks, name, counter)
    out[`${name}TodayWh`] = todayWh
    out[`${name}TotalWh`] = totalWh
  }
  const out: Record<string, number> = {
    gridPowerW: gridW,
    gridFrequencyHz: 50,
    loadPowerW: powers.loadW,
    epsVoltageV: gridV,
    epsPowerW: 0,
    generatorPowerW: flows.generatorW,
  }
  for (let p = 1; p <= 3; p++) out[`grid${p}PowerW`] = gridW / 3
  put(out, 'gridImport', now.boundary.import)
  put(out, 'gridExport', now.boundary.export)
  put(out, 'load', now.boundary.load)
  put(out, 'generator', now.boundary.generator)
  if (socPercent !== null) {
    const cycles = now.boundary.discharge.total / (model.spec.batteryWh ?? 1)
    const volts = 51.2 + ((socPercent - 50) / 50) * 2.4 + batteryW * -0.0003
    Object.assign(out, {
      batteryPowerW: batteryW,
      batteryVoltageV: volts,
      batteryCurrentA: batteryW / volts,
      batterySocPercent: socPercent,
      batterySohPercent: healthOf(cycles),
      batteryTemperatureC: 18 + powers.airC / 6 + Math.abs(batteryW) / 1_500,
      batteryCycles: cycles,
    })
    put(out, 'batteryCharge', now.boundary.charge)
    put(out, 'batteryDischarge', now.boundary.discharge)
  }
  return out
}

/** The register code of the inverter's state, by the profile's own table. */
function stateCode(profile: Profile, stopped: boolean, acW: number): number {
  const wanted: readonly InverterStateName[] = stopped ? ['fault'] : acW > 0 ? ['normal'] : ['standby', 'waiting']
  const row = Object.entries(profile.stateNames).find(([, name]) => wanted.includes(name))
  if (row || !stopped) return row ? Number(row[0]) : 0
  // Where the state word carries the fault itself, the grid is down.
  const word = profile.faults.find(({ quantity }) => quantity === 'inverterState')
  return Number(Object.entries(word?.faults ?? {}).find(([, { key }]) => key === 'no-grid')?.[0] ?? 0)
}

function clockAt(clock: OwnClock, atMs: number): NonNullable<Decoded['deviceClock']> {
  const local = new Date(shownMs(clock, atMs))
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    second: local.getUTCSeconds(),
  }
}

/** A fifth of the capacity is gone after 6,000 cycles. */
export const healthOf = (cycles: number): number => 100 - (20 * cycles) / 6_000
