import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Log } from '../db/log.ts'

/** The live values of plants for their viewers: computed once, sent to each. Lives as long as the process. */
export type LiveHub = Readonly<{
  /** Reports a change of these plants. Cheap for plants without viewers. */
  publish: (plantIds: readonly number[]) => void
  /** @returns the way to unsubscribe */
  subscribe: (plantId: number, onEvent: (event: string) => void) => () => void
  /** The current event; shares a computation in progress. */
  current: (plantId: number) => Promise<string>
  viewerCount: () => number
  close: () => void
}>

type Channel = {
  readonly listeners: Set<(event: string) => void>
  timer: NodeJS.Timeout | undefined
  isRunning: boolean
  /** Something changed while an event was being computed, which may lack it. */
  isStale: boolean
  lastAtMs: number
  reading: Promise<string> | undefined
}

export type LiveHubOptions = Readonly<{
  read: (plantId: number) => Promise<string>
  log: Log
  /** The shortest time between two events of a plant. */
  minGapMs?: number
  /** A plant is also refreshed without data: its values become stale, its sun sets. */
  refreshMs?: number
}>

export function createLiveHub({ read, log, minGapMs = 500, refreshMs = MINUTE_MS }: LiveHubOptions): LiveHub {
  const channels = new Map<number, Channel>()

  const arm = (plantId: number, channel: Channel, gapMs: number): void => {
    clearTimeout(channel.timer)
    const waitMs = Math.max(0, channel.lastAtMs + gapMs - performance.now())
    channel.timer = setTimeout(() => void run(plantId, channel), waitMs).unref()
  }

  const run = async (plantId: number, channel: Channel): Promise<void> => {
    channel.isRunning = true
    channel.isStale = false
    channel.lastAtMs = performance.now()
    try {
      const event = await read(plantId)
      for (const onEvent of channel.listeners) onEvent(event)
    } catch (error) {
      log.error({ plantId, err: error }, 'a live event could not be computed')
    }
    channel.isRunning = false
    if (channels.get(plantId) === channel) arm(plantId, channel, channel.isStale ? minGapMs : refreshMs)
  }

  const open = (plantId: number): Channel => {
    const channel: Channel = {
      listeners: new Set(),
      timer: undefined,
      isRunning: false,
      isStale: false,
      // The viewer that opens it gets the first event by itself.
      lastAtMs: performance.now(),
      reading: undefined,
    }
    channels.set(plantId, channel)
    arm(plantId, channel, refreshMs)
    return channel
  }

  const close = (plantId: number, channel: Channel): void => {
    clearTimeout(channel.timer)
    channel.listeners.clear()
    if (channels.get(plantId) === channel) channels.delete(plantId)
  }

  return {
    publish: (plantIds) => {
      for (const plantId of plantIds) {
        const channel = channels.get(plantId)
        if (channel?.isRunning) channel.isStale = true
        else if (channel) arm(plantId, channel, minGapMs)
      }
    },
    subscribe: (plantId, onEvent) => {
      const channel = channels.get(plantId) ?? open(plantId)
      // Two subscriptions may share a function.
      const listener = (event: string): void => onEvent(event)
      channel.listeners.add(listener)
      return () => {
        channel.listeners.delete(listener)
        if (channel.listeners.size === 0) close(plantId, channel)
      }
    },
    current: (plantId) => {
      const channel = channels.get(plantId)
      if (channel === undefined) return read(plantId)
      channel.reading ??= read(plantId).finally(() => {
        channel.reading = undefined
      })
      return channel.reading
    },
    viewerCount: () => [...channels.values()].reduce((sum, channel) => sum + channel.listeners.size, 0),
    close: () => {
      for (const [plantId, channel] of channels) close(plantId, channel)
    },
  }
}
