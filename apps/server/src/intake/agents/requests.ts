import type { Candidate } from '@heliograph/collect/way.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'
import { AGENT_NEWS } from '../collect/collect.ts'
import type { CallingAgent } from './calling-agent.ts'

/** Nodes that wait for an answer hear of it; the payload is the request's id. */
export const AGENT_ANSWERS = 'edge_answers'

/** Something that an agent shall do once. */
export type Asked =
  | Readonly<{ kind: 'probe'; way: string; host: string; port: number; settings: unknown }>
  | Readonly<{ kind: 'scan'; network: string; scanId: number }>
  | Readonly<{ kind: 'read'; targetId: number }>

export type ScanHitFound = Readonly<{
  host: string
  port: number
  way: string
  settings: Readonly<Record<string, unknown>>
  state: string
  stick: string
  devices: readonly Candidate[]
}>

export type Answer = Readonly<{
  isDone: boolean
  failure?: string | undefined
  found?: readonly Candidate[] | undefined
  progress?: number | undefined
  hits?: readonly ScanHitFound[] | undefined
}>

const PURPOSE = 'request to an agent'
/** A request that was not taken until then is not done any more: nobody waits for it. */
const FRESH_MS = 2 * MINUTE_MS
const KEPT_MS = HOUR_MS

export async function addRequest(db: Db, agentId: number, asked: Asked, nowMs: number): Promise<number> {
  await sql`delete from edge_requests where agent_id = ${agentId} and created_at < ${new Date(nowMs - KEPT_MS)}`.execute(
    db.kysely,
  )
  const { id } = await db.kysely
    .insertInto('edge_requests')
    .values({
      agent_id: agentId,
      kind: asked.kind,
      body: sealText(JSON.stringify(asked), PURPOSE),
      created_at: new Date(nowMs),
      taken_at: null,
      answer: null,
      answered_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notify(db.pool, AGENT_NEWS, String(agentId))
  return id
}

/** The requests that an agent has not taken yet; each is given out once. */
export async function takeRequests(
  db: Db,
  agent: CallingAgent,
  nowMs: number,
): Promise<readonly Readonly<{ id: number; asked: Asked }>[]> {
  const { rows } = await sql<{ id: number; body: string }>`
    update edge_requests set taken_at = ${new Date(nowMs)}
    where agent_id = ${agent.id} and taken_at is null and created_at > ${new Date(nowMs - FRESH_MS)}
    returning id, body`.execute(db.kysely)
  return rows
    .map(({ id, body }) => ({ id, asked: JSON.parse(openText(body, PURPOSE)) as Asked }))
    .sort((a, b) => a.id - b.id)
}

/** Keeps an answer. @throws Refusal NOT_FOUND for a request to another agent, or one that was answered @returns what was asked */
export async function takeAnswer(
  db: Db,
  agent: CallingAgent,
  id: number,
  answer: Answer,
  nowMs: number,
): Promise<Asked> {
  const row = await db.kysely
    .selectFrom('edge_requests')
    .select('body')
    .where('id', '=', id)
    .where('agent_id', '=', agent.id)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  const asked = JSON.parse(openText(row.body, PURPOSE)) as Asked
  if (answer.isDone) {
    // Hits of a scan stand with the scan.
    const kept = { failure: answer.failure, found: answer.found }
    await db.kysely
      .updateTable('edge_requests')
      .set({ answer: JSON.stringify(kept), answered_at: new Date(nowMs) })
      .where('id', '=', id)
      .execute()
    await notify(db.pool, AGENT_ANSWERS, String(id))
  }
  return asked
}

export async function readAnswer(db: Db, id: number): Promise<Pick<Answer, 'failure' | 'found'> | undefined> {
  const row = await db.kysely
    .selectFrom('edge_requests')
    .select(['answer', 'answered_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.answered_at ? (row.answer as Pick<Answer, 'failure' | 'found'>) : undefined
}
