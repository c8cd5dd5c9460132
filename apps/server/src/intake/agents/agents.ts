import type { Candidate } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { listen } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { notFound } from '../../platform/db/not-found.ts'
import { AGENT_NEWS, type AskedAgents, removeTarget, type ScanNote } from '../collect/collect.ts'
import { createSenderBudgets, type PolledDesk } from '../ingest/ingest.ts'
import { type AgentReport, type TargetNote, takeReport } from './agent-report.ts'
import { type AgentTarget, readAgentTargets } from './agent-targets.ts'
import { type CallingAgent, findCallingAgent, isStillPaired } from './calling-agent.ts'
import { addPairing, pairAgent } from './pairing.ts'
import { AGENT_ANSWERS, type Answer, type Asked, addRequest, readAnswer, takeAnswer, takeRequests } from './requests.ts'
import { type AgentReading, type RefusedReading, takeReadings } from './take-readings.ts'

export type { AgentReport } from './agent-report.ts'
export { type CallingAgent, isAgentToken } from './calling-agent.ts'
export type { Asked } from './requests.ts'

/** An agent polls at least every half minute. */
const ONLINE_MS = 90_000
const CALLS_PER_MINUTE = 240
/** As long as a probe takes at most, and the way there and back. */
const PROBE_WAIT_MS = 100_000
const READ_WAIT_MS = 20_000

export type AgentView = Readonly<{
  id: number
  name: string
  pairedAtMs: number
  heardAtMs: number | null
  isOnline: boolean
  report: Partial<AgentReport>
  targets: number
}>

type News = Readonly<{
  version: string
  /** Missing: as the agent knows them. */
  targets?: readonly AgentTarget[]
  requests: readonly Readonly<{ id: number; asked: Asked }>[]
}>

export type AgentDesk = AskedAgents &
  Readonly<{
    now: () => number
    list: (plantId: number) => Promise<readonly AgentView[]>
    addPairing: (
      options: Readonly<{ plantId: number; userId: number; name: string; agentId?: number | undefined }>,
    ) => ReturnType<typeof addPairing>
    /** Its targets go with it, their devices keep their history. @throws Refusal NOT_FOUND for one of another plant */
    remove: (plantId: number, agentId: number) => Promise<void>
    /** @throws Refusal NOT_FOUND for a code that is none, or no longer */
    pair: (
      options: Readonly<{ pairingCode: string; version: string; platform: string }>,
    ) => ReturnType<typeof pairAgent>
    find: (token: string) => Promise<CallingAgent | undefined>
    /**
     * Resolves when there is something that the agent does not know, or after its time. @throws Refusal AUTH_TOKEN_INVALID
     * once the agent is removed or paired anew
     */
    poll: (
      agent: CallingAgent,
      options: Readonly<{ known: string; waitSeconds: number; left: AbortSignal }>,
    ) => Promise<News>
    report: (
      agent: CallingAgent,
      options: Readonly<{ report: AgentReport; targets: readonly TargetNote[] }>,
    ) => Promise<void>
    /** Resolves after the commit. @throws Refusal UNAVAILABLE, TOO_MANY_REQUESTS */
    readings: (agent: CallingAgent, readings: readonly AgentReading[]) => Promise<readonly RefusedReading[]>
    /** @throws Refusal NOT_FOUND @returns whether nobody wants it any more */
    answer: (agent: CallingAgent, id: number, answer: Answer) => Promise<boolean>
    /** Polls that wait are answered at once: the server stops. */
    endWaits: () => void
    close: () => Promise<void>
  }>

export async function openAgents(
  options: Readonly<{
    db: Db
    log: Log
    desk: PolledDesk
    now: () => number
    /** How far a look through a network is; false: it was canceled. */
    noteScan: (note: ScanNote) => Promise<boolean>
  }>,
): Promise<AgentDesk> {
  const { db, log, desk, now } = options
  const waits = new Map<number, Set<() => void>>()
  const answers = new Map<number, () => void>()
  let isEnding = false
  const wake = (agentId: number): void => {
    for (const run of waits.get(agentId) ?? []) run()
  }
  const wakeAll = (): void => {
    for (const agentId of waits.keys()) wake(agentId)
  }
  const news = listen(db, AGENT_NEWS, (payload) => wake(Number(payload)), wakeAll, { log })
  const answered = listen(
    db,
    AGENT_ANSWERS,
    (payload) => answers.get(Number(payload))?.(),
    () => {
      for (const run of answers.values()) run()
    },
    { log },
  )
  await Promise.all([news.ready, answered.ready])

  /** Ends when something is new of an agent, its caller left, or the time is over. */
  const waitForNews = (
    agentId: number,
    ms: number,
    left: AbortSignal,
  ): Readonly<{ over: Promise<void>; end: () => void }> => {
    let resolve = (): void => {}
    const over = new Promise<void>((done) => {
      resolve = done
    })
    const known = waits.get(agentId) ?? new Set()
    waits.set(agentId, known)
    const end = (): void => {
      clearTimeout(timer)
      left.removeEventListener('abort', end)
      known.delete(end)
      if (known.size === 0 && waits.get(agentId) === known) waits.delete(agentId)
      resolve()
    }
    const timer = setTimeout(end, ms)
    known.add(end)
    left.addEventListener('abort', end, { once: true })
    if (left.aborted || isEnding) end()
    return { over, end }
  }
  const spend = createSenderBudgets<number>(CALLS_PER_MINUTE, now)
  const isOnline = (heardAt: Date | null): boolean => heardAt !== null && now() - heardAt.getTime() < ONLINE_MS

  const requireOnline = async (plantId: number, agentId: number): Promise<void> => {
    const { heard_at: heardAt } = await db.kysely
      .selectFrom('edge_agents')
      .select('heard_at')
      .where('id', '=', agentId)
      .where('plant_id', '=', plantId)
      .executeTakeFirstOrThrow(notFound)
    if (!isOnline(heardAt)) throw new Refusal('ABNORMAL', { reason: 'agentSilent' })
  }
  /** @throws Refusal ABNORMAL agentSilent */
  const ask = async (agentId: number, asked: Asked, mostMs: number): Promise<Pick<Answer, 'failure' | 'found'>> => {
    const id = await addRequest(db, agentId, asked, now())
    const endMs = performance.now() + mostMs
    for (;;) {
      const leftMs = endMs - performance.now()
      // Heard or not: a message may be lost.
      const heard = new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, Math.max(0, Math.min(leftMs, 5_000)))
        answers.set(id, () => {
          clearTimeout(timer)
          resolve()
        })
      })
      const found = await readAnswer(db, id)
      if (found !== undefined || leftMs <= 0 || isEnding) {
        answers.get(id)?.()
        answers.delete(id)
        if (found === undefined) throw new Refusal('ABNORMAL', { reason: 'agentSilent' })
        return found
      }
      await heard
    }
  }

  return {
    now,
    requireOnline,
    probe: async (agentId, place): Promise<readonly Candidate[]> => {
      const { failure, found = [] } = await ask(agentId, { kind: 'probe', ...place }, PROBE_WAIT_MS)
      if (failure === 'port' || failure === 'network' || failure === 'unknownHost')
        throw new Refusal('PARAM_ERROR', { field: failure === 'port' ? 'port' : 'host', reason: failure })
      if (failure !== undefined) throw new Refusal('ABNORMAL', { reason: failure })
      return found
    },
    read: async (agentId, targetId) => {
      await ask(agentId, { kind: 'read', targetId }, READ_WAIT_MS)
    },
    scan: async (agentId, scan) => {
      await addRequest(db, agentId, { kind: 'scan', ...scan }, now())
    },
    list: async (plantId) => {
      const rows = await db.kysely
        .selectFrom('edge_agents as a')
        .select(['a.id', 'a.name', 'a.paired_at', 'a.heard_at', 'a.report'])
        .select((eb) =>
          eb
            .selectFrom('collect_targets as t')
            .select((count) => count.fn.countAll<number>().as('count'))
            .whereRef('t.agent_id', '=', 'a.id')
            .as('targets'),
        )
        .where('a.plant_id', '=', plantId)
        .orderBy('a.id')
        .limit(50)
        .execute()
      return rows.map((row) => ({
        id: row.id,
        name: row.name,
        pairedAtMs: row.paired_at.getTime(),
        heardAtMs: row.heard_at?.getTime() ?? null,
        isOnline: isOnline(row.heard_at),
        report: row.report,
        targets: Number(row.targets ?? 0),
      }))
    },
    addPairing: (input) => addPairing(db, { ...input, nowMs: now() }),
    remove: async (plantId, agentId) => {
      const rows = await db.kysely
        .selectFrom('edge_agents as a')
        .leftJoin('collect_targets as t', 't.agent_id', 'a.id')
        .leftJoin('loggers as l', 'l.id', 't.logger_id')
        .select(['a.id', 't.id as target_id', 'l.plant_id'])
        .where('a.id', '=', agentId)
        .where('a.plant_id', '=', plantId)
        .execute()
      if (rows.length === 0) throw new Refusal('NOT_FOUND')
      // A logger that went to another plant is that plant's.
      for (const { target_id: targetId, plant_id: owner } of rows)
        if (targetId !== null && owner === plantId) await removeTarget(db, { plantId: owner, targetId })
      await db.kysely.deleteFrom('edge_agents').where('id', '=', agentId).execute()
      wake(agentId)
    },
    pair: (input) => pairAgent(db, { ...input, nowMs: now() }),
    find: (token) => findCallingAgent(db, token),
    poll: async (agent, { known, waitSeconds, left }) => {
      spend(agent.id)
      const endMs = performance.now() + waitSeconds * 1000
      await db.kysely
        .updateTable('edge_agents')
        .set({ heard_at: new Date(now()) })
        .where('id', '=', agent.id)
        .execute()
      for (;;) {
        // Before it is read, so that news in between are heard.
        const wait = waitForNews(agent.id, Math.max(0, endMs - performance.now()), left)
        try {
          if (!(await isStillPaired(db, agent))) throw new Refusal('AUTH_TOKEN_INVALID')
          const { version, targets } = await readAgentTargets(db, agent)
          const requests = await takeRequests(db, agent, now())
          if (version !== known) return { version, targets, requests }
          const isOver = performance.now() >= endMs || left.aborted || isEnding
          if (requests.length > 0 || isOver) return { version, requests }
          await wait.over
        } finally {
          wait.end()
        }
      }
    },
    report: async (agent, input) => {
      spend(agent.id)
      await takeReport(db, desk, agent, { ...input, nowMs: now() })
    },
    readings: async (agent, readings) => {
      spend(agent.id)
      return await takeReadings(db, desk, agent, { readings, nowMs: now() })
    },
    answer: async (agent, id, answer) => {
      spend(agent.id)
      const asked = await takeAnswer(db, agent, id, answer, now())
      if (asked.kind !== 'scan') return false
      const { scanId } = asked
      const { isDone, failure, progress = 0, hits = [] } = answer
      return !(await options.noteScan({
        scanId,
        plantId: agent.plantId,
        agentId: agent.id,
        isDone,
        failure,
        progress,
        hits,
      }))
    },
    endWaits: () => {
      isEnding = true
      wakeAll()
      for (const run of answers.values()) run()
    },
    close: async () => {
      isEnding = true
      wakeAll()
      await Promise.all([news.close(), answered.close()])
    },
  }
}
