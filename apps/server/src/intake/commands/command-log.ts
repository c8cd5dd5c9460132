import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import type { DeviceTarget } from './device-target.ts'

/** A command whose server died is over after this long. */
const LONGEST_MS = 2 * MINUTE_MS
const UNIQUE_VIOLATION = '23505'

export type CommandRow = Readonly<{
  id: number
  kind: 'read' | 'write'
  item: string | null
  before: number | null
  wanted: number | null
  after: number | null
  state: 'running' | 'done' | 'failed'
  reason: string | null
  userName: string | null
  startedAtMs: number
  endedAtMs: number | null
}>

export type NewCommand = Readonly<{ kind: 'read' | 'write'; userId: number; item?: string; wanted?: number }>

/**
 * Notes a command before anything is sent; a logger serves one at a time.
 * @throws Refusal TRIGGER_ISSUED when the same device is being read, DEVICE_BUSY for any other command
 */
export async function beginCommand(db: Db, target: DeviceTarget, command: NewCommand, nowMs: number): Promise<number> {
  const { plantId, deviceId, loggerId } = target
  await db.kysely
    .updateTable('device_commands')
    .set({ state: 'failed', reason: 'lost', ended_at: new Date(nowMs) })
    .where('logger_id', '=', loggerId)
    .where('state', '=', 'running')
    .where('started_at', '<', new Date(nowMs - LONGEST_MS))
    .execute()
  try {
    const { id } = await db.kysely
      .insertInto('device_commands')
      .values({
        plant_id: plantId,
        device_id: deviceId,
        logger_id: loggerId,
        user_id: command.userId,
        kind: command.kind,
        item: command.item ?? null,
        value_wanted: command.wanted ?? null,
        started_at: new Date(nowMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  } catch (error) {
    if ((error as { code?: string }).code !== UNIQUE_VIOLATION) throw error
    const running = await db.kysely
      .selectFrom('device_commands')
      .select(['device_id', 'kind'])
      .where('logger_id', '=', loggerId)
      .where('state', '=', 'running')
      .executeTakeFirst()
    const isSame = command.kind === 'read' && running?.kind === 'read' && running.device_id === deviceId
    throw new Refusal(isSame ? 'TRIGGER_ISSUED' : 'DEVICE_BUSY')
  }
}

export async function endCommand(
  db: Db,
  id: number,
  end: Readonly<{ state: 'done' | 'failed'; reason?: string; before?: number | null; after?: number | null }>,
  nowMs: number,
): Promise<void> {
  await db.kysely
    .updateTable('device_commands')
    .set({
      state: end.state,
      reason: end.reason ?? null,
      value_before: end.before ?? null,
      value_after: end.after ?? null,
      ended_at: new Date(nowMs),
    })
    .where('id', '=', id)
    .execute()
}

/** The newest commands of a device first. */
export async function listCommands(
  db: Db,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
  { page, size }: Readonly<{ page: number; size: number }>,
): Promise<Readonly<{ total: number; rows: readonly CommandRow[] }>> {
  const query = db.kysely
    .selectFrom('device_commands as c')
    .where('c.plant_id', '=', plantId)
    .where('c.device_id', '=', deviceId)
  const [{ n }, rows] = await Promise.all([
    query.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    query
      .leftJoin('users as u', 'u.id', 'c.user_id')
      .selectAll('c')
      .select('u.nickname as user_name')
      .orderBy('c.id', 'desc')
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
  ])
  return {
    total: n,
    rows: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      item: row.item,
      before: row.value_before,
      wanted: row.value_wanted,
      after: row.value_after,
      state: row.state,
      reason: row.reason,
      userName: row.user_name,
      startedAtMs: row.started_at.getTime(),
      endedAtMs: row.ended_at?.getTime() ?? null,
    })),
  }
}
