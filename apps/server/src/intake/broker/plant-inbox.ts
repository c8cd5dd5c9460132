import { createCadence } from '@heliograph/collect/cadence.ts'
import { createStoreWindow, type Stored, type StoreWindow } from '@heliograph/collect/store-window.ts'
import { CONTACT_MS } from '@heliograph/collect/target-reader.ts'
import type { NamedNumber } from '@heliograph/collect/way.ts'
import { type Assignments, createMqttReader } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import type { PolledDesk } from '../ingest/ingest.ts'

/** Devices of one plant: a house has some, a park of micro-inverters hundreds. */
const MOST_DEVICES = 500

/** The end of a message. done: stored, or it has nothing to store. lost: it cannot be stored now. */
export type Fate = 'done' | 'lost'

/** Readings of one plant's devices, put together from what its clients publish. */
export type PlantInbox = Readonly<{
  /** @param settled called after the commit of what the message says; absent: nobody waits for it */
  push: (topic: string, payload: Buffer, settled?: (fate: Fate) => void) => void
  /** Stores what is due. Called twice a second. */
  tick: () => void
  /** Numbers that the owner of their device named. */
  numbers: () => readonly NamedNumber[]
  close: () => Promise<void>
}>

/**
 * Messages are read as those of a broker of the home are. A message that somebody waits for is stored with the reading that
 * it is part of, as soon as its device falls quiet; all others once per window.
 */
export function createPlantInbox(
  options: Readonly<{
    logger: string
    intervalMs: number
    storeMs: number
    desk: PolledDesk
    now: () => number
    onFailure: (error: unknown) => void
    /** Meanings that the owner gave to numbers that he named; may change. */
    assignments: Assignments
  }>,
): PlantInbox {
  const { logger, storeMs, desk, now, onFailure } = options
  const reader = createMqttReader({ assignments: options.assignments })
  const windows = new Map<string, StoreWindow>()
  const waiting = new Map<string, ((fate: Fate) => void)[]>()
  const cadence = createCadence({ firstMs: options.intervalMs, leastMs: storeMs })
  const storing = new Set<Promise<unknown>>()
  let contactAtMs = now()
  let heardAtMs = Number.NEGATIVE_INFINITY
  const fromOf = () => ({ logger, address: '', intervalMs: cadence.intervalMs() })

  const track = (work: Promise<unknown>): void => {
    storing.add(work)
    void work.finally(() => storing.delete(work))
  }
  const store = async (stored: readonly Stored[]): Promise<Fate> => {
    const outcomes = await Promise.all(
      stored.map(({ decoded, atMs, raw }) => {
        cadence.note(decoded.deviceSerial, atMs)
        contactAtMs = atMs
        return desk.store(fromOf(), { decoded, atMs, words: raw })
      }),
    )
    return outcomes.includes('full') || outcomes.includes('store-failed') ? 'lost' : 'done'
  }
  const settle = (work: Promise<Fate>, waiters: readonly ((fate: Fate) => void)[]): void => {
    const done = work.catch((error: unknown): Fate => {
      onFailure(error)
      return 'lost'
    })
    track(
      done.then((fate) => {
        for (const settled of waiters) settled(fate)
      }),
    )
  }
  const takeWaiters = (key: string): readonly ((fate: Fate) => void)[] => {
    const found = waiting.get(key) ?? []
    waiting.delete(key)
    return found
  }
  const takeUntil = (untilMs: number): void => {
    const nowMs = now()
    for (const { key, decoded, atMs } of reader.take(untilMs)) {
      const waiters = takeWaiters(key)
      const known = windows.get(key)
      if (decoded.deviceSerial === '' || (known === undefined && windows.size >= MOST_DEVICES)) {
        for (const settled of waiters) settled('lost')
        continue
      }
      const window = known ?? createStoreWindow(storeMs)
      windows.set(key, window)
      const stored = [...window.add(decoded, Buffer.from(JSON.stringify(decoded.values)), atMs, nowMs)]
      if (waiters.length > 0) stored.push(...window.flush(Number.POSITIVE_INFINITY))
      if (stored.length > 0 || waiters.length > 0) settle(store(stored), waiters)
    }
  }
  const tick = (): void => {
    const nowMs = now()
    takeUntil(nowMs)
    // Its device was declared gone: the message says nothing any more.
    for (const key of [...waiting.keys()])
      if (!reader.waits(key)) for (const settled of takeWaiters(key)) settled('done')
    for (const window of windows.values()) {
      const stored = window.flush(nowMs)
      if (stored.length > 0) settle(store(stored), [])
    }
    if (nowMs - contactAtMs < CONTACT_MS || nowMs - heardAtMs >= CONTACT_MS) return
    contactAtMs = nowMs
    track(desk.noteContact(fromOf()).catch(onFailure))
  }
  return {
    push: (topic, payload, settled) => {
      heardAtMs = now()
      const keys = reader.push({ topic, payload: payload.toString('utf8'), isRetained: false }, heardAtMs)
      if (settled === undefined) return
      if (keys.length === 0) return settled('done')
      let left = keys.length
      let fate: Fate = 'done'
      const one = (its: Fate): void => {
        if (its === 'lost') fate = its
        left -= 1
        if (left === 0) settled(fate)
      }
      for (const key of keys) {
        const known = waiting.get(key)
        if (known === undefined) waiting.set(key, [one])
        else known.push(one)
      }
    },
    tick,
    numbers: () =>
      reader.devices().flatMap(({ device, numbers }) => numbers.map((number) => ({ device: device.key, ...number }))),
    close: async () => {
      takeUntil(Number.POSITIVE_INFINITY)
      for (const window of windows.values()) {
        const stored = window.flush(Number.POSITIVE_INFINITY)
        if (stored.length > 0) settle(store(stored), [])
      }
      await Promise.all(storing)
    },
  }
}
