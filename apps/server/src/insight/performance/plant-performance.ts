import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { type DaySum, sumDays } from '@heliograph/domain/performance/sum-days.ts'
import { addDays, addMonths, isDate, localDate } from '@heliograph/domain/time.ts'
import { sql } from 'kysely'
import { listDevicesOfPlants } from '../../fleet/devices/devices.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Reason } from './count-plant-days.ts'
import { type DayRow, readDays } from './day-rows.ts'
import { wish } from './due-plants.ts'

/** The rows of a month are days, of a year months, of all years. */
export type PerformanceSpan = 'month' | 'year' | 'total'

/** One inverter over the span. */
export type InverterSum = Readonly<{
  deviceId: number
  name: string
  capacityWp: number
  producedWh: number
  /** kWh per kWp. */
  specificYieldH: number
}>

export type PlantPerformance = Readonly<{
  /** YYYY-MM, YYYY or 'all'. */
  period: string
  zone: string
  capacityWp: number
  /** Why there is nothing; 'counting': the first days are under way; '': there is. */
  reason: Reason | 'counting'
  /** The last judged day of the plant. */
  countedTo: string | null
  /** Since when days wait to be judged, or to be judged again; null: none does. */
  waitingSinceMs: number | null
  whole: DaySum
  /** Part (YYYY-MM-DD, YYYY-MM or YYYY) by part, those with judged rows only. */
  parts: readonly Readonly<{ part: string; sum: DaySum }>[]
  inverters: readonly InverterSum[]
  names: ReadonlyMap<number, string>
  /** How far the stamps run behind the sun on clear days, ms; null: they fit. */
  clockShiftMs: number | null
}>

/** Judged days of a month, a year or all, from rows alone. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantPerformance(
  db: Db,
  plantId: number,
  span: PerformanceSpan,
  date: string | undefined,
  nowMs: number,
): Promise<PlantPerformance> {
  const facts = await getFacts(db, plantId)
  const { zone } = facts
  const wanted = chooseDate(date, localDate(nowMs, zone))
  const { period, from, to } = boundsOf(span, wanted)
  const [rows, state, devices, last] = await Promise.all([
    readDays(db, plantId, from, to),
    readState(db, plantId, nowMs),
    listDevicesOfPlants(db, [plantId], { withRemoved: true }),
    db.kysely
      .selectFrom('performance_days')
      .select(({ fn }) => fn.max('day').as('day'))
      .where('plant_id', '=', plantId)
      .executeTakeFirst(),
  ])
  const names = new Map((devices.get(plantId) ?? []).map(({ deviceId, name }) => [deviceId, name]))
  return {
    period,
    zone,
    capacityWp: modulesOn(facts, to).capacityWp,
    names,
    reason: last?.day ? '' : (state?.reason ?? 'counting'),
    countedTo: last?.day ?? null,
    waitingSinceMs: state?.waiting_since?.getTime() ?? null,
    whole: sumDays(rows),
    parts: groupRows(rows, partLength[span]).map(([part, own]) => ({ part, sum: sumDays(own) })),
    inverters: sumInverters(rows, names),
    clockShiftMs: findShift(rows),
  }
}

/** A plant whose turn comes with the next run does not wait yet. */
const WAITS_MS = 3 * MINUTE_MS

async function readState(db: Db, plantId: number, nowMs: number) {
  const { rows } = await sql<{ reason: Reason | null; waiting_since: Date | null }>`select q.reason, case
      when w.since <= ${new Date(nowMs - WAITS_MS)} then w.since end as waiting_since
    from plants p left join performance_plants q on q.plant_id = p.id
      left join recounts r on r.plant_id = p.id and r.state = 'done'
      cross join lateral (select coalesce(q.waiting_since, ${wish},
        case when q.due_at <= ${new Date(nowMs)} then q.due_at end) as since) w
    where p.id = ${plantId}`.execute(db.kysely)
  return rows[0]
}

const partLength: Readonly<Record<PerformanceSpan, number>> = { month: 10, year: 7, total: 4 }

/** Judged days between two dates, both included: as one, and by day or month. */
export async function rangePerformance(
  db: Db,
  plantId: number,
  range: Readonly<{ from: string; to: string; step: 'day' | 'month' }>,
): Promise<Pick<PlantPerformance, 'whole' | 'parts'>> {
  const rows = await readDays(db, plantId, range.from, range.to)
  const parts = groupRows(rows, range.step === 'day' ? 10 : 7)
  return { whole: sumDays(rows), parts: parts.map(([part, own]) => ({ part, sum: sumDays(own) })) }
}

/** Completes a date without day or month with its first one. */
export function chooseDate(date: string | undefined, today: string): string {
  if (date === undefined) return today
  const full = date.length === 4 ? `${date}-01-01` : date.length === 7 ? `${date}-01` : date
  if (!isDate(full) || full < '1970' || full >= '2200') throw new Refusal('PARAM_ERROR', { field: 'date' })
  return full
}

export function boundsOf(span: PerformanceSpan, date: string): Readonly<{ period: string; from: string; to: string }> {
  const month = date.slice(0, 7)
  const year = date.slice(0, 4)
  if (span === 'month') return { period: month, from: `${month}-01`, to: addDays(`${addMonths(month, 1)}-01`, -1) }
  if (span === 'year') return { period: year, from: `${year}-01-01`, to: `${year}-12-31` }
  return { period: 'all', from: '1970-01-01', to: '2199-12-31' }
}

function groupRows(rows: readonly DayRow[], length: number): readonly (readonly [string, readonly DayRow[]])[] {
  const groups = new Map<string, DayRow[]>()
  for (const row of rows) {
    const key = row.day.slice(0, length)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups]
}

/** Inverters by their days with a reading; one that was erased has no name any more and is left out. */
function sumInverters(rows: readonly DayRow[], names: ReadonlyMap<number, string>): readonly InverterSum[] {
  const sums = new Map<number, { capacityWp: number; producedWh: number; yieldH: number }>()
  for (const { inverters } of rows)
    for (const { id, capacityWp, producedWh } of inverters) {
      if (producedWh === null || capacityWp <= 0) continue
      const sum = sums.get(id) ?? { capacityWp, producedWh: 0, yieldH: 0 }
      sum.capacityWp = capacityWp
      sum.producedWh += producedWh
      sum.yieldH += producedWh / capacityWp
      sums.set(id, sum)
    }
  return [...sums].flatMap(([deviceId, { capacityWp, producedWh, yieldH }]) => {
    const name = names.get(deviceId)
    return name === undefined ? [] : [{ deviceId, name, capacityWp, producedWh, specificYieldH: yieldH }]
  })
}

/** The shift that most clear days of the span show. */
function findShift(rows: readonly DayRow[]): number | null {
  const judged = rows.filter(({ isJudged, source }) => isJudged && source === 'clear-sky')
  const shifted = judged.filter(({ clockShiftMs }) => clockShiftMs !== 0)
  return shifted.length > 1 && shifted.length > judged.length / 2 ? (shifted.at(-1)?.clockShiftMs ?? null) : null
}
