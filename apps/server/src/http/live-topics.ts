import { findWatched, type HolderKey, holderOf } from '../fleet/plants/plants.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/db/log.ts'
import { createLiveHub, type LiveHub } from './live-hub.ts'
import { readLiveEvent, readPlantsEvent } from './routes/live-event.ts'

/** Plants whose changes come in bursts, handed on together with a gap between two times. */
type PlantGatherer = Readonly<{ add: (plantIds: readonly number[]) => void; stop: () => void }>

/** @param take asks the database once for all plants that changed meanwhile; it reports its own failures */
function gatherPlants(gapMs: number, take: (plantIds: readonly number[]) => Promise<void>): PlantGatherer {
  let waiting = new Set<number>()
  let timer: NodeJS.Timeout | undefined
  let tookAtMs = Number.NEGATIVE_INFINITY
  let isTaking = false

  const run = async (): Promise<void> => {
    timer = undefined
    isTaking = true
    tookAtMs = performance.now()
    const plantIds = [...waiting]
    waiting = new Set()
    await take(plantIds)
    isTaking = false
    arm()
  }
  const arm = (): void => {
    if (timer !== undefined || isTaking || waiting.size === 0) return
    timer = setTimeout(() => void run(), Math.max(0, tookAtMs + gapMs - performance.now())).unref()
  }
  return {
    add: (plantIds) => {
      for (const id of plantIds) waiting.add(id)
      arm()
    },
    stop: () => clearTimeout(timer),
  }
}

/** A session, a right or a share of one of these changed: `user:7`, `organization:7`, `plant:7`. */
export type AccessChange = HolderKey | `plant:${number}`

/** By holder, the plants whose alarms changed and that they may see; null: more than are named. undefined: any may have. */
export type AlarmsChange = ReadonlyMap<HolderKey, readonly number[] | null> | undefined

export type LiveTopics = Readonly<{
  plants: LiveHub<number>
  /** All that a person or an organization may see. */
  holdings: LiveHub<HolderKey>
  /** The state of these plants changed, on whichever node. */
  markPlantsChanged: (plantIds: readonly number[]) => void
  accessChanged: (change: AccessChange) => void
  /** @param listener undefined: changes may have been missed */
  onAccessChange: (listener: (change: AccessChange | undefined) => void) => void
  /** The unread messages of these persons changed. */
  messagesChanged: (userIds: readonly number[]) => void
  /** @param listener undefined: changes may have been missed */
  onMessagesChange: (listener: (userIds: ReadonlySet<number> | undefined) => void) => void
  /** Alarms of these plants changed, or what people did with them, on whichever node. */
  alarmsChanged: (plantIds: readonly number[]) => void
  onAlarmsChange: (listener: (change: AlarmsChange) => void) => void
  /** Notifications may have been missed: everything is read and checked again. */
  catchUp: () => void
  close: () => void
}>

export type LiveTopicsOptions = Readonly<{
  db: Db
  now: () => number
  log: Log
  plantGapMs?: number
  /** The shortest time between two events of a holding, and between two searches for who holds what changed. */
  holdingGapMs?: number
  plants?: LiveHub<number>
}>

/** The number of changed plants that an event names at most. */
const MOST_NAMED = 200

export function createLiveTopics(options: LiveTopicsOptions): LiveTopics {
  const { db, now, log, plantGapMs = 500, holdingGapMs = 1_000 } = options
  /** By holding: what changed since its last event; null: more than is named. */
  const changes = new Map<HolderKey, Set<number> | null>()
  const listeners = new Set<(change: AccessChange | undefined) => void>()
  const alarmListeners = new Set<(change: AlarmsChange) => void>()
  const messageListeners = new Set<(userIds: ReadonlySet<number> | undefined) => void>()

  const plants =
    options.plants ??
    createLiveHub<number>({ read: (plantId) => readLiveEvent(db, plantId, now()), log, minGapMs: plantGapMs })
  const holdings = createLiveHub<HolderKey>({
    read: (key) => {
      const changed = changes.get(key)
      changes.delete(key)
      return readPlantsEvent(db, holderOf(key), changed === null ? null : [...(changed ?? [])], now())
    },
    readFirst: (key) => readPlantsEvent(db, holderOf(key), null, now()),
    log,
    minGapMs: holdingGapMs,
  })

  const note = (key: HolderKey, plantIds: readonly number[] | null): void => {
    const known = changes.get(key)
    if (known === null) return
    const all = plantIds === null ? null : new Set([...(known ?? []), ...plantIds])
    changes.set(key, all === null || all.size > MOST_NAMED ? null : all)
  }

  const watched = gatherPlants(holdingGapMs / 2, async (plantIds) => {
    try {
      const open = holdings.topics()
      for (const key of changes.keys()) if (!open.includes(key)) changes.delete(key)
      const found = await findWatched(db, plantIds, open, now(), 'viewPlantInfo')
      for (const [key, ids] of found) note(key, ids)
      holdings.publish([...found.keys()])
    } catch (error) {
      log.error({ err: error }, 'the holders of changed plants could not be read')
    }
  })
  const alarmed = gatherPlants(holdingGapMs / 2, async (plantIds) => {
    try {
      const found = await findWatched(db, plantIds, holdings.topics(), now(), 'viewPlantAlert')
      for (const listener of alarmListeners)
        listener(new Map([...found].map(([key, ids]) => [key, ids.length > MOST_NAMED ? null : ids])))
    } catch (error) {
      log.error({ err: error }, 'the holders of plants with other alarms could not be read')
    }
  })

  return {
    plants,
    holdings,
    markPlantsChanged: (plantIds) => {
      plants.publish(plantIds)
      if (holdings.topics().length === 0) return
      watched.add(plantIds)
    },
    alarmsChanged: (plantIds) => {
      if (holdings.topics().length > 0) alarmed.add(plantIds)
    },
    onAlarmsChange: (listener) => void alarmListeners.add(listener),
    accessChanged: (change) => {
      for (const listener of listeners) listener(change)
      if (change.startsWith('plant:')) return
      const key = change as HolderKey
      if (!holdings.topics().includes(key)) return
      note(key, null)
      holdings.publish([key])
    },
    onAccessChange: (listener) => void listeners.add(listener),
    messagesChanged: (userIds) => {
      const changed = new Set(userIds)
      for (const listener of messageListeners) listener(changed)
    },
    onMessagesChange: (listener) => void messageListeners.add(listener),
    catchUp: () => {
      for (const listener of listeners) listener(undefined)
      for (const listener of messageListeners) listener(undefined)
      for (const listener of alarmListeners) listener(undefined)
      plants.publish(plants.topics())
      for (const key of holdings.topics()) note(key, null)
      holdings.publish(holdings.topics())
    },
    close: () => {
      watched.stop()
      alarmed.stop()
      plants.close()
      holdings.close()
    },
  }
}
