import { type Flow, flows } from '@heliograph/domain/energy-flow.ts'
import { energiesOf } from '@heliograph/domain/power-energy.ts'
import { addDays, dayBounds } from '@heliograph/domain/time.ts'
import type { Db } from '../../platform/db/database.ts'
import { seriesOfRows } from './period-series.ts'
import { msOf, readText, type TextRow, toArray, toStamps } from './statement.ts'

type HourSpan = Readonly<{ plantId: number; fromMs: number; toMs: number }>
/** Wh by the start of the hour, for each flow of a plant; hours without a reading are absent. */
export type FlowHours = Readonly<Record<Flow, ReadonlyMap<number, number>>>

// The devices that carry a flow, their open hour, and their closed hours, in one snapshot.
const text = `with span as materialized (
    select * from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[]) s (plant_id, from_at, to_at)),
  own as materialized (
    select d.id, d.plant_id, d.flows, d.quantities, p.zone from devices d join plants p on p.id = d.plant_id
    where d.plant_id in (select plant_id from span) and d.flows <> '{}')
  select 'list', id, plant_id, array_to_string(flows, ','), null::float8, null::bytea, null::bytea,
    array_to_string(quantities, ','), zone from own
  union all
  select 'open', l.device_id, l.plant_id, null, null, l.last, l.open, null, null
    from own join device_latest l on l.plant_id = own.plant_id and l.device_id = own.id
  union all
  (select 'closed', r.device_id, r.plant_id, null, ${msOf('r.start')}, r.acc, null, null, null
    from own join span s on s.plant_id = own.plant_id join device_rollups r
      on r.plant_id = own.plant_id and r.device_id = own.id and r.resolution = 'h'
        and r.start >= s.from_at and r.start < s.to_at
    order by r.device_id, r.start)
  union all
  (select 'sealed', r.device_id, r.plant_id, null, null, r.block, null, null, null
    from own join (select plant_id, min(from_at) as from_at, max(to_at) as to_at from span group by 1) w
      on w.plant_id = own.plant_id join sealed_periods r on r.plant_id = own.plant_id and r.device_id = own.id
        and r.resolution = 'h' and r.since >= date_trunc('month', w.from_at at time zone 'UTC')::date
        and r.since <= (w.to_at at time zone 'UTC')::date
    order by r.device_id, r.since)`

/**
 * The energies of plants by hours of their wall clock, from the roll-ups of the devices that measure each flow now. One
 * row per device and hour is read, no sample.
 */
export async function flowHours(db: Db, spans: readonly HourSpan[]): Promise<ReadonlyMap<number, FlowHours>> {
  if (spans.length === 0) return new Map()
  const values = [
    toArray(spans.map(({ plantId }) => plantId)),
    toStamps(spans.map(({ fromMs }) => fromMs)),
    toStamps(spans.map(({ toMs }) => toMs)),
  ]
  const byDevice = new Map<string, TextRow[]>()
  for (const row of await readText(db.pool, text, values, 'telemetry-flow-hours')) {
    const rows = byDevice.get(row[1] ?? '')
    if (rows) rows.push(row)
    else byDevice.set(row[1] ?? '', [row])
  }
  const range = {
    fromMs: Math.min(...spans.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...spans.map(({ toMs }) => toMs)),
  }
  const found = new Map<number, Record<Flow, Map<number, number>>>()
  for (const rows of byDevice.values()) {
    const list = rows.find(([kind]) => kind === 'list')
    if (!list) continue
    const plantId = Number(list[2])
    const own = spans.filter((span) => span.plantId === plantId)
    const hours = found.get(plantId) ?? noHours()
    found.set(plantId, hours)
    const carried = flows.filter((flow) => (list[3] ?? '').split(',').includes(flow))
    const query = { ...range, plantId, quantities: carried.flatMap(energiesOf) }
    // As period-series reads them: kind, start, two columns of bytes, list, zone.
    const read = rows.map(([kind = null, , , , ...rest]): TextRow => [kind, ...rest])
    seriesOfRows(read, { ...query, resolution: 'hour' }, 'h').forEach(({ points }, index) => {
      // Two for each flow: counted, and estimated.
      const sums = hours[carried[Math.floor(index / 2)] as Flow]
      for (const { atMs, value } of points)
        if (own.some(({ fromMs, toMs }) => atMs >= fromMs && atMs < toMs)) sums.set(atMs, (sums.get(atMs) ?? 0) + value)
    })
  }
  return found
}

const noHours = (): Record<Flow, Map<number, number>> =>
  Object.fromEntries(flows.map((flow) => [flow, new Map()])) as unknown as Record<Flow, Map<number, number>>

/** Days that follow each other closely are read together. @param days ascending */
export function spansOfDays(plantId: number, zone: string, days: readonly string[]): readonly HourSpan[] {
  const spans: { first: string; last: string }[] = []
  for (const day of days) {
    const open = spans.at(-1)
    if (open && day <= addDays(open.last, 3)) open.last = day
    else spans.push({ first: day, last: day })
  }
  return spans.map(({ first, last }) => ({
    plantId,
    fromMs: dayBounds(first, zone).fromMs,
    toMs: dayBounds(last, zone).toMs,
  }))
}

/**
 * A flow by hours, with the size of the plant's day: devices that measure a flow today may not have measured it then, and
 * both must add up. null: no hour has any of an energy that the day has.
 */
export function shapeHours(
  found: FlowHours | undefined,
  flow: Flow,
  starts: readonly number[],
  wh: number,
): readonly number[] | null {
  const shape = starts.map((at) => found?.[flow].get(at) ?? 0)
  const sum = shape.reduce((all, value) => all + value, 0)
  if (sum > 0) return shape.map((value) => (value / sum) * wh)
  return wh === 0 ? shape : null
}
