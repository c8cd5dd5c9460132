import type { OwnClock } from '@heliograph/devices/quirks/own-clock.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { describeArray, type Place, type Plane } from '@heliograph/solar/array.ts'
import { describeBattery } from '@heliograph/solar/battery.ts'
import { getClearSkyIndex, type Sky } from '@heliograph/solar/clouds.ts'
import {
  balanceEnergy,
  type EnergyFlows,
  type EnergyState,
  type EnergySystem,
} from '@heliograph/solar/energy-balance.ts'
import { getExpectedPower } from '@heliograph/solar/expected-power.ts'
import { getHouseholdLoadW } from '@heliograph/solar/household.ts'
import { loadProfiles } from '@heliograph/solar/household-profiles.ts'
import { randomAt, seedFromText, smoothNoiseAt } from '@heliograph/solar/random.ts'
import { getHourAngleDeg, getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import { isUp } from '@heliograph/solar/sun-up.ts'
import { drawQuirks, type InverterQuirks } from './device-quirks.ts'
import { type Fault, findFault } from './faults.ts'
import { type Counter, count, dayOf, newCounter, startDay } from './own-days.ts'
import type { InverterSpec, PlantSpec } from './plant-spec.ts'

/**
 * Energies are integrated over whole cells of five minutes, so a restart of the simulator continues the same counters.
 */
export const CELL_MS = 300_000

/** Momentary powers of a plant in W (inverters in the order of the plant's loggers) and the air around it. */
export type PlantPowers = Readonly<{
  inverters: readonly Readonly<{ acW: number; dcW: number; cellC: number; stopped: boolean; awake: boolean }>[]
  loadW: number
  flows: EnergyFlows
  socPercent: number | null
  airC: number
  sunElevationDeg: number
}>

export const boundaryFlows = ['import', 'export', 'charge', 'discharge', 'load', 'generator'] as const
export type BoundaryFlow = (typeof boundaryFlows)[number]

/** The state that one cell passes to the next. */
export type PlantState = {
  cell: number
  /** For each inverter: the day of its own clock for "today", whether it is awake, and since when. */
  days: number[]
  awake: boolean[]
  wokeMs: number[]
  energy: EnergyState
  generation: Counter[]
  runHours: number[]
  boundary: Record<BoundaryFlow, Counter>
}

export type PlantModel = Readonly<{
  spec: PlantSpec
  inverters: readonly InverterSpec[]
  faults: readonly Fault[]
  quirks: readonly InverterQuirks[]
  seed: number
  place: Place
  sky: Sky
  system: EnergySystem
}>

/** @param quirks of its inverters, unless they are drawn from the seed */
export function createPlantModel(
  spec: PlantSpec,
  faults: readonly Fault[],
  seed: number,
  quirks?: readonly InverterQuirks[],
): PlantModel {
  const own = (seedFromText(spec.name) ^ seed) >>> 0
  return {
    spec,
    faults,
    quirks: quirks ?? drawQuirks(spec, own),
    seed: own,
    inverters: spec.loggers.flatMap((l) => l.inverters),
    place: { latitudeDeg: spec.latitude, longitudeDeg: spec.longitude, altitudeM: spec.altitudeM },
    sky: {
      seed: own,
      regionSeed: seedFromText(spec.zone) ^ seed,
      climate: spec.climate,
      latitudeDeg: spec.latitude,
      longitudeDeg: spec.longitude,
    },
    system: {
      battery: spec.batteryWh === undefined ? null : describeBattery({ capacityWh: spec.batteryWh }),
      generator:
        spec.generatorW === undefined ? null : { maxW: spec.generatorW, startSocPercent: 15, stopSocPercent: 70 },
      exportLimitW: spec.exportLimitW ?? null,
    },
  }
}

/** The state of the plant when it was commissioned at a UTC instant. */
export function newPlantState(model: PlantModel, startMs: number): PlantState {
  const cell = Math.floor(startMs / CELL_MS)
  return {
    cell,
    days: model.inverters.map((_, i) => dayOf(clockOf(model, i, cell * CELL_MS), cell * CELL_MS)),
    awake: model.inverters.map(() => false),
    wokeMs: model.inverters.map(() => Number.NEGATIVE_INFINITY),
    energy: { battery: model.system.battery ? { socPercent: 50 } : null, generatorRunning: false },
    generation: model.inverters.map(newCounter),
    runHours: model.inverters.map(() => 0),
    boundary: Object.fromEntries(boundaryFlows.map((f) => [f, newCounter()])) as Record<BoundaryFlow, Counter>,
  }
}

/** Written by hand because it runs for every record of a year: several times as fast as structuredClone. */
export const copyState = (state: PlantState): PlantState => ({
  cell: state.cell,
  days: [...state.days],
  awake: [...state.awake],
  wokeMs: [...state.wokeMs],
  // Immutable.
  energy: state.energy,
  generation: state.generation.map((counter) => ({ ...counter })),
  runHours: [...state.runHours],
  boundary: Object.fromEntries(
    boundaryFlows.map((flow) => [flow, { ...state.boundary[flow] }]),
  ) as PlantState['boundary'],
})

/** Air temperature in degC: season, time of day (warmest two hours after solar noon) and weather, without storage. */
function getAirC(model: PlantModel, atMs: number): number {
  const { spec } = model
  const yearShare = ((atMs / DAY_MS) % 365.25) / 365.25
  const season = Math.cos(2 * Math.PI * (yearShare - 0.55)) * (spec.latitude < 0 ? -1 : 1)
  const solarHour = ((atMs / HOUR_MS + spec.longitude / 15) % 24) - 14
  const daily = 4.5 * Math.cos((2 * Math.PI * solarHour) / 24)
  return (
    spec.meanTemperatureC +
    spec.seasonalSwingC * season +
    daily +
    3 * smoothNoiseAt(model.seed, 11, atMs / (36 * HOUR_MS))
  )
}

/** The air around a plant: what its modules are cooled by, and what a weather service would say. */
export const airAt = (model: PlantModel, atMs: number): Readonly<{ temperatureC: number; windMs: number }> => ({
  temperatureC: getAirC(model, atMs),
  windMs: Math.max(0.2, 2 + 1.5 * smoothNoiseAt(model.seed, 12, atMs / (3 * HOUR_MS))),
})

/** Haze of every simulated sky. */
export const LINKE_TURBIDITY = 3.3

/** All powers at an instant for a given state of the battery; pure otherwise. */
export function getPowers(
  model: PlantModel,
  atMs: number,
  energy: EnergyState,
  durationS: number,
): { powers: PlantPowers; energy: EnergyState } {
  const { spec, faults } = model
  const sunElevationDeg = getSunElevationDeg(atMs, spec.latitude, spec.longitude)
  const { temperatureC: airC, windMs } = airAt(model, atMs)
  const clearSkyIndex = isUp(sunElevationDeg) ? getClearSkyIndex(model.sky, atMs) : 1
  const inverters = model.inverters.map((inverter, index) => {
    const sleeper = !inverter.master
    if (!isUp(sunElevationDeg)) return { acW: 0, dcW: 0, cellC: airC, stopped: false, awake: !sleeper }
    const light = getLightShare(model, index, atMs)
    const planes: Plane[] = [
      { mount: 'fixed', pdc0W: inverter.dcWp * light, tiltDeg: spec.tiltDeg, azimuthDeg: spec.azimuthDeg },
    ]
    const limit = findFault(faults, 'clipping', index, atMs)?.severity ?? 1
    const power = getExpectedPower(atMs, model.place, planes, describeArray({ ratedAcW: inverter.ratedAcW * limit }), {
      clearSkyIndex,
      linkeTurbidity: LINKE_TURBIDITY,
      temperatureC: airC,
      windMs,
    })
    const stopped = findFault(faults, 'outage', index, atMs) !== undefined
    const awake =
      !sleeper || sunElevationDeg > ALWAYS_AWAKE_ABOVE_DEG || wakes(model, index, atMs, lightOf(power.planes))
    const idle = findFault(faults, 'idle', index, atMs) !== undefined || isWithoutGrid(model, atMs)
    const acW = stopped || idle || !awake ? 0 : Math.max(0, power.acW)
    return {
      acW,
      dcW: acW > 0 ? Math.max(acW, Math.min(power.dcW, acW * 1.06)) : 0,
      cellC: power.planes[0]?.cellC ?? airC,
      stopped,
      awake,
    }
  })
  const pvW = inverters.reduce((sum, i) => sum + i.acW, 0)
  const localMs = atMs + offsetMinutes(atMs, spec.zone) * MINUTE_MS
  const minute = (localMs % DAY_MS) / MINUTE_MS
  const loadW = spec.load
    ? spec.load.scale *
      getHouseholdLoadW(model.seed, minute, Math.floor(localMs / DAY_MS), loadProfiles[spec.load.profile])
    : 0
  const offGrid =
    findFault(faults, 'grid-outage', undefined, atMs) !== undefined ||
    spec.gridType === 'PV_BTR_USE' ||
    (spec.gridType === 'OFF_GRID' && spec.load !== undefined)
  const isUnlimited = findFault(faults, 'over-export', undefined, atMs) !== undefined
  const system = isUnlimited ? { ...model.system, exportLimitW: null } : model.system
  const balance = balanceEnergy(system, energy, { pvW, loadW, offGrid, durationS })
  // Surplus energy is not produced: curtailment shows at the inverters.
  const kept = pvW > 0 ? (pvW - balance.flows.curtailedW) / pvW : 1
  return {
    powers: {
      inverters: kept < 1 ? inverters.map((i) => ({ ...i, acW: i.acW * kept, dcW: i.dcW * kept })) : inverters,
      loadW: loadW - balance.flows.unservedW,
      flows: balance.flows,
      socPercent: balance.state.battery?.socPercent ?? null,
      airC,
      sunElevationDeg,
    },
    energy: balance.state,
  }
}

/** Without grid only a plant with a battery goes on. */
const isWithoutGrid = ({ faults, system }: PlantModel, atMs: number): boolean =>
  system.battery === null && findFault(faults, 'grid-outage', undefined, atMs) !== undefined

/** Clouds at midday put no inverter to sleep. */
const ALWAYS_AWAKE_ABOVE_DEG = 15

const lightOf = (planes: readonly Readonly<{ poaWm2: number }>[]): number =>
  Math.max(0, ...planes.map(({ poaWm2 }) => poaWm2))

function wakes(model: PlantModel, index: number, atMs: number, lightWm2: number): boolean {
  const wakesAtWm2 = model.quirks[index]?.wakesAtWm2 ?? 0
  const isMorning = getHourAngleDeg(atMs, model.spec.longitude) < 0
  return lightWm2 >= (isMorning ? wakesAtWm2 : wakesAtWm2 / 2)
}

/** Share of the light that reaches an inverter's modules: its own small spread, dead strings, dirt and snow. */
function getLightShare(model: PlantModel, index: number, atMs: number): number {
  let share = 0.985 + 0.03 * randomAt(model.seed, 21, index)
  const dead = findFault(model.faults, 'dead-string', index, atMs)
  if (dead) share *= 1 - dead.severity
  const weak = findFault(model.faults, 'weak-string', index, atMs)
  if (weak) share *= 1 - weak.severity / 2
  const dirt = findFault(model.faults, 'soiling', index, atMs)
  if (dirt) share *= 1 - dirt.severity * Math.min(1, (atMs - dirt.fromMs) / (60 * DAY_MS))
  const shade = findFault(model.faults, 'shading', index, atMs)
  if (shade && isMorningHour(getHourAngleDeg(atMs, model.spec.longitude))) share *= 1 - shade.severity
  const snow = findFault(model.faults, 'snow', index, atMs)
  if (snow) share *= 1 - snow.severity
  return share
}

/** A tree in the east-southeast. */
const isMorningHour = (hourAngleDeg: number): boolean => hourAngleDeg >= -60 && hourAngleDeg < -30

/** Advances a state, cell by cell, to the cell of the instant. Changes and returns `state`. */
export function advance(
  model: PlantModel,
  state: PlantState,
  atMs: number,
  onCell?: (state: PlantState) => void,
): PlantState {
  const last = Math.floor(atMs / CELL_MS)
  while (state.cell < last) {
    addCell(model, state, 1)
    state.cell++
    onCell?.(state)
  }
  return state
}

/** A copy of the state at an instant inside the state's cell, and the powers of that instant. */
export function momentAt(
  model: PlantModel,
  state: PlantState,
  atMs: number,
): Readonly<{ state: PlantState; powers: PlantPowers }> {
  const copy = copyState(state)
  const startMs = state.cell * CELL_MS
  if (atMs > startMs) addCell(model, copy, (atMs - startMs) / CELL_MS)
  const { powers } = getPowers(model, atMs, copy.energy, CELL_MS / 1000)
  if (atMs === startMs) {
    resetCounters(model, copy, startMs)
    countPowers(model, copy, powers, atMs, atMs)
  }
  return { state: copy, powers }
}

/** Adds a share of the current cell to counters and battery. The power is that of the cell's middle throughout. */
function addCell(model: PlantModel, state: PlantState, share: number): void {
  const startMs = state.cell * CELL_MS
  const endMs = startMs + CELL_MS * share
  resetCounters(model, state, startMs)
  const { powers, energy } = getPowers(model, startMs + CELL_MS / 2, state.energy, (CELL_MS / 1000) * share)
  state.energy = energy
  countPowers(model, state, powers, startMs, endMs)
}

function resetCounters(model: PlantModel, state: PlantState, startMs: number): void {
  for (const fault of model.faults)
    if (fault.type === 'counter-reset' && fault.fromMs >= startMs && fault.fromMs < startMs + CELL_MS)
      state.generation.forEach((c, i) => {
        if (fault.device === undefined || fault.device === i) c.total = 0
      })
}

/** Counts powers over a time span, wakes inverters and starts their days. Changes `state`. */
function countPowers(model: PlantModel, state: PlantState, powers: PlantPowers, startMs: number, endMs: number): void {
  const hours = (endMs - startMs) / HOUR_MS
  const { flows } = powers
  // The inverter with the current transformers keeps the counters of grid, load and battery by its own clock.
  const meter = Math.max(
    0,
    model.inverters.findIndex(({ master }) => master),
  )
  powers.inverters.forEach(({ acW, awake }, i) => {
    if (awake && !state.awake[i]) state.wokeMs[i] = startMs
    state.awake[i] = awake
    const day = startDay(
      { clock: clockOf(model, i, endMs), todayResets: model.quirks[i]?.todayResets ?? 'midnight' },
      { day: state.days[i], awake },
      startMs,
      endMs,
    )
    if (day) state.days[i] = day.day
    count(state.generation[i], acW * hours, day)
    if (acW > 0) state.runHours[i] = (state.runHours[i] ?? 0) + hours
    if (i !== meter) return
    count(state.boundary.import, flows.importW * hours, day)
    count(state.boundary.export, flows.exportW * hours, day)
    count(state.boundary.charge, flows.chargeW * hours, day)
    count(state.boundary.discharge, flows.dischargeW * hours, day)
    count(state.boundary.generator, flows.generatorW * hours, day)
    count(state.boundary.load, powers.loadW * hours, day)
  })
}

/** An inverter's own clock at an instant, including a shift by hand. */
export function clockOf(model: PlantModel, index: number, atMs: number): OwnClock {
  const own = model.quirks[index]?.clock ?? { offsetMinutes: 0, aheadS: 0 }
  return { ...own, aheadS: own.aheadS + (findFault(model.faults, 'clock-shift', index, atMs)?.severity ?? 0) }
}
