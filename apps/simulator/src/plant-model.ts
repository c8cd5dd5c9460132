import { addDays, localDate, offsetMinutes } from '@heliograph/domain/time.ts'
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
import { getSunElevationDeg } from '@heliograph/solar/sun-position.ts'
import { type Fault, findFault } from './faults.ts'
import type { InverterSpec, PlantSpec } from './fleet.ts'

/** Energies are integrated over whole cells of five minutes, so a restart of the simulator continues the same counters. */
export const CELL_MS = 300_000
const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Momentary powers of a plant in W (inverters in the order of the plant's loggers) and the air that they stand in. */
export type PlantPowers = Readonly<{
  inverters: readonly Readonly<{ acW: number; dcW: number; cellC: number; stopped: boolean }>[]
  loadW: number
  flows: EnergyFlows
  socPercent: number | null
  airC: number
  sunElevationDeg: number
}>

/** Counters of one energy in Wh, as a device keeps them. */
export type Counter = {
  total: number
  today: number
  yesterday: number
  month: number
  lastMonth: number
  year: number
}
const newCounter = (): Counter => ({ total: 0, today: 0, yesterday: 0, month: 0, lastMonth: 0, year: 0 })

export const boundaryFlows = ['import', 'export', 'charge', 'discharge', 'load', 'generator'] as const
export type BoundaryFlow = (typeof boundaryFlows)[number]

/** Everything that one cell hands to the next. */
export type PlantState = {
  cell: number
  date: string
  energy: EnergyState
  generation: Counter[]
  runHours: number[]
  boundary: Record<BoundaryFlow, Counter>
}

export type PlantModel = Readonly<{
  spec: PlantSpec
  inverters: readonly InverterSpec[]
  faults: readonly Fault[]
  seed: number
  place: Place
  sky: Sky
  system: EnergySystem
}>

export function createPlantModel(spec: PlantSpec, faults: readonly Fault[], seed: number): PlantModel {
  const own = (seedFromText(spec.name) ^ seed) >>> 0
  return {
    spec,
    faults,
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

/** The plant as it was commissioned at a UTC instant. */
export function newPlantState(model: PlantModel, startMs: number): PlantState {
  const cell = Math.floor(startMs / CELL_MS)
  return {
    cell,
    date: localDate(cell * CELL_MS, model.spec.zone),
    energy: { battery: model.system.battery ? { socPercent: 50 } : null, generatorRunning: false },
    generation: model.inverters.map(newCounter),
    runHours: model.inverters.map(() => 0),
    boundary: Object.fromEntries(boundaryFlows.map((f) => [f, newCounter()])) as Record<BoundaryFlow, Counter>,
  }
}

export const copyState = (state: PlantState): PlantState => structuredClone(state)

/** Air temperature in degC: season, time of day (warmest two hours after solar noon) and weather, without storage. */
function getAirC(model: PlantModel, atMs: number): number {
  const { spec } = model
  const yearShare = ((atMs / DAY_MS) % 365.25) / 365.25
  const season = Math.cos(2 * Math.PI * (yearShare - 0.55)) * (spec.latitude < 0 ? -1 : 1)
  const solarHour = ((atMs / 3_600_000 + spec.longitude / 15) % 24) - 14
  const daily = 4.5 * Math.cos((2 * Math.PI * solarHour) / 24)
  return (
    spec.meanTemperatureC +
    spec.seasonalSwingC * season +
    daily +
    3 * smoothNoiseAt(model.seed, 11, atMs / (36 * 3_600_000))
  )
}

/** All powers at an instant for a given state of the battery; pure but for that state. */
export function getPowers(
  model: PlantModel,
  atMs: number,
  energy: EnergyState,
  durationS: number,
): { powers: PlantPowers; energy: EnergyState } {
  const { spec, faults } = model
  const sunElevationDeg = getSunElevationDeg(atMs, spec.latitude, spec.longitude)
  const airC = getAirC(model, atMs)
  const windMs = 2 + 1.5 * smoothNoiseAt(model.seed, 12, atMs / (3 * 3_600_000))
  const clearSkyIndex = sunElevationDeg > -1 ? getClearSkyIndex(model.sky, atMs) : 1
  const inverters = model.inverters.map((inverter, index) => {
    if (sunElevationDeg <= -1) return { acW: 0, dcW: 0, cellC: airC, stopped: false }
    const light = getLightShare(model, index, atMs)
    const planes: Plane[] = [
      { mount: 'fixed', pdc0W: inverter.dcWp * light, tiltDeg: spec.tiltDeg, azimuthDeg: spec.azimuthDeg },
    ]
    const limit = findFault(faults, 'clipping', index, atMs)?.severity ?? 1
    const power = getExpectedPower(atMs, model.place, planes, describeArray({ ratedAcW: inverter.ratedAcW * limit }), {
      clearSkyIndex,
      linkeTurbidity: 3.3,
      temperatureC: airC,
      windMs: Math.max(0.2, windMs),
    })
    const stopped = findFault(faults, 'outage', index, atMs) !== undefined
    const acW = stopped ? 0 : Math.max(0, power.acW)
    return {
      acW,
      dcW: stopped ? 0 : acW > 0 ? Math.max(acW, Math.min(power.dcW, acW * 1.06)) : 0,
      cellC: power.planes[0]?.cellC ?? airC,
      stopped,
    }
  })
  const pvW = inverters.reduce((sum, i) => sum + i.acW, 0)
  const localMs = atMs + offsetMinutes(atMs, spec.zone) * MINUTE_MS
  const minute = (localMs % DAY_MS) / MINUTE_MS
  const loadW = spec.load
    ? spec.load.scale *
      getHouseholdLoadW(model.seed, minute, Math.floor(localMs / DAY_MS), loadProfiles[spec.load.profile])
    : 0
  const offGrid = spec.gridType === 'PV_BTR_USE' || (spec.gridType === 'OFF_GRID' && spec.load !== undefined)
  const balance = balanceEnergy(model.system, energy, { pvW, loadW, offGrid, durationS })
  // What nobody can take is not produced: curtailment shows at the inverters.
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

/** Share of the light that reaches an inverter's modules: its own small spread, dead strings, dirt and snow. */
function getLightShare(model: PlantModel, index: number, atMs: number): number {
  let share = 0.985 + 0.03 * randomAt(model.seed, 21, index)
  const dead = findFault(model.faults, 'dead-string', index, atMs)
  if (dead) share *= 1 - dead.severity
  const dirt = findFault(model.faults, 'soiling', index, atMs)
  if (dirt) share *= 1 - dirt.severity * Math.min(1, (atMs - dirt.fromMs) / (60 * DAY_MS))
  const snow = findFault(model.faults, 'snow', index, atMs)
  if (snow) share *= 1 - snow.severity
  return share
}

/** Brings a state forward, cell by cell, up to the cell that contains the instant. Changes and returns `state`. */
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

/** A copy of the state as it stands at an instant inside the state's cell. */
export function stateAt(model: PlantModel, state: PlantState, atMs: number): PlantState {
  const copy = copyState(state)
  addCell(model, copy, (atMs - state.cell * CELL_MS) / CELL_MS)
  return copy
}

/** Adds a share of the current cell to counters and battery. Power is that of the cell's middle throughout. */
function addCell(model: PlantModel, state: PlantState, share: number): void {
  const startMs = state.cell * CELL_MS
  rollDates(state, localDate(startMs, model.spec.zone))
  for (const fault of model.faults)
    if (fault.type === 'counter-reset' && fault.fromMs >= startMs && fault.fromMs < startMs + CELL_MS)
      state.generation.forEach((c, i) => {
        if (fault.device === undefined || fault.device === i) c.total = 0
      })
  if (share <= 0) return
  const { powers, energy } = getPowers(model, startMs + CELL_MS / 2, state.energy, (CELL_MS / 1000) * share)
  state.energy = energy
  const hours = (CELL_MS / 3_600_000) * share
  powers.inverters.forEach((inverter, i) => {
    count(state.generation[i], inverter.acW * hours)
    if (inverter.acW > 0) state.runHours[i] = (state.runHours[i] ?? 0) + hours
  })
  const { flows } = powers
  count(state.boundary.import, flows.importW * hours)
  count(state.boundary.export, flows.exportW * hours)
  count(state.boundary.charge, flows.chargeW * hours)
  count(state.boundary.discharge, flows.dischargeW * hours)
  count(state.boundary.generator, flows.generatorW * hours)
  count(state.boundary.load, powers.loadW * hours)
}

function count(counter: Counter | undefined, wh: number): void {
  if (!counter) return
  counter.total += wh
  counter.today += wh
  counter.month += wh
  counter.year += wh
}

function rollDates(state: PlantState, date: string): void {
  if (date === state.date) return
  const counters = [...state.generation, ...Object.values(state.boundary)]
  for (const c of counters) {
    c.yesterday = addDays(state.date, 1) === date ? c.today : 0
    c.today = 0
    if (date.slice(0, 7) !== state.date.slice(0, 7)) {
      c.lastMonth = c.month
      c.month = 0
    }
    if (date.slice(0, 4) !== state.date.slice(0, 4)) c.year = 0
  }
  state.date = date
}
