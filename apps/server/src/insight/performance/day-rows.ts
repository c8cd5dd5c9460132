import { getMedian } from '@heliograph/domain/performance/clear-slots.ts'
import type { InverterDay } from '@heliograph/domain/performance/judge-day.ts'
import { type PastDay, toPastDay } from '@heliograph/domain/performance/past-days.ts'
import type { DayShape } from '@heliograph/domain/performance/shape.ts'
import type { SummedDay } from '@heliograph/domain/performance/sum-days.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type CountedDay, numberOfDay } from './judge-days.ts'

/** Numbers that a day's row was counted from: other numbers in `plant_days` mean that it must be counted again. */
export type Basis = Readonly<{ samples: number; generationWh: number | null }>

export type DayRow = SummedDay & Readonly<{ clockShiftMs: number; inverters: readonly InverterDay[] }>

const columns = [
  ...['plant_id', 'day', 'source', 'potential_wh', 'produced_wh', 'is_judged', 'valid_share', 'capacity_wp'],
  ...['irradiation_wh_m2', 'valid_wh', 'valid_wh_m2', 'corrected_wh_m2', 'clock_shift_ms', 'losses', 'inverters'],
  ...['shape', 'samples', 'generation_wh', 'is_lit'],
] as const

/**
 * Writes judged days, over older rows of them; later rows are compared with them once more.
 * @param isLit whether the light of a day was known
 */
export async function writeDays(
  db: Db,
  plantId: number,
  capacityWp: number,
  days: readonly CountedDay[],
  basisOf: (day: string) => Basis,
  isLit: (day: string) => boolean,
): Promise<void> {
  if (days.length === 0) return
  const rows = days.map(({ day, judged, losses, reference, source }) => {
    const { samples, generationWh } = basisOf(day)
    return {
      plant_id: plantId,
      day,
      source,
      capacity_wp: capacityWp,
      samples,
      generation_wh: generationWh,
      is_lit: isLit(day),
      losses,
      potential_wh: judged.potentialWh,
      produced_wh: judged.producedWh,
      is_judged: judged.isJudged,
      valid_share: judged.validShare,
      clock_shift_ms: judged.clockShiftMs,
      inverters: judged.inverters,
      irradiation_wh_m2: round(reference.irradiationWhM2),
      valid_wh: round(reference.validWh),
      valid_wh_m2: round(reference.validWhM2),
      corrected_wh_m2: round(reference.correctedWhM2),
      shape: judged.shape && roundShape(judged.shape),
    }
  })
  const names = sql.raw(columns.join(', '))
  const changed = sql.raw(columns.map((name) => `${name} = excluded.${name}`).join(', '))
  const [first = '', last = ''] = [days[0]?.day, days.at(-1)?.day]
  await db.transaction(async (transaction) => {
    await sql`insert into performance_days (${names})
      select ${names} from jsonb_populate_recordset(null::performance_days, ${JSON.stringify(rows)}::jsonb)
      on conflict (plant_id, day) do update set ${changed}`.execute(transaction)
    await sql`insert into performance_plants (plant_id, due_at, counted_at, compare_from)
      select ${plantId}, 'epoch', 'epoch', ${first}::date
      where exists (select from performance_days where plant_id = ${plantId} and day > ${last}::date)
      on conflict (plant_id) do update set compare_from = least(performance_plants.compare_from, excluded.compare_from)`.execute(
      transaction,
    )
    await lookAtDaysAgain(transaction, plantId, last)
  })
}

/** Other losses for days that are judged already; their sum is the same. */
export async function writeLosses(
  within: Kysely<Tables>,
  plantId: number,
  days: readonly Readonly<{ day: string; losses: string }>[],
): Promise<void> {
  if (days.length === 0) return
  await sql`update performance_days d set losses = g.losses::jsonb
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as g (day date, losses text)
    where d.plant_id = ${plantId} and d.day = g.day`.execute(within)
}

/** Days behind the newest for which the rules on days look. */
const LOOK_DAYS = 45

/** The rules on days look at a plant again, of which a day changed that they had seen. */
export async function lookAtDaysAgain(within: Kysely<Tables>, plantId: number, lastDay: string): Promise<void> {
  await sql`update alarm_plants set seen_day = null
    where plant_id = ${plantId} and seen_day between ${lastDay}::date and ${lastDay}::date + ${LOOK_DAYS}::integer`.execute(
    within,
  )
}

const round = (value: number): number => Math.round(value * 10) / 10
const roundShape = ({ potentialWh, producedWh }: DayShape): DayShape => ({
  potentialWh: potentialWh.map(Math.round),
  producedWh: producedWh.map(Math.round),
})

/** Judged days from one date to another, both included. */
export async function readDays(db: Db, plantId: number, from: string, to: string): Promise<readonly DayRow[]> {
  const rows = await db.kysely
    .selectFrom('performance_days')
    .selectAll()
    .where('plant_id', '=', plantId)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .execute()
  return rows.map((row) => ({
    day: row.day,
    source: row.source,
    potentialWh: row.potential_wh,
    producedWh: row.produced_wh,
    isJudged: row.is_judged,
    validShare: row.valid_share,
    capacityWp: row.capacity_wp,
    irradiationWhM2: row.irradiation_wh_m2,
    validWh: row.valid_wh,
    validWhM2: row.valid_wh_m2,
    correctedWhM2: row.corrected_wh_m2,
    clockShiftMs: row.clock_shift_ms,
    losses: row.losses,
    inverters: row.inverters,
  }))
}

/** Comparable days before a date, oldest first, and the plant's usual share of a clear sky. */
export async function readPast(
  db: Db,
  plantId: number,
  before: string,
  from: string,
): Promise<Readonly<{ past: PastDay[]; usualShare: number | null; snowDay: string | undefined }>> {
  const rows = await db.kysely
    .selectFrom('performance_days')
    .select(['day', 'shape', 'potential_wh', 'produced_wh', 'losses'])
    .where('plant_id', '=', plantId)
    .where('day', '>=', from)
    .where('day', '<', before)
    .orderBy('day')
    .execute()
  const shares = rows.slice(-30).flatMap((row) => {
    const share = (row.produced_wh ?? Number.NaN) / row.potential_wh
    return Number.isFinite(share) ? [share] : []
  })
  return {
    past: rows.flatMap(({ day, shape }) => {
      const own = shape && toPastDay(numberOfDay(day), shape)
      return own === null ? [] : [own]
    }),
    usualShare: getMedian(shares),
    snowDay: rows.findLast(({ losses }) => losses.some(({ kind }) => kind === 'snow'))?.day,
  }
}
