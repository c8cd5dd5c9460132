import { systemClock } from '@heliograph/collect/clock.ts'
import { probeReason } from '@heliograph/collect/discovery/probe-reason.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { Candidate, CounterHistory, Io, Way } from '@heliograph/collect/way.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { type FoundDevice, offerDevices } from './offer-devices.ts'
import { openOffer } from './offers.ts'
import {
  type AskableLogger,
  type AskedAgents,
  type AskedLoggers,
  checkReach,
  findLogger,
  listAskable,
  type Reach,
  reachOf,
} from './reach.ts'
import { TARGET_READ, type TargetRunner } from './run-targets.ts'
import {
  addTarget,
  changeTarget,
  findAtEndpoint,
  findTarget,
  listTargets,
  openTarget,
  pauseTarget,
  type Rates,
  removeTarget,
  type TargetView,
} from './targets.ts'

export { findLikenesses } from './find-likenesses.ts'
export { importHistory } from './import-history.ts'
export { createLabDesk, type LabDesk } from './lab-desk.ts'
export { createLostDevices, type LostDevices } from './lost-devices.ts'
export {
  decideNumber,
  listNumbers,
  NUMBERS_CHANGED,
  noteNumbers,
  readAssignments,
} from './named-numbers.ts'
export { openSecrets } from './offers.ts'
export { watchOpenedNetworks } from './opened-networks.ts'
export { addOwnMap, findOwnMap, listOwnMaps, removeOwnMap } from './own-maps.ts'
export type { AskedAgents } from './reach.ts'
export { type CollectConfig, readCollectConfig } from './read-config.ts'
export { renewSupervisorToken } from './renew-supervisor-token.ts'
export { runTargets, type TargetRunner } from './run-targets.ts'
export { createScans, type ScanDesk, type ScanNote } from './scans.ts'
export { AGENT_NEWS, removeTarget, type TargetView } from './targets.ts'

export type Probed = Readonly<{
  plantId: number
  agentId?: number | undefined
  way: string
  host: string
  port: number
  settings: unknown
}>

/** The targets of plants, for people. */
export type TargetDesk = Readonly<{
  /** Whether the operator allows any, and the ways with their ports. */
  ways: readonly Readonly<{ id: string; ports: readonly number[] }>[]
  readonly isOpen: boolean
  list: (plantId: number) => Promise<readonly TargetView[]>
  /** Loggers of the plant that could be read over their own connections. */
  askable: (plantId: number) => Promise<readonly AskableLogger[]>
  /** @throws Refusal PARAM_ERROR, ABNORMAL with the reason, TOO_MANY_REQUESTS */
  probe: (options: Probed) => Promise<readonly FoundDevice[]>
  /** @throws Refusal PARAM_ERROR for an offer that is none, ABNORMAL, TOO_MANY */
  add: (
    options: Readonly<{
      plantId: number
      userId: number | null
      offers: readonly string[]
      name: string
      pollSeconds: number
      /** Missing: as the operator chose. */
      storeSeconds?: number | undefined
    }>,
  ) => Promise<number>
  change: (place: Readonly<{ plantId: number; targetId: number }>, rates: Rates) => Promise<void>
  pause: (place: Readonly<{ plantId: number; targetId: number }>, isPaused: boolean) => Promise<void>
  remove: (place: Readonly<{ plantId: number; targetId: number }>) => Promise<string>
  /** Reads it now, on the node that has it; resolves when the report is written, or nobody answered for a while. */
  read: (place: Readonly<{ plantId: number; targetId: number }>) => Promise<void>
  /** The hours that a source has kept. @throws Refusal NOT_FOUND, ABNORMAL with the reason */
  history: (place: Readonly<{ plantId: number; targetId: number }>) => Promise<readonly CounterHistory[]>
}>

const MOST_PROBES = 4
const READ_WAIT_MS = 20_000
const READ_STEP_MS = 250

export function createTargetDesk(
  options: Readonly<{
    db: Db
    gate: DeviceGate
    loggers?: AskedLoggers
    agents?: AskedAgents
    ways: Readonly<Record<string, Way>>
    runner: Pick<TargetRunner, 'read'>
    /** Of targets that say nothing else. */
    storeSeconds: number
    now: () => number
    wait: (ms: number) => Promise<unknown>
  }>,
): TargetDesk {
  const { db, gate, loggers, agents, ways, runner, now, wait } = options
  const reach: Reach = { gate, loggers }
  const probing = new Set<number>()
  /** Looks by this server itself; those of agents take as long as their plants' links. */
  let ownProbes = 0
  const requireAgents = (): AskedAgents => {
    if (agents === undefined) throw new Refusal('UNAVAILABLE')
    return agents
  }
  /** The agent itself decides where it reads. */
  const checkReader = async (
    plantId: number,
    agentId: number | undefined,
    place: Readonly<{ way: Way; host: string; port: number }>,
  ): Promise<void> => {
    if (agentId === undefined) return await checkReach(db, reach, { plantId, ...place })
    if (place.way.isOverLogger) throw new Refusal('PARAM_ERROR', { field: 'way' })
    await requireAgents().requireOnline(plantId, agentId)
  }
  return {
    ways: Object.values(ways).map(({ id, ports }) => ({ id, ports })),
    get isOpen() {
      return gate.isOpen
    },
    list: (plantId) => listTargets(db, plantId),
    askable: async (plantId) => (loggers ? await listAskable(db, loggers.wire, plantId) : []),
    probe: async ({ plantId, agentId, way: id, host, port, settings: input }) => {
      const way = Object.hasOwn(ways, id) ? ways[id] : undefined
      if (way === undefined) throw new Refusal('PARAM_ERROR', { field: 'way' })
      const settings = readSettings(way, input)
      // Before anything else, so that a refused address costs nothing and tells nothing.
      await checkReader(plantId, agentId, { way, host, port })
      await findAtEndpoint(db.kysely, { plantId, agentId, way: id, host, port })
      const isOwn = agentId === undefined
      if (probing.has(plantId) || (isOwn && ownProbes >= MOST_PROBES))
        throw new Refusal('TOO_MANY_REQUESTS', { seconds: 15 })
      probing.add(plantId)
      if (isOwn) ownProbes += 1
      try {
        const look = (): Promise<readonly Candidate[]> =>
          agentId === undefined
            ? way.probe(settings, createIo(reach, { way, host, port }))
            : requireAgents().probe(agentId, { way: id, host, port, settings })
        const found = await look().catch((error: unknown) => {
          throw error instanceof Refusal ? error : new Refusal('ABNORMAL', { reason: probeReason(error) })
        })
        return await offerDevices(db, found, { plantId, agentId, way: id, host, port, settings }, now())
      } finally {
        probing.delete(plantId)
        if (isOwn) ownProbes -= 1
      }
    },
    add: async ({ offers: texts, ...input }) => {
      const offers = texts.map((text, index) => {
        const offer = openOffer(text, input.plantId, now())
        if (offer === undefined) throw new Refusal('PARAM_ERROR', { field: `offers.${index}` })
        return offer
      })
      for (const { agentId, way: id, host, port } of offers) {
        const way = ways[id]
        if (way === undefined) throw new Refusal('PARAM_ERROR', { field: 'offers' })
        await checkReader(input.plantId, agentId, { way, host, port })
      }
      const [first] = offers
      const { secrets = [], searchSettings, isOverLogger } = (first && ways[first.way]) ?? {}
      // A stick that sends to this server by itself is one logger, however it is read.
      const address = isOverLogger ? first?.host : first?.candidate.logger
      const logger =
        loggers && address !== undefined ? await findLogger(db, loggers.wire, input.plantId, address) : undefined
      const { storeSeconds = options.storeSeconds } = input
      const about = { secrets, searchSettings, loggerId: logger?.id, nowMs: now() }
      return await addTarget(db, { ...input, ...about, storeSeconds, offers })
    },
    change: (place, rates) => changeTarget(db, place, rates),
    pause: (place, isPaused) => pauseTarget(db, place, isPaused, now()),
    remove: (place) => removeTarget(db, place),
    read: async (place) => {
      const { state_at: before, agent_id: agentId } = await findTarget(db, place)
      if (agentId !== null) return await requireAgents().read(agentId, place.targetId)
      if (await runner.read(place.targetId)) return
      await notify(db.pool, TARGET_READ, String(place.targetId))
      for (let waitedMs = 0; waitedMs < READ_WAIT_MS; waitedMs += READ_STEP_MS) {
        await wait(READ_STEP_MS)
        const { state_at: after } = await findTarget(db, place)
        if (after !== null && after.getTime() !== before?.getTime()) return
      }
    },
    history: async (place) => {
      const { agentId, way: id, host, port, ...target } = await openTarget(db, place)
      if (agentId !== null) throw new Refusal('ABNORMAL', { reason: 'noHistory' })
      const way = ways[id]
      const read = way?.history
      if (way === undefined || read === undefined) throw new Refusal('ABNORMAL', { reason: 'noHistory' })
      return await read(target, createIo(reach, { way, host, port }), now()).catch((error: unknown) => {
        throw error instanceof Refusal ? error : new Refusal('ABNORMAL', { reason: probeReason(error) })
      })
    },
  }
}

const createIo = (reach: Reach, place: Parameters<typeof reachOf>[1]): Io => ({
  clock: systemClock,
  memory: new Map(),
  note: () => {},
  ...reachOf(reach, place),
})

function readSettings(way: Way, value: unknown): unknown {
  try {
    return way.readSettings(value)
  } catch (error) {
    throw new Refusal('PARAM_ERROR', { field: `settings.${error instanceof Error ? error.message : ''}` })
  }
}
