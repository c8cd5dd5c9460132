import type { InverterStateName, Profile } from '@heliograph/devices/catalog/profile.ts'
import { wholeSteps } from '@heliograph/devices/quirks/counter.ts'
import { type OwnClock, shownMs } from '@heliograph/devices/quirks/own-clock.ts'
import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { randomAt, smoothNoiseAt } from '@heliograph/solar/random.ts'
import { isUp } from '@heliograph/solar/sun-up.ts'
import { type Counted, type InverterQuirks, showCounter } from './device-quirks.ts'
import { type Fault, type FaultType, findFault } from './faults.ts'
import type { Counter } from './own-days.ts'
import {
  CELL_MS,
  clockOf,
  getPowers,
  momentAt,
  type PlantModel,
  type PlantPowers,
  type PlantState,
} from './plant-model.ts'

export type DeviceReading = Readonly<{ values: Values; deviceClock: NonNullable<Decoded['deviceClock']> }>

/** A plant at one instant, computed once for all its devices. */
export type Moment = Readonly<{ atMs: number; now: PlantState; powers: PlantPowers }>

/** `state` must be in the instant's cell. */
export function computeMoment(model: PlantModel, state: PlantState, atMs: number): Moment {
  const { state: now, powers } = momentAt(model, state, atMs)
  return { atMs, now, powers }
}

/** Everything one inverter could report at a moment; its profile picks what its frame has room for. */
export function readDevice(model: PlantModel, moment: Moment, index: number, profile: Profile): DeviceReading {
  const { atMs: nowMs, now } = moment
  const frozen = findFault(model.faults, 'frozen', index, nowMs)
  // Counters are another block of registers: they go on.
  const atMs = frozen?.fromMs ?? nowMs
  const powers = frozen === undefined ? moment.powers : getPowers(model, atMs, now.energy, CELL_MS / 1000).powers
  const faultAt = (type: FaultType): Fault | undefined => findFault(model.faults, type, index, atMs)
  const inverter = model.inverters[index]
  const power = powers.inverters[index]
  const generation = now.generation[index]
  const quirks = model.quirks[index]
  if (!inverter || !power || !generation || !quirks) throw new RangeError(`${model.spec.name} has no inverter ${index}`)
  const { acW, dcW } = power
  const values: Record<string, number> = {}

  const phases = profile.phaseCount
  const hasGrid = faultAt('grid-outage') === undefined
  const usualV = 231 + 2.5 * smoothNoiseAt(model.seed, 31, atMs / 1_200_000) + (4 * acW) / inverter.ratedAcW
  const gridV = hasGrid ? usualV + (faultAt('grid-voltage')?.severity ?? 0) : 0
  const hz = 50 + 0.025 * smoothNoiseAt(model.seed, 32, atMs / 240_000) + (faultAt('grid-frequency')?.severity ?? 0)
  for (let p = 1; p <= 3; p++) {
    if (phases === 1 && p > 1) break
    const own = 0.7 * (p - 2)
    const v = (hasGrid ? gridV : usualV) + own
    // The grid's side of an inverter that supplies the house is dead.
    values[`ac${p}VoltageV`] = hasGrid ? v : 0
    values[`ac${p}CurrentA`] = acW / phases / v
    values[`grid${p}VoltageV`] = hasGrid ? v : 0
  }
  const mppts = Math.max(1, profile.mpptCount)
  const dead = faultAt('dead-string')
  const weak = faultAt('weak-string')?.severity ?? 0
  const stringsOn = dead ? Math.max(1, Math.round(mppts * (1 - dead.severity))) : mppts
  const light = isUp(powers.sunElevationDeg)
  for (let n = 1; n <= mppts; n++) {
    const v = light
      ? (profile.deviceType === 'MICRO_INVERTER' ? 34 : 420) * (1 - 0.0029 * (power.cellC - 25)) * (1 + 0.004 * n)
      : 0
    const w = n <= stringsOn ? (dcW / (stringsOn - weak)) * (n === stringsOn ? 1 - weak : 1) : 0
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
  const spikeWh = faultAt('spike') ? 1.27e11 : 0
  const sensorC = faultAt('sentinel')
    ? -100
    : (faultAt('heat')?.severity ?? powers.airC + 9 + (28 * acW) / inverter.ratedAcW)
  const readAcW = faultAt('power-unread') ? 0 : inverter.ratedAcW * (faultAt('power-spike')?.severity ?? 0) || acW
  const ohm = (faultAt('insulation')?.severity ?? 2_000) * 1_000
  Object.assign(values, {
    pvPowerW: faultAt('power-unread') ? 0 : dcW,
    dcBusVoltageV: light ? 640 : 0,
    acPowerW: profile.hybrid ? acW + powers.flows.dischargeW - powers.flows.chargeW : readAcW,
    acApparentPowerVa: readAcW,
    acFrequencyHz: hasGrid ? hz : 0,
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
    insulationPv1Ohm: ohm,
    insulationPv2Ohm: ohm,
    inverterState: stateCode(profile, power.stopped, acW),
    ...(power.stopped ? faultWords(profile) : {}),
  })
  if (inverter.master)
    Object.assign(values, boundaryValues(model, { atMs, now, powers }, hasGrid ? gridV : usualV, quirks))
  if (isBlankStart(model, now, index, nowMs, quirks.zeroAtWake))
    for (const id of Object.keys(values)) if (isQuantityId(id) && getQuantity(id).kind === 'counter') values[id] = 0
  return { values: values as Values, deviceClock: clockAt(clockOf(model, index, nowMs), nowMs) }
}

/** The first one or two records after wake-up, sent on some mornings before the inverter has read its memory. */
function isBlankStart(model: PlantModel, now: PlantState, index: number, atMs: number, share: number): boolean {
  const wokeMs = now.wokeMs[index] ?? Number.NEGATIVE_INFINITY
  return atMs - wokeMs <= CELL_MS && randomAt(model.seed, 62, index, Math.floor(wokeMs / CELL_MS)) < share
}

/** Grid, load and battery as the inverter with the current transformers sees them. */
function boundaryValues(
  model: PlantModel,
  { atMs, now, powers }: Moment,
  outputV: number,
  quirks: InverterQuirks,
): Record<string, number> {
  const { flows, socPercent } = powers
  const hasGrid = findFault(model.faults, 'grid-outage', undefined, atMs) === undefined
  const gridW = flows.importW - flows.exportW
  const hz = 50 + (findFault(model.faults, 'grid-frequency', undefined, atMs)?.severity ?? 0)
  const batteryW = flows.dischargeW - flows.chargeW
  const put = (out: Record<string, number>, name: Counted, counter: Counter) => {
    const { todayWh, totalWh } = showCounter(quirks, name, counter)
    out[`${name}TodayWh`] = todayWh
    out[`${name}TotalWh`] = totalWh
  }
  const out: Record<string, number> = {
    gridPowerW: gridW,
    gridFrequencyHz: hasGrid ? hz : 0,
    loadPowerW: powers.loadW,
    epsVoltageV: outputV,
    epsPowerW: hasGrid ? 0 : powers.loadW,
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
      batterySocPercent: findFault(model.faults, 'soc-stuck', undefined, atMs)?.severity ?? socPercent,
      batterySohPercent: healthOf(cycles),
      batteryTemperatureC:
        findFault(model.faults, 'battery-heat', undefined, atMs)?.severity ??
        18 + powers.airC / 6 + Math.abs(batteryW) / 1_500,
      batteryCycles: cycles,
    })
    put(out, 'batteryCharge', now.boundary.charge)
    put(out, 'batteryDischarge', now.boundary.discharge)
  }
  return out
}

/** A stopped inverter with words of faults says why: a relay does not close. */
function faultWords({ faults }: Profile): Readonly<Record<string, number>> {
  for (const { quantity, by, faults: named } of faults) {
    const bit = Object.entries(named).find(([, { key }]) => key === 'relay')?.[0]
    if (by === 'bit' && bit !== undefined) return { [quantity]: 2 ** Number(bit) }
  }
  return {}
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
