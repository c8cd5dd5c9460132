import type { AssignedNumber, NamedNumber } from '@heliograph/collect/way.ts'
import { type Assignments, assignmentKey, type Guess, type NumberUse } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import { acceptedUnits } from '@heliograph/domain/accepted-units.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { TARGETS_CHANGED } from './targets.ts'

/** The owner of a source decided about a number: its logger follows. */
export const NUMBERS_CHANGED = 'named_numbers'
/** Limit per logger: where it is full, the open number that was seen longest ago gives way. */
const MOST_NUMBERS = 500
/** The newest value is a help for people: once a minute is often enough. */
const SEEN_MS = MINUTE_MS
const LONGEST_NAME = 200

export type NumberRow = Readonly<{
  id: number
  loggerId: number
  /** The device as its source names it. */
  device: string
  name: string
  label: string
  /** As the source states it; empty: it states none. */
  unit: string
  value: number
  seenAtMs: number
  state: 'open' | 'assigned' | 'ignored'
  /** The likeliest meaning, which is used while nobody has decided. */
  guess: Guess | null
  use: Guess | null
}>

/** Numbers of a plant whose names the owners of their sources chose. */
export async function listNumbers(db: Db, plantId: number): Promise<readonly NumberRow[]> {
  const rows = await db.kysely
    .selectFrom('named_numbers as n')
    .innerJoin('loggers as l', 'l.id', 'n.logger_id')
    .select(['n.id', 'n.logger_id', 'n.device', 'n.name', 'n.label', 'n.stated_unit', 'n.last_value', 'n.last_seen_at'])
    .select(['n.state', 'n.guess', 'n.quantity', 'n.unit', 'n.is_turned'])
    .where('l.plant_id', '=', plantId)
    .orderBy('n.device')
    .orderBy('n.id')
    .limit(MOST_NUMBERS)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    loggerId: row.logger_id,
    device: row.device,
    name: row.name,
    label: row.label,
    unit: row.stated_unit,
    value: row.last_value,
    seenAtMs: row.last_seen_at.getTime(),
    state: row.state,
    guess: row.guess,
    use: toUse(row),
  }))
}

type UseColumns = Readonly<{ quantity: string | null; unit: string | null; is_turned: boolean }>
const toUse = ({ quantity, unit, is_turned }: UseColumns): Guess | null =>
  quantity === null || unit === null || !isQuantityId(quantity) ? null : { quantity, unit, isTurned: is_turned }

/** Keeps numbers that were heard, so that the owner can say what they are. */
export async function noteNumbers(
  db: Db,
  heard: readonly Readonly<{ loggerId: number; numbers: readonly NamedNumber[] }>[],
  nowMs: number,
): Promise<void> {
  const rows = heard.flatMap(({ loggerId, numbers }) =>
    numbers
      .filter(({ device, name }) => [device, name].every((part) => part.length <= LONGEST_NAME && !part.includes('\0')))
      .slice(0, MOST_NUMBERS)
      .map(({ device, name, label = '', unit = '', value, guess }) => ({
        logger_id: loggerId,
        device,
        name,
        label: cleanLine(label),
        stated_unit: cleanLine(unit).slice(0, 20),
        value,
        guess: guess ?? null,
      })),
  )
  if (rows.length === 0) return
  const at = new Date(nowMs)
  await sql`
    insert into named_numbers as kept (logger_id, device, name, label, stated_unit, last_value, guess, last_seen_at)
    select e.*, ${at} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e (logger_id bigint, device text, name text, label text, stated_unit text, value float8, guess jsonb)
    where exists (select from loggers l where l.id = e.logger_id)
    order by logger_id, device, name
    on conflict (logger_id, device, name) do update set last_value = excluded.last_value, guess = excluded.guess,
      label = excluded.label, stated_unit = excluded.stated_unit, last_seen_at = excluded.last_seen_at
    where kept.last_seen_at < ${new Date(nowMs - SEEN_MS)}`.execute(db.kysely)
  await sql`
    delete from named_numbers where state = 'open' and id in (
      select id from (
        select id, row_number() over (partition by logger_id order by state = 'open', last_seen_at desc, id) as place
        from named_numbers where logger_id = any(${heard.map(({ loggerId }) => loggerId)}::bigint[])) ranked
      where place > ${MOST_NUMBERS})`.execute(db.kysely)
}

/** A number about which its owner decided. */
export type DecidedNumber = UseColumns & Readonly<{ device: string; name: string; state: string }>

/** Nothing for a quantity that this version does not have. */
export function toAssigned({ device, name, state, ...row }: DecidedNumber): readonly AssignedNumber[] {
  const use = state === 'ignored' ? 'ignored' : toUse(row)
  return use === null ? [] : [{ device, name, use }]
}

/** Decisions about the numbers of a logger, for a reader. */
export async function readAssignments(db: Db, loggerId: number): Promise<Assignments> {
  const rows = await db.kysely
    .selectFrom('named_numbers')
    .select(['device', 'name', 'state', 'quantity', 'unit', 'is_turned'])
    .where('logger_id', '=', loggerId)
    .where('state', '<>', 'open')
    .limit(MOST_NUMBERS)
    .execute()
  return new Map(rows.flatMap(toAssigned).map(({ device, name, use }) => [assignmentKey(device, name), use]))
}

/**
 * Says what a number is: a quantity, 'ignored', or null for open again. Another number of the device that was said to be
 * the same quantity is open again. @throws Refusal NOT_FOUND for a number of another plant, PARAM_ERROR
 */
export async function decideNumber(
  db: Db,
  { plantId, numberId }: Readonly<{ plantId: number; numberId: number }>,
  use: NumberUse | null,
): Promise<void> {
  const assigned = use !== null && use !== 'ignored' ? use : undefined
  if (assigned && !isUnitOf(assigned)) throw new Refusal('PARAM_ERROR', { field: 'use.unit' })
  await db.transaction(async (transaction) => {
    const { rows } = await sql<{ logger_id: number; device: string }>`
      update named_numbers n set state = ${assigned ? 'assigned' : use === 'ignored' ? 'ignored' : 'open'},
        quantity = ${assigned?.quantity ?? null}, unit = ${assigned?.unit ?? null}, is_turned = ${assigned?.isTurned ?? false}
      from loggers l where n.id = ${numberId} and l.id = n.logger_id and l.plant_id = ${plantId}
      returning n.logger_id, n.device`.execute(transaction)
    const [changed] = rows
    if (changed === undefined) throw new Refusal('NOT_FOUND')
    if (assigned)
      await sql`update named_numbers set state = 'open', quantity = null, unit = null, is_turned = false
        where logger_id = ${changed.logger_id} and device = ${changed.device} and quantity = ${assigned.quantity}
          and id <> ${numberId}`.execute(transaction)
    // A target is opened anew with it.
    await sql`update collect_targets set version = version + 1 where logger_id = ${changed.logger_id}`.execute(
      transaction,
    )
    await notify(transaction, TARGETS_CHANGED, String(changed.logger_id))
    await notify(transaction, NUMBERS_CHANGED, String(changed.logger_id))
  })
}

const isUnitOf = ({ quantity, unit }: Guess): boolean =>
  !getQuantity(quantity).isEstimate && Object.hasOwn(acceptedUnits[getQuantity(quantity).unit], unit)
