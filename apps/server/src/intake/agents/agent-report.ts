import type { TargetReport } from '@heliograph/collect/target-reader.ts'
import { isQuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { PolledDesk } from '../ingest/ingest.ts'
import type { CallingAgent } from './calling-agent.ts'
import { findSources } from './find-sources.ts'

/** The state of an agent, as it says itself. */
export type AgentReport = Readonly<{
  version: string
  platform: string
  waiting: number
  bytes: number
  dropped: number
  refused: number
  damagedBytes: number
  clockOffsetMs?: number | undefined
  networks: readonly string[]
}>

export type TargetNote = Readonly<{
  id: number
  intervalMs: number
  isContact: boolean
  report?: TargetReport | undefined
}>

/** Keeps how an agent and its targets are; a target of another agent is left out. */
export async function takeReport(
  db: Db,
  desk: PolledDesk,
  agent: CallingAgent,
  options: Readonly<{ report: AgentReport; targets: readonly TargetNote[]; nowMs: number }>,
): Promise<void> {
  const { report, targets, nowMs } = options
  await sql`update edge_agents set heard_at = ${new Date(nowMs)}, report = ${JSON.stringify(report)}::jsonb
    where id = ${agent.id}`.execute(db.kysely)
  const reported = targets.flatMap(({ id, report: found }) => (found ? [{ id, report: leaveOutUnknown(found) }] : []))
  if (reported.length > 0)
    await sql`update collect_targets t set state = e.state, state_at = ${new Date(nowMs)}
      from unnest(${reported.map(({ id }) => id)}::bigint[],
        ${reported.map((target) => JSON.stringify(target.report))}::jsonb[]) as e (id, state)
      where t.id = e.id and t.agent_id = ${agent.id}`.execute(db.kysely)
  const heard = targets.filter(({ isContact }) => isContact)
  const sources = await findSources(
    db,
    agent,
    heard.map(({ id }) => id),
  )
  await Promise.all(
    heard.map(async ({ id, intervalMs }) => {
      const from = sources.get(id)
      if (from !== undefined) await desk.noteContact({ ...from, intervalMs })
    }),
  )
}

/** An agent may be of another version, and may lie: quantities that are none are left out. */
const leaveOutUnknown = (report: TargetReport): TargetReport => ({
  ...report,
  live: report.live.map((reading) => ({
    ...reading,
    values: Object.fromEntries(Object.entries(reading.values).filter(([id]) => isQuantityId(id))) as Values,
    complaints: reading.complaints.map(({ quantity, ...complaint }) =>
      quantity !== undefined && isQuantityId(quantity) ? { ...complaint, quantity } : complaint,
    ),
  })),
})
