import { sql } from 'kysely'
import { toSourceId } from '../../fleet/loggers/loggers.ts'
import type { Db } from '../../platform/db/database.ts'
import { LINE_WIRE, type LineReply } from '../ingest/ingest.ts'
import type { LoggerLines } from './logger-lines.ts'

/**
 * Asks a logger's device for a target that this server reads. What people ask and set comes first, and nothing is asked
 * that the owner of the plant does not allow.
 * @throws Error 'not allowed', 'busy', 'offline', 'timeout'
 */
export const createAskForTarget =
  ({ db, lines }: Readonly<{ db: Db; lines: Pick<LoggerLines, 'ask'> }>) =>
  async (address: string, rtu: Uint8Array): Promise<LineReply> => {
    const { rows } = await sql<{ commands: string; is_commanded: boolean }>`
      select p.commands, exists (select from device_commands c where c.logger_id = l.id and c.state = 'running'
        and c.started_at > clock_timestamp() - interval '2 minutes') as is_commanded
      from loggers l join plants p on p.id = l.plant_id
      where l.wire = ${LINE_WIRE} and l.address = ${address}`.execute(db.kysely)
    const [row] = rows
    if (row === undefined || row.commands === 'off') throw new Error('not allowed')
    if (row.is_commanded) throw new Error('busy')
    const reply = await lines.ask(toSourceId({ wire: LINE_WIRE, address }), rtu).catch((error: unknown) => {
      throw error instanceof Error && error.message === 'gone' ? new Error('offline') : error
    })
    if (reply === undefined) throw new Error('offline')
    return reply
  }
