import { rankOf } from '@heliograph/domain/status.ts'
import type pg from 'pg'
import { toNumberArray } from '../../platform/db/number-array.ts'
import { toDocumentArray, toPlainArray, toTextArray } from '../../platform/db/text-array.ts'
import type { LateDevice } from '../telemetry/telemetry.ts'
import { type DeviceState, type PlantNowState, reasonOf } from './compute-now.ts'

type Client = Pick<pg.ClientBase | pg.Pool, 'query'>
/** `instant`: handed over in milliseconds. */
type Column<T> = Readonly<{ name: string; type: string; of: (row: T) => number | string | boolean | null }>

export type DeviceWrite = DeviceState & Readonly<{ plantId: number }>
type DeviceRow = DeviceWrite & Readonly<{ nowMs: number }>
const deviceColumns: readonly Column<DeviceRow>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ plantId }) => plantId },
  { name: 'device_id', type: 'bigint', of: ({ device }) => device.deviceId },
  { name: 'fault_kind', type: 'text', of: ({ memory }) => memory.fault?.kind ?? null },
  { name: 'fault_code', type: 'text', of: ({ memory }) => memory.fault?.code ?? null },
  { name: 'fault_since', type: 'instant', of: ({ memory }) => memory.fault?.sinceMs ?? null },
  { name: 'idle_since', type: 'instant', of: ({ memory }) => memory.idle.idleSinceMs },
  { name: 'idle_lit_s', type: 'integer', of: ({ memory }) => memory.idle.idleLitS },
  { name: 'is_idle', type: 'boolean', of: ({ memory }) => memory.idle.isIdle },
  { name: 'wake_deg', type: 'float8', of: ({ memory }) => memory.learnt.wakeDeg },
  { name: 'doze_deg', type: 'float8', of: ({ memory }) => memory.learnt.dozeDeg },
  { name: 'mornings', type: 'smallint', of: ({ memory }) => memory.learnt.mornings },
  { name: 'status', type: 'text', of: ({ state }) => state.status },
  { name: 'presence', type: 'text', of: ({ state }) => state.presence },
  { name: 'reason', type: 'jsonb', of: (deviceRow) => JSON.stringify(reasonOf(deviceRow)) },
  { name: 'status_since', type: 'instant', of: ({ nowMs }) => nowMs },
]

const keep = (column: string, table: string, old: string, options: string): string =>
  `${column} = case when ${table}.status = ${old}.status then ${table}.${column} else ${options} end`

/** Numbers in binary; what is rarer as one text, which is cheaper than element by element. */
function lists<T>(columns: readonly Column<T>[], rows: readonly T[]): unknown[] {
  return columns.map(({ type, of }) => {
    if (type === 'bigint') return toNumberArray('bigint', rows, of as (row: T) => number | null)
    if (type === 'float8' || type === 'instant') {
      // A list that is too short is filled with nulls: a power that no plant of the batch has costs nothing.
      const some = rows.some((row) => of(row) !== null) ? rows : []
      return toNumberArray('float8', some, of as (row: T) => number | null)
    }
    if (type === 'jsonb') return toDocumentArray(type, rows, of as (row: T) => string | null)
    if (type === 'text') return toTextArray(rows, of as (row: T) => string | null)
    return toPlainArray(rows, of)
  })
}
const unnested = <T>(columns: readonly Column<T>[]): string =>
  `unnest(${columns.map(({ type }, index) => `$${index + 1}::${type === 'instant' ? 'float8' : type}[]`).join(', ')})
    as u (${columns.map(({ name }) => name).join(', ')})`
const givenBy = ({ name, type }: Pick<Column<never>, 'name' | 'type'>): string =>
  type === 'instant' ? `to_timestamp(u.${name} / 1000)` : `u.${name}`

const deviceText = `insert into device_now as d (${deviceColumns.map(({ name }) => name).join(', ')}, fault_look)
  select ${deviceColumns.map(givenBy).join(', ')}, u.fault_since is not null from ${unnested(deviceColumns)} order by plant_id, device_id
  on conflict (plant_id, device_id) do update set ${deviceColumns
    .slice(2)
    .map(({ name }) =>
      name === 'status_since' ? keep(name, 'd', 'excluded', `excluded.${name}`) : `${name} = excluded.${name}`,
    )
    .join(', ')},
    fault_look = d.fault_look or excluded.fault_look and excluded.fault_since is distinct from d.fault_since`

/** Of plants that are held. */
export async function writeDevices(client: Client, devices: readonly DeviceWrite[], nowMs: number): Promise<void> {
  if (devices.length === 0) return
  const rows = devices.map((device) => ({ ...device, nowMs }))
  await client.query({ name: 'now-write-devices', text: deviceText, values: lists(deviceColumns, rows) })
}

/** Late samples may show that a fault began earlier (fault-start.ts). Of plants that are held. */
export async function lookForFaultStarts(client: Client, late: readonly LateDevice[]): Promise<void> {
  if (late.length === 0) return
  await client.query({
    name: 'now-late-faults',
    text: `update device_now d set fault_look = true from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) u (plant_id, device_id, from_at)
      where d.plant_id = u.plant_id and d.device_id = u.device_id and d.fault_since > u.from_at and not d.fault_look`,
    values: [
      late.map(({ plantId }) => plantId),
      late.map(({ deviceId }) => deviceId),
      late.map(({ fromMs }) => new Date(fromMs)),
    ],
  })
}

/** `version`: of the row that this is made from; the next is drawn, so that one of a transaction that failed comes never again. */
export type PlantWrite = Readonly<{
  state: PlantNowState
  version: number
  nextVersion: number
  nextChangeAtMs: number
  nowMs: number
  /** Added to the energy of the row's day, where the row says the same day as before; null: nothing. */
  generatedWh: number | null
}>
/** Columns that each sample changes. */
const usualColumns: readonly Column<PlantWrite>[] = [
  { name: 'plant_id', type: 'bigint', of: ({ state }) => state.plantId },
  { name: 'version', type: 'bigint', of: ({ version }) => version },
  { name: 'next_version', type: 'bigint', of: ({ nextVersion }) => nextVersion },
  { name: 'pv_w', type: 'float8', of: ({ state }) => state.power.pvW },
  { name: 'inverter_w', type: 'float8', of: ({ state }) => state.power.inverterW },
  { name: 'micro_w', type: 'float8', of: ({ state }) => state.power.microW },
  { name: 'grid_w', type: 'float8', of: ({ state }) => state.power.gridW },
  { name: 'battery_w', type: 'float8', of: ({ state }) => state.power.batteryW },
  { name: 'load_w', type: 'float8', of: ({ state }) => state.power.loadW },
  { name: 'generator_w', type: 'float8', of: ({ state }) => state.power.generatorW },
  { name: 'ups_w', type: 'float8', of: ({ state }) => state.power.upsW },
  { name: 'soc_percent', type: 'float8', of: ({ state }) => state.power.socPercent },
  { name: 'unaccounted_w', type: 'float8', of: ({ state }) => state.power.unaccountedW },
  { name: 'last_at', type: 'instant', of: ({ state }) => state.lastAtMs },
  { name: 'counter_total_wh', type: 'float8', of: ({ state }) => state.counterTotalWh },
  // The same again leaves its index alone.
  {
    name: 'next_change_at',
    type: 'instant',
    of: ({ nextChangeAtMs }) => (Number.isFinite(nextChangeAtMs) ? nextChangeAtMs : Number.NEGATIVE_INFINITY),
  },
]
/**
 * The row's version proves that no other writer changed today's energy: a recount marks the plant when it has written
 * days.
 */
const generated: Column<PlantWrite> = { name: 'generated_wh', type: 'float8', of: ({ generatedWh }) => generatedWh }
const sampleColumns = [...usualColumns, generated]
const allColumns: readonly Column<PlantWrite>[] = [
  ...usualColumns,
  { name: 'load_is_derived', type: 'boolean', of: ({ state }) => state.power.loadIsDerived },
  { name: 'interval_s', type: 'integer', of: ({ state }) => Math.round(state.intervalMs / 1000) },
  { name: 'today', type: 'date', of: ({ state }) => state.today },
  { name: 'today_wh', type: 'float8', of: ({ state }) => (state.isTodayKnown ? 0 : null) },
  { name: 'status', type: 'text', of: ({ state }) => state.status },
  { name: 'status_rank', type: 'smallint', of: ({ state }) => rankOf(state.status) },
  {
    name: 'reason',
    type: 'jsonb',
    of: ({ state }) => (state.status === 'well' ? null : JSON.stringify(state.reason)),
  },
  { name: 'status_since', type: 'instant', of: ({ nowMs }) => nowMs },
  { name: 'device_count', type: 'integer', of: ({ state }) => state.deviceCount },
  { name: 'silent_count', type: 'integer', of: ({ state }) => state.silentCount },
  { name: 'fault_count', type: 'integer', of: ({ state }) => state.faultCount },
]

/** The day's row wins: recounts and late samples write there. */
const TODAY_WH = 'today_wh = coalesce(u.generation_wh, u.today_wh)'
/** Added as the day's own row adds it (telemetry/writes.ts), which is cheaper than to read that row again. */
const moreToday = (wh: string): string => `today_wh = case when ${wh} is null then p.today_wh
    else round((coalesce(p.today_wh, 0) + ${wh}) * 10000::float8) / 10000::float8 end`

function setPlant(column: Column<PlantWrite>): string[] {
  const { name } = column
  if (name === 'plant_id' || name === 'next_version' || name === generated.name) return []
  if (name === 'version') return ['version = u.next_version']
  if (name === 'status_since') return [keep(name, 'p', 'u', givenBy(column))]
  if (name === 'today_wh') return [TODAY_WH]
  return [`${name} = ${givenBy(column)}`]
}
const placeOf = (name: string): number => allColumns.findIndex((column) => column.name === name) + 1
/** One row: the plants that were written; null: all of them. */
const updating = (columns: readonly Column<PlantWrite>[], rows: string, more: readonly string[] = []): string =>
  `written as (update plant_now p set ${[...columns.flatMap(setPlant), ...more].join(', ')}
   from ${rows} where p.plant_id = u.plant_id and p.version = u.version returning p.plant_id)
   select case when (select count(*) from written) < cardinality($1) then array(select plant_id::float8 from written) end`
const usualText = `with ${updating(sampleColumns, unnested(sampleColumns), [moreToday('u.generated_wh')])}`
// The days are read before: a cluster keeps them elsewhere than the rows that are written. Every day belongs to one of
// the rows, so a full join gives what a left join would, but it cannot be planned as a loop over both lists. It is
// materialized, or the planner would turn it back.
const allText = `with days as materialized (
    select d.plant_id, d.generation_wh from unnest($1::bigint[], $${placeOf('today')}::date[]) as k (plant_id, day)
    join plant_days d using (plant_id, day)),
  rows as materialized (
    select u.*, d.generation_wh from ${unnested(allColumns)} full join days d on d.plant_id = u.plant_id),
  ${updating(allColumns, 'rows u')}`

/** Of one plant: without lists a statement is prepared and run in half the time, and most transactions have one record. */
const options = (name: string): string => {
  const index = sampleColumns.findIndex((column) => column.name === name)
  const type = sampleColumns[index]?.type ?? 'bigint'
  return type === 'instant' ? `to_timestamp($${index + 1}::float8 / 1000)` : `$${index + 1}::${type}`
}
const isKey = ({ name }: Column<PlantWrite>): boolean => ['plant_id', 'version', 'next_version'].includes(name)
const oneText = `update plant_now p set version = ${options('next_version')},
    ${usualColumns.flatMap((column) => (isKey(column) ? [] : [`${column.name} = ${options(column.name)}`])).join(', ')},
    ${moreToday(options(generated.name))}
  where p.plant_id = ${options('plant_id')} and p.version = ${options('version')}`

/** Parameters of the statements, by kind of row; undefined: there is no such row. */
export type PlantWrites = Readonly<{ usual: Lists | undefined; others: Lists | undefined }>
type Lists = Readonly<{ rows: readonly PlantWrite[]; values: readonly unknown[] }>

/** @param usual rows that change only in what every sample changes */
export const toPlantWrites = (usual: readonly PlantWrite[], others: readonly PlantWrite[]): PlantWrites => ({
  usual: usual.length === 0 ? undefined : { rows: usual, values: valuesOf(usual) },
  others: others.length === 0 ? undefined : { rows: others, values: lists(allColumns, others) },
})

function valuesOf(usual: readonly PlantWrite[]): readonly unknown[] {
  const [row, another] = usual
  return row !== undefined && another === undefined
    ? sampleColumns.map(({ of }) => of(row))
    : lists(sampleColumns, usual)
}

/** @returns the plants that were written; another node has written or deleted the others */
export async function writePlants(client: Client, { usual, others }: PlantWrites): Promise<ReadonlySet<number>> {
  const written = new Set<number>()
  const run = async (name: string, text: string, { rows, values }: Lists) => {
    const query = { name, text, values: [...values], rowMode: 'array' as const }
    const [found] = (await client.query<[number[] | null]>(query)).rows
    const some = found?.[0]
    if (some) for (const plantId of some) written.add(plantId)
    else for (const { state } of rows) written.add(state.plantId)
  }
  if (usual?.rows.length === 1) {
    const { rowCount } = await client.query({ name: 'now-write-one', text: oneText, values: [...usual.values] })
    for (const { state } of usual.rows) if (rowCount === 1) written.add(state.plantId)
  } else if (usual) await run('now-write-usual', usualText, usual)
  if (others) await run('now-write-plants', allText, others)
  return written
}
