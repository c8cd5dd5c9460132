import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Log } from '../platform/db/log.ts'

/** The live events of topics for their viewers: computed once, sent to each. Lives as long as the process. */
export type LiveHub<Topic> = Readonly<{
  /** Reports a change of these topics. Cheap for topics without viewers. */
  publish: (topics: readonly Topic[]) => void
  /** @returns the way to unsubscribe */
  subscribe: (topic: Topic, onEvent: (event: string) => void) => () => void
  /** The current event; shares a computation in progress. */
  current: (topic: Topic) => Promise<string>
  /** Those with viewers. */
  topics: () => readonly Topic[]
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

export type LiveHubOptions<Topic> = Readonly<{
  read: (topic: Topic) => Promise<string>
  /** The event for a new viewer, if it differs. */
  readFirst?: (topic: Topic) => Promise<string>
  log: Log
  /** The shortest time between two events of a topic. */
  minGapMs?: number
  /** A topic is also refreshed without changes: values become stale, the sun sets. */
  refreshMs?: number
}>

export function createLiveHub<Topic extends number | string>({
  read,
  readFirst = read,
  log,
  minGapMs = 500,
  refreshMs = MINUTE_MS,
}: LiveHubOptions<Topic>): LiveHub<Topic> {
  const channels = new Map<Topic, Channel>()

  const arm = (topic: Topic, channel: Channel, gapMs: number): void => {
    clearTimeout(channel.timer)
    const waitMs = Math.max(0, channel.lastAtMs + gapMs - performance.now())
    channel.timer = setTimeout(() => void run(topic, channel), waitMs).unref()
  }

  const run = async (topic: Topic, channel: Channel): Promise<void> => {
    channel.isRunning = true
    channel.isStale = false
    channel.lastAtMs = performance.now()
    try {
      const event = await read(topic)
      for (const onEvent of channel.listeners) onEvent(event)
    } catch (error) {
      log.error({ topic, err: error }, 'a live event could not be computed')
    }
    channel.isRunning = false
    if (channels.get(topic) === channel) arm(topic, channel, channel.isStale ? minGapMs : refreshMs)
  }

  const open = (topic: Topic): Channel => {
    const channel: Channel = {
      listeners: new Set(),
      timer: undefined,
      isRunning: false,
      isStale: false,
      // The viewer that opens it gets the first event by itself.
      lastAtMs: performance.now(),
      reading: undefined,
    }
    channels.set(topic, channel)
    arm(topic, channel, refreshMs)
    return channel
  }

  const close = (topic: Topic, channel: Channel): void => {
    clearTimeout(channel.timer)
    channel.listeners.clear()
    if (channels.get(topic) === channel) channels.delete(topic)
  }

  return {
    publish: (topics) => {
      for (const topic of topics) {
        const channel = channels.get(topic)
        if (channel?.isRunning) channel.isStale = true
        else if (channel) arm(topic, channel, minGapMs)
      }
    },
    subscribe: (topic, onEvent) => {
      const channel = channels.get(topic) ?? open(topic)
      // Two subscriptions may share a function.
      const listener = (event: string): void => onEvent(event)
      channel.listeners.add(listener)
      return () => {
        channel.listeners.delete(listener)
        if (channel.listeners.size === 0) close(topic, channel)
      }
    },
    current: (topic) => {
      const channel = channels.get(topic)
      if (channel === undefined) return readFirst(topic)
      channel.reading ??= readFirst(topic).finally(() => {
        channel.reading = undefined
      })
      return channel.reading
    },
    topics: () => [...channels.keys()],
    viewerCount: () => [...channels.values()].reduce((sum, channel) => sum + channel.listeners.size, 0),
    close: () => {
      for (const [topic, channel] of channels) close(topic, channel)
    },
  }
}
