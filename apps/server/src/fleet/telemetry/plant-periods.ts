import { type Flow, type FlowEnergy, flows } from '@heliograph/domain/energy-flow.ts'
import { addDays, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { readText, type TextRow } from './statement.ts'

export type PlantPeriod = Readonly<{
  /** YYYY-MM-DD, YYYY-MM, YYYY or 'all'. */
  period: string
  /** Wh; null where no device of the plant measured that flow in the period. */
  energy: FlowEnergy
  /** Refused energy in Wh, and the number of refused steps. */
  refusedWh: number
  quarantined: number
  resets: number
  samples: number
  /** Samples with an uncertain instant. */
  estimated: number
  /**
   * Share of the generation and of the other flows, Wh, that may belong to another day, divided by the expected curve.
   */
  generationEstimatedWh: number
  othersEstimatedWh: number
  /** Share of the generation, Wh, that the device reported for its first day before its first record. */
  reportedWh: number
  /** Share of the generation, Wh, that follows from a hybrid's counter and its battery, or from the power of its cells. */
  derivedWh: number
  /** The energies of days that know all of them over the same time, where others do not; a balance holds only of these. */
  balanced?: FlowEnergy
  /** Of the energies: what was integrated from powers, Wh, where no counter measures them; null: nothing was. */
  fromPower?: FlowEnergy
  /** Of the charge: what the grid gave, Wh, on the days of which the hours are known (`countGridCharge`); absent: on none. */
  gridChargeWh?: number
  /** Offsets that people added to the generation and to the consumption of its days, Wh; in no energy here. */
  generationOffsetWh: number
  useOffsetWh: number
}>

const energies = flows.map((flow) => `sum(${flow}_wh)`).join(', ')
/** Counters that were first heard within half an hour of each other know the same part of a day. */
const TOGETHER_MINUTES = 30
const isBegunApart = `(begun > 0 and not (begun + begun_free >= num_nonnulls(${flows.map((flow) => `${flow}_wh`).join(', ')})
  and begun_squares * begun - begun_minutes::float8 ^ 2 <= ${TOGETHER_MINUTES ** 2} * begun ^ 2))`
/** An integrated power pauses while counters go on. */
const missing = flows
  .map((flow) => `case when ${flow}_wh is not null then coalesce(${flow}_gap_minutes, 0) end`)
  .join(', ')
const isApart = `(${isBegunApart} or coalesce(greatest(${missing}) - least(${missing}) > ${TOGETHER_MINUTES}, false))`
const IS_GRID_KNOWN = '(import_wh is not null or export_wh is not null)'
const balances = [
  `count(*) filter (where ${isApart})`,
  `count(*) filter (where ${IS_GRID_KNOWN})`,
  `count(*) filter (where generation_wh is not null and not ${IS_GRID_KNOWN})`,
  ...flows.map((flow) => `sum(${flow}_wh) filter (where ${IS_GRID_KNOWN} and not ${isApart})`),
  ...['generation_wh', 'load_wh'].map((column) => `sum(${column}) filter (where not ${isApart})`),
].join(', ')
const figures = `${energies}, sum(refused_wh), sum(quarantined), sum(resets), sum(samples), sum(estimated),
  sum(generation_estimated_wh), sum(others_estimated_wh), sum(reported_wh), sum(derived_wh),
  sum(generation_offset_wh), sum(use_offset_wh), sum(grid_charge_wh) filter (where not ${isApart}), ${balances}, ${flows.map((flow) => `sum(${flow}_from_power_wh)`).join(', ')}`

/** Days with data from one date to another, both included. */
export const plantDays = (db: Db, plantId: number, fromDate: string, toDate: string): Promise<readonly PlantPeriod[]> =>
  periods(db, plantId, 10, fromDate, toDate)

/** @param fromMonth YYYY-MM, both included */
export const plantMonths = (
  db: Db,
  plantId: number,
  fromMonth: string,
  toMonth: string,
): Promise<readonly PlantPeriod[]> => periods(db, plantId, 7, `${fromMonth}-01`, lastDay(toMonth))

/** @param fromYear YYYY, both included */
export const plantYears = (
  db: Db,
  plantId: number,
  fromYear: string,
  toYear: string,
): Promise<readonly PlantPeriod[]> => periods(db, plantId, 4, `${fromYear}-01-01`, `${toYear}-12-31`)

function lastDay(month: string): string {
  const next = addDays(`${month}-28`, 4)
  return addDays(`${next.slice(0, 7)}-01`, -1)
}

/** @param letters the number of characters of the date that name the period: 4 year, 7 month, 10 day */
async function periods(
  db: Db,
  plantId: number,
  letters: number,
  from: string,
  to: string,
): Promise<readonly PlantPeriod[]> {
  const text = `select left(day::text, $4), ${figures} from plant_day_entries
    where plant_id = $1 and day >= $2 and day <= $3 group by 1 order by 1`
  const rows = await readText(db.pool, text, [plantId, from, to, letters], 'telemetry-plant-periods')
  return rows.map(([period, ...rest]) => toPeriod(period ?? '', rest))
}

/** Sums of many plants between two dates, and how many days have data; plants without data are absent. */
export async function rangeOfPlants(
  db: Db,
  plantIds: readonly number[],
  fromDate: string,
  toDate: string,
): Promise<ReadonlyMap<number, PlantPeriod & Readonly<{ days: number }>>> {
  const text = `select plant_id, count(distinct day), ${figures} from plant_day_entries
    where plant_id = any($1::bigint[]) and day >= $2 and day <= $3 group by plant_id`
  const rows = await readText(db.pool, text, [plantIds, fromDate, toDate], 'telemetry-range-of-plants')
  return new Map(
    rows.map(([plantId, days, ...rest]) => [Number(plantId), { ...toPeriod('range', rest), days: Number(days) }]),
  )
}

/** The generation of many plants together, by date or month (`letters` 10 or 7), Wh. */
export async function generationOfPlants(
  db: Db,
  plantIds: readonly number[],
  range: Readonly<{ from: string; to: string; letters: 7 | 10 }>,
): Promise<ReadonlyMap<string, number | null>> {
  const text = `select left(day::text, $4), sum(shown_generation_wh) from plant_day_entries
    where plant_id = any($1::bigint[]) and day >= $2 and day <= $3 group by 1`
  const values = [plantIds, range.from, range.to, range.letters]
  const rows = await readText(db.pool, text, values, 'telemetry-generation-of-plants')
  return new Map(rows.map(([period, wh]) => [period ?? '', wh === null || wh === undefined ? null : Number(wh)]))
}

/** Generation of each month up to the given days and from them on: `part` counts the days that were reached, Wh. */
export async function generationByParts(
  db: Db,
  bounds: readonly Readonly<{ plantId: number; day: string }>[],
  range: Readonly<{ from: string; to: string }>,
): Promise<readonly Readonly<{ plantId: number; month: string; part: number; generationWh: number }>[]> {
  if (bounds.length === 0) return []
  const ids = bounds.map(({ plantId }) => plantId)
  const text = `select d.plant_id, left(d.day::text, 7), (select count(*) from unnest($1::bigint[], $2::date[]) b (plant_id, day)
      where b.plant_id = d.plant_id and b.day <= d.day), sum(d.shown_generation_wh) from plant_day_entries d
    where d.plant_id = any($1::bigint[]) and d.day >= $3 and d.day <= $4 and d.shown_generation_wh is not null group by 1, 2, 3`
  const values = [ids, bounds.map(({ day }) => day), range.from, range.to]
  const rows = await readText(db.pool, text, values, 'telemetry-generation-by-parts')
  return rows.map(([plantId, month, part, wh]) => ({
    plantId: Number(plantId),
    month: month ?? '',
    part: Number(part),
    generationWh: Number(wh),
  }))
}

/** Sums of all days ever; plants without data are absent. */
export async function plantTotals(db: Db, plantIds: readonly number[]): Promise<ReadonlyMap<number, PlantPeriod>> {
  const text = `select plant_id, ${figures} from plant_day_entries where plant_id = any($1::bigint[]) group by plant_id`
  const rows = await readText(db.pool, text, [plantIds], 'telemetry-plant-totals')
  return new Map(rows.map(([plantId, ...rest]) => [Number(plantId), toPeriod('all', rest)]))
}

/** Each plant's own today: its local date at an instant. */
async function todays(db: Db, plantIds: readonly number[] | 'all', nowMs: number): Promise<readonly Today[]> {
  const { rows: plants } = await db.pool.query<{ id: number; zone: string }>(
    plantIds === 'all'
      ? 'select id, zone from plants'
      : { text: 'select id, zone from plants where id = any($1::bigint[])', values: [plantIds] },
  )
  return plants.map(({ id, zone }) => ({ id, date: localDate(nowMs, zone) }))
}

type Today = Readonly<{ id: number; date: string }>

// Keys are said twice: the planner takes no condition of a join into the view, and would read the days of all plants.
const OF_TODAYS = `from unnest($1::bigint[], $2::date[]) t(plant_id, day) join plant_day_entries d using (plant_id, day)
  where d.plant_id = any($1::bigint[]) and d.day = any($2::date[])`
const keysOf = (all: readonly Today[]): [number[], string[]] => [all.map(({ id }) => id), all.map(({ date }) => date)]

export async function plantsToday(
  db: Db,
  plantIds: readonly number[],
  nowMs: number,
): Promise<ReadonlyMap<number, PlantPeriod>> {
  const text = `select plant_id, day, ${figures} ${OF_TODAYS} group by 1, 2`
  const rows = await readText(db.pool, text, keysOf(await todays(db, plantIds, nowMs)), 'telemetry-plants-today')
  return new Map(rows.map(([plantId, day, ...rest]) => [Number(plantId), toPeriod(day ?? '', rest)]))
}

/** @returns `plants`: how many have sent data today */
export async function fleetToday(
  db: Db,
  plantIds: readonly number[] | 'all',
  nowMs: number,
): Promise<Readonly<{ plants: number; energy: FlowEnergy }>> {
  const text = `select count(*), ${figures} ${OF_TODAYS}`
  const [row = []] = await readText(db.pool, text, keysOf(await todays(db, plantIds, nowMs)), 'telemetry-fleet-today')
  const [plants, ...rest] = row
  return { plants: Number(plants), energy: toPeriod('', rest).energy }
}

function toPeriod(period: string, figures: TextRow): PlantPeriod {
  const energy = Object.fromEntries(flows.map((flow, i) => [flow, toEnergy(figures[i])])) as Record<Flow, number | null>
  const [
    refused,
    quarantined,
    resets,
    samples,
    estimated,
    generationEstimated,
    othersEstimated,
    reported,
    derived,
    addedGeneration,
    addedUse,
    gridCharge,
    ...balance
  ] = figures.slice(flows.length)
  return {
    period,
    energy,
    refusedWh: toEnergy(refused) ?? 0,
    quarantined: Number(quarantined),
    resets: Number(resets),
    samples: Number(samples),
    estimated: Number(estimated),
    generationEstimatedWh: toEnergy(generationEstimated) ?? 0,
    othersEstimatedWh: toEnergy(othersEstimated) ?? 0,
    reportedWh: toEnergy(reported) ?? 0,
    derivedWh: toEnergy(derived) ?? 0,
    generationOffsetWh: toEnergy(addedGeneration) ?? 0,
    useOffsetWh: toEnergy(addedUse) ?? 0,
    ...(gridCharge != null && { gridChargeWh: toEnergy(gridCharge) ?? 0 }),
    ...toBalanced(balance),
    ...toFromPower(balance.slice(3 + flows.length + 2)),
  }
}

/** Nothing where counters measure everything. */
function toFromPower(figures: TextRow): Pick<PlantPeriod, 'fromPower'> {
  const sums = flows.map((flow, i) => [flow, toEnergy(figures[i])] as const)
  return sums.every(([, wh]) => wh === null) ? {} : { fromPower: Object.fromEntries(sums) as FlowEnergy & object }
}

/** Nothing where all days of the period know their energies over the same time. */
function toBalanced(figures: TextRow): Pick<PlantPeriod, 'balanced'> {
  const [apart, gridDays, otherDays] = figures.slice(0, 3).map(Number) as [number, number, number]
  if (apart === 0 && (gridDays === 0 || otherDays === 0)) return {}
  const ofGrid = figures.slice(3, 3 + flows.length).map(toEnergy)
  const [generation = null, load = null] = figures.slice(3 + flows.length).map(toEnergy)
  const known = flows.map((flow, i) => [flow, gridDays > 0 ? (ofGrid[i] ?? null) : null])
  const alone = gridDays > 0 ? {} : { generation, load }
  return { balanced: { ...(Object.fromEntries(known) as Record<Flow, number | null>), ...alone } }
}

/** Sums of multiples of 0.0001 Wh, with binary rounding errors removed. */
const toEnergy = (text: string | null | undefined): number | null =>
  text == null ? null : Math.round(Number(text) * 10_000) / 10_000
