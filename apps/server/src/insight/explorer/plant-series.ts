import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { consumptionWh, type Flow, type FlowEnergy, flows } from '@heliograph/domain/energy-flow.ts'
import { energiesOf } from '@heliograph/domain/power-energy.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, dayBounds, type Interval, localDate, monthBounds, yearBounds } from '@heliograph/domain/time.ts'
import { type PowerRole, powerRoles, type Source } from '../../fleet/now/now.ts'
import { type DayPoint, drawCurve, planDays } from '../../fleet/plants/plants.ts'
import {
  deviceSeries,
  type PlantPeriod,
  plantDays,
  plantMonths,
  plantYears,
  type Resolution,
  type SeriesPoint,
} from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { isPlantPower, type PlantEnergyId, type PlantPowerId, plantEnergies, plantPowers } from './plant-quantities.ts'

export type PlantPoint = Readonly<{ atMs: number; value: number | null; estimated: boolean }>
type Plan = Awaited<ReturnType<typeof planDays>>
type Period = Exclude<Resolution, 'sample'>

/**
 * Quantities of a plant as a whole, in that order, ascending. Powers: the day curve, the sums of the hours' means, and
 * from days on the energy divided by the time. Energies: of hours at the finest.
 */
export async function plantSeries(
  db: Db,
  plantId: number,
  quantities: readonly QuantityId[],
  range: Interval,
  resolution: Resolution,
  nowMs: number,
): Promise<readonly (readonly PlantPoint[])[]> {
  const plan = await planDays(db, plantId)
  const hasPowers = quantities.some(isPlantPower)
  const hasEnergies = quantities.some((id) => !isPlantPower(id))
  const period: Period = resolution === 'sample' ? 'hour' : resolution
  const [curve, hours, energies] = await Promise.all([
    hasPowers && resolution === 'sample' ? readCurve(db, plan, range, nowMs) : [],
    hasPowers && resolution === 'hour' ? readHours(db, plan, range) : new Map<number, Hour>(),
    hasEnergies || (hasPowers && period !== 'hour') ? readEnergies(db, plan, range, period) : [],
  ])
  return quantities.map((id): readonly PlantPoint[] => {
    if (!isPlantPower(id)) return energies.map((energy) => toPoint(energy.atMs, energyOf(energy, id as PlantEnergyId)))
    if (resolution === 'sample') return toLine(curve, id)
    if (resolution === 'hour') return [...hours].map(([atMs, hour]) => toPoint(atMs, hour[plantPowers[id]] ?? null))
    return energies.map((energy) =>
      toPoint(energy.atMs, meanPower(energy, id, Math.min(energy.toMs, nowMs) - energy.atMs)),
    )
  })
}

const toPoint = (atMs: number, value: number | null): PlantPoint => ({ atMs, value, estimated: false })

const energyOf = ({ energy, balanced = energy }: EnergyPeriod, id: PlantEnergyId): number | null => {
  const flow = plantEnergies[id]
  return flow === 'use' ? consumptionWh(balanced) : energy[flow]
}

/** A power's mean over a period follows from its energies; the state of charge has none. */
function meanPower({ energy, balanced = energy }: EnergyPeriod, id: PlantPowerId, forMs: number): number | null {
  const hours = forMs / HOUR_MS
  if (hours <= 0) return null
  const over = (wh: number | null): number | null => (wh === null ? null : wh / hours)
  const between = (into: number | null, out: number | null): number | null =>
    into === null && out === null ? null : (into ?? 0) - (out ?? 0)
  switch (id) {
    case 'pvPowerW':
      return over(energy.generation)
    case 'gridPowerW':
      return over(between(energy.import, energy.export))
    case 'batteryPowerW':
      return over(between(energy.discharge, energy.charge))
    case 'loadPowerW':
      return over(consumptionWh(balanced))
    case 'generatorPowerW':
      return over(energy.generator)
    default:
      return null
  }
}

/** One null where a line breaks. */
function toLine(curve: readonly DayPoint[], id: PlantPowerId): readonly PlantPoint[] {
  const part = plantPowers[id]
  return curve
    .map((point) => ({ atMs: point.atMs, value: point[part], estimated: point.estimated }))
    .filter(({ value }, at, all) => value !== null || (all[at - 1]?.value ?? null) !== null)
}

async function readCurve(db: Db, plan: Plan, { fromMs, toMs }: Interval, nowMs: number): Promise<readonly DayPoint[]> {
  const { zone } = plan.facts
  const points: DayPoint[] = []
  const last = localDate(Math.min(toMs, nowMs) - 1, zone)
  for (let date = localDate(fromMs, zone); date <= last; date = addDays(date, 1)) {
    const day = await drawCurve(db, plan, date, nowMs)
    for (const point of day.points) if (point.atMs >= fromMs && point.atMs < toMs) points.push(point)
  }
  return points
}

type Hour = Readonly<Partial<Record<(typeof plantPowers)[PlantPowerId], number | null>>>

/** The hours in which every source of a power reported: their means, added up as in the day curve. */
async function readHours(db: Db, { facts, sources }: Plan, range: Interval): Promise<ReadonlyMap<number, Hour>> {
  const used = powerRoles.flatMap((role) => sources[role])
  const means = await readMeans(db, facts.plantId, used, range)
  const instants = [...new Set([...means.values()].flatMap((readonlyMap) => [...readonlyMap.keys()]))].sort(
    (a, b) => a - b,
  )
  const sumAt = (role: PowerRole, atMs: number): number | null => {
    const values = sources[role].map((source) => means.get(keyOf(source))?.get(atMs))
    if (values.length === 0) return null
    return values.reduce<number | null>((sum, value) => (sum === null || value === undefined ? null : sum + value), 0)
  }
  const optional = (role: PowerRole, atMs: number): number | null =>
    sources[role].length === 0 ? 0 : sumAt(role, atMs)
  return new Map(
    instants.map((atMs) => {
      const pv = add(optional('pv', atMs), optional('micro', atMs))
      const [grid, battery, generator] = [
        optional('grid', atMs),
        optional('battery', atMs),
        optional('generator', atMs),
      ]
      const balance = add(add(pv, grid), add(battery, generator))
      const soc = sumAt('soc', atMs)
      const hasPv = sources.pv.length + sources.micro.length > 0
      return [
        atMs,
        {
          pvW: hasPv ? pv : null,
          gridW: sumAt('grid', atMs),
          batteryW: sumAt('battery', atMs),
          generatorW: sumAt('generator', atMs),
          upsW: sumAt('ups', atMs),
          loadW: sources.loadIsWhole ? sumAt('load', atMs) : sources.loadCanFollow ? balance : null,
          socPercent: soc === null ? null : soc / sources.soc.length,
        },
      ]
    }),
  )
}

const add = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
const keyOf = ({ deviceId, quantity }: Source): string => `${deviceId} ${quantity}`

async function readMeans(
  db: Db,
  plantId: number,
  used: readonly Source[],
  { fromMs, toMs }: Interval,
): Promise<ReadonlyMap<string, ReadonlyMap<number, number>>> {
  const found = await Promise.all(
    [...new Set(used.map(({ deviceId }) => deviceId))].map(async (deviceId) => {
      const quantities = [...new Set(used.filter((item) => item.deviceId === deviceId).map(({ quantity }) => quantity))]
      const series = await deviceSeries(db, { plantId, deviceId, quantities, fromMs, toMs, resolution: 'hour' })
      return series.map(({ quantity, points }) => [keyOf({ deviceId, quantity }), toValues(points)] as const)
    }),
  )
  return new Map(found.flat())
}

const toValues = (points: readonly SeriesPoint[]): ReadonlyMap<number, number> =>
  new Map(points.map(({ atMs, value }) => [atMs, value]))

type EnergyPeriod = Readonly<{ atMs: number; toMs: number; energy: FlowEnergy; balanced?: FlowEnergy }>

function readEnergies(db: Db, plan: Plan, range: Interval, period: Period): Promise<readonly EnergyPeriod[]> {
  return period === 'hour' ? readHourEnergies(db, plan, range) : readPeriods(db, plan, range, period)
}

async function readPeriods(
  db: Db,
  { facts: { plantId, zone } }: Plan,
  { fromMs, toMs }: Interval,
  period: 'day' | 'month' | 'year',
): Promise<readonly EnergyPeriod[]> {
  const [from, to] = [localDate(fromMs, zone), localDate(toMs - 1, zone)]
  const read = {
    day: () => plantDays(db, plantId, from, to),
    month: () => plantMonths(db, plantId, from.slice(0, 7), to.slice(0, 7)),
    year: () => plantYears(db, plantId, from.slice(0, 4), to.slice(0, 4)),
  }
  const boundsOf = { day: dayBounds, month: monthBounds, year: yearBounds }
  return (await read[period]()).map(({ period: name, energy, balanced = energy }: PlantPeriod) => {
    const bounds = boundsOf[period](name, zone)
    return { atMs: bounds.fromMs, toMs: bounds.toMs, energy, balanced }
  })
}

/** The counters' steps of each hour, of the devices that make a flow. An hour without a reading adds to a later one. */
async function readHourEnergies(
  db: Db,
  { facts: { plantId }, devices }: Plan,
  { fromMs, toMs }: Interval,
): Promise<readonly EnergyPeriod[]> {
  const hours = new Map<number, Partial<Record<Flow, number>>>()
  await Promise.all(
    devices.map(async ({ deviceId, flows: own }) => {
      if (own.length === 0) return
      const quantities = own.flatMap(energiesOf)
      const series = await deviceSeries(db, { plantId, deviceId, quantities, fromMs, toMs, resolution: 'hour' })
      own.forEach((flow, at) => {
        const points = [2 * at, 2 * at + 1].flatMap((index) => series[index]?.points ?? [])
        for (const { atMs, value } of points) {
          const hour = hours.get(atMs) ?? {}
          hour[flow] = (hour[flow] ?? 0) + value
          hours.set(atMs, hour)
        }
      })
    }),
  )
  return [...hours]
    .sort(([a], [b]) => a - b)
    .map(([atMs, hour]) => ({
      atMs,
      toMs: atMs + HOUR_MS,
      energy: Object.fromEntries(flows.map((flow) => [flow, hour[flow] ?? null])) as FlowEnergy,
    }))
}
