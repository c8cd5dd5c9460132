import { systemClock } from '@heliograph/collect/clock.ts'
import { type Hit, runScan } from '@heliograph/collect/discovery/run-scan.ts'
import { ownNetworks, parseScanNetwork } from '@heliograph/collect/discovery/scan-network.ts'
import { DEVICE_PORTS } from '@heliograph/collect/discovery/sweep.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { Way } from '@heliograph/collect/way.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { type FoundDevice, offerDevices } from './offer-devices.ts'
import type { OpenedNetworks } from './opened-networks.ts'
import type { AskedAgents } from './reach.ts'

/** A place where something answers, for the page. */
export type ScanHit = Pick<Hit, 'host' | 'port' | 'way' | 'stick'> &
  Readonly<{ state: string; devices: readonly FoundDevice[] }>

export type Scan = Readonly<{
  id: number
  network: string
  /** null: this server looks. */
  agentId: number | null
  state: 'queued' | 'running' | 'canceling' | 'done' | 'canceled' | 'failed'
  /** 0 to 1. */
  progress: number
  hits: readonly ScanHit[]
  startedAtMs: number
}>

/** How far an agent's look through a network is. */
export type ScanNote = Readonly<{
  scanId: number
  plantId: number
  agentId: number
  isDone: boolean
  failure?: string | undefined
  progress: number
  hits: readonly (Pick<Hit, 'host' | 'port' | 'way' | 'settings' | 'stick' | 'devices'> & Readonly<{ state: string }>)[]
}>

export type ScanDesk = Readonly<{
  /** Networks to look through: those around this server; whether devices may be read there. */
  networks: () => readonly Readonly<{ network: string; isOpen: boolean }>[]
  /** The newest of a plant. */
  find: (plantId: number) => Promise<Scan | null>
  /** @throws Refusal PARAM_ERROR for a network that is none or not open, TOO_MANY_REQUESTS */
  start: (
    options: Readonly<{ plantId: number; userId: number; network: string; agentId?: number | undefined }>,
  ) => Promise<number>
  /** An agent says what it found. @returns false: the look was canceled, or is another one */
  note: (note: ScanNote) => Promise<boolean>
  cancel: (plantId: number) => Promise<void>
  /** An administrator lets devices be read in one of the server's own networks, or no more. @throws Refusal PARAM_ERROR */
  setNetwork: (options: Readonly<{ network: string; isOpen: boolean; userId: number }>) => Promise<void>
  close: () => Promise<void>
}>

/** Between two scans of a plant. */
const PAUSE_MS = MINUTE_MS
/** A scan that says nothing for so long has lost its node. */
const LOST_MS = 3 * MINUTE_MS
const REPORT_MS = 1_000

export async function createScans(
  options: Readonly<{
    db: Db
    log: Log
    gate: DeviceGate
    ways: Readonly<Record<string, Way>>
    agents?: AskedAgents
    opened: OpenedNetworks
    jobs: Pick<Jobs, 'send' | 'work'>
    now: () => number
    own?: () => readonly string[]
    /** Other ports, for tests. */
    ports?: readonly number[]
    stickPort?: number
  }>,
): Promise<ScanDesk> {
  const { db, log, gate, ways, agents, opened, jobs, now, own = ownNetworks, ports = DEVICE_PORTS } = options
  const stopping = new AbortController()
  const isOpenFor = (network: ReturnType<typeof parseScanNetwork>): boolean =>
    network?.hosts.some((host) => ports.some((port) => gate.mayReach(host, port))) ?? false

  const run = async (id: number): Promise<void> => {
    const { rows } = await sql<{ plant_id: number; network: string }>`
      update device_scans set state = 'running', heard_at = ${new Date(now())}
      where id = ${id} and state in ('queued', 'running') returning plant_id, network`.execute(db.kysely)
    const [row] = rows
    const network = row && parseScanNetwork(row.network)
    if (row === undefined || network === undefined) return
    const { plant_id: plantId } = row
    const { rows: targets } = await sql<{ host: string; port: number }>`
      select lower(host) as host, port from collect_targets where agent_id is null`.execute(db.kysely)
    const taken = new Set(targets.map(({ host, port }) => `${host} ${port}`))
    const canceled = new AbortController()
    const hits: ScanHit[] = []
    const offered: Promise<unknown>[] = []
    let progress = 0
    const report = async (): Promise<void> => {
      const { rows: after } = await sql<{ state: string }>`
        update device_scans set progress = ${progress}, hits = ${JSON.stringify(hits)}::jsonb, heard_at = ${new Date(now())}
        where id = ${id} returning state`.execute(db.kysely)
      if (after[0]?.state !== 'running') canceled.abort()
    }
    let reporting: Promise<unknown> = Promise.resolve()
    const timer = setInterval(() => {
      reporting = reporting
        .then(report)
        .catch((error: unknown) => log.warn({ reason: reasonOf(error) }, 'a scan could not report'))
    }, REPORT_MS)
    try {
      await runScan({
        network,
        ports,
        gate,
        ways,
        clock: systemClock,
        signal: AbortSignal.any([canceled.signal, stopping.signal]),
        isTaken: ({ host, port }) => taken.has(`${host} ${port}`),
        ...(options.stickPort !== undefined && { stickPort: options.stickPort }),
        onProgress: (share) => {
          progress = share
        },
        onHit: ({ host, port, way, settings, state, stick, devices }) => {
          const place = { plantId, way, host, port, settings }
          const offering = offerDevices(db, devices, place, now()).then((found) =>
            hits.push({ host, port, way, state, stick, devices: found }),
          )
          offering.catch(() => {})
          offered.push(offering)
        },
      })
      await Promise.all(offered)
    } finally {
      clearInterval(timer)
      await reporting
      await report()
    }
    const end = stopping.signal.aborted ? 'failed' : canceled.signal.aborted ? 'canceled' : 'done'
    await sql`update device_scans set state = ${end}, ended_at = ${new Date(now())} where id = ${id}`.execute(db.kysely)
  }

  await jobs.work<{ id: number }>('device-scans', async ({ id }) => {
    if (stopping.signal.aborted) return
    await run(id).catch(async (error: unknown) => {
      log.error({ err: error, scan: id }, 'a scan failed')
      await sql`update device_scans set state = 'failed', ended_at = ${new Date(now())} where id = ${id}`.execute(
        db.kysely,
      )
    })
  })

  const find = async (plantId: number): Promise<Scan | null> => {
    const row = await db.kysely
      .selectFrom('device_scans')
      .select(['id', 'network', 'agent_id', 'state', 'progress', 'hits', 'created_at', 'heard_at'])
      .where('plant_id', '=', plantId)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return null
    const isLost = isLive(row.state) && now() - row.heard_at.getTime() > LOST_MS
    return {
      id: row.id,
      network: row.network,
      agentId: row.agent_id,
      state: isLost ? 'failed' : row.state,
      progress: row.progress,
      hits: row.hits,
      startedAtMs: row.created_at.getTime(),
    }
  }

  return {
    networks: () => own().map((network) => ({ network, isOpen: isOpenFor(parseScanNetwork(network)) })),
    find,
    start: async ({ plantId, userId, network: text, agentId }) => {
      const network = parseScanNetwork(text)
      if (network === undefined) throw new Refusal('PARAM_ERROR', { field: 'network' })
      if (agentId !== undefined) await agents?.requireOnline(plantId, agentId)
      else if (!isOpenFor(network)) throw new Refusal('PARAM_ERROR', { field: 'network', reason: 'network' })
      const started = await db.transaction(async (transaction) => {
        await sql`select from plants where id = ${plantId} for no key update`.execute(transaction)
        const before = await find(plantId)
        const waitMs = before === null ? 0 : before.startedAtMs + PAUSE_MS - now()
        if (before && (isLive(before.state) || waitMs > 0))
          throw new Refusal('TOO_MANY_REQUESTS', { seconds: Math.max(5, Math.ceil(waitMs / 1000)) })
        await transaction.deleteFrom('device_scans').where('plant_id', '=', plantId).execute()
        const at = new Date(now())
        const { id } = await transaction
          .insertInto('device_scans')
          .values({
            plant_id: plantId,
            user_id: userId,
            agent_id: agentId ?? null,
            network: network.text,
            created_at: at,
            heard_at: at,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        if (agentId === undefined) await jobs.send('device-scans', { id }, transaction)
        return id
      })
      if (agentId !== undefined) await agents?.scan(agentId, { network: network.text, scanId: started })
      return started
    },
    note: async ({ scanId, plantId, agentId, isDone, failure, progress, hits: found }) => {
      const hits: ScanHit[] = []
      for (const { host, port, way, settings, state, stick, devices } of found) {
        const offered = await offerDevices(db, devices, { plantId, agentId, way, host, port, settings }, now())
        hits.push({ host, port, way, state, stick, devices: offered })
      }
      const end = !isDone ? 'running' : failure === undefined ? 'done' : 'failed'
      const at = new Date(now())
      const { rows } = await sql<{ state: Scan['state'] }>`
        update device_scans set progress = ${progress}, hits = ${JSON.stringify(hits)}::jsonb, heard_at = ${at},
          state = case when state in ('queued', 'running') then ${end} when ${isDone} then 'canceled' else state end,
          ended_at = case when ${isDone} then ${at}::timestamptz end
        where id = ${scanId} and plant_id = ${plantId} and agent_id = ${agentId} and ended_at is null
        returning state`.execute(db.kysely)
      return rows[0]?.state === end
    },
    cancel: async (plantId) => {
      await sql`update device_scans set state = case state when 'queued' then 'canceled' else 'canceling' end
        where plant_id = ${plantId} and state in ('queued', 'running')`.execute(db.kysely)
    },
    setNetwork: async ({ network, isOpen, userId }) =>
      isOpen ? await opened.open(network, userId, now()) : await opened.shut(network),
    close: async () => {
      stopping.abort()
      await opened.close()
    },
  }
}

const isLive = (state: Scan['state']): boolean => ['queued', 'running', 'canceling'].includes(state)
