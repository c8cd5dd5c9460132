import type { ServerResponse } from 'node:http'
import { Refusal } from '@heliograph/domain/errors.ts'
import { roundFloats } from '@heliograph/domain/format/round-floats.ts'
import type { FastifyReply } from 'fastify'
import { keyOf } from '../fleet/plants/plants.ts'
import { findSession } from '../people/accounts/accounts.ts'
import type { Db } from '../platform/db/database.ts'
import type { Log } from '../platform/db/log.ts'
import { reasonOf } from '../platform/db/outage.ts'
import { requireRight, type SessionRight } from './access.ts'
import type { LiveHub } from './live-hub.ts'
import type { AccessChange, LiveTopics } from './live-topics.ts'

export type LiveLimits = Readonly<{
  /** A comment this often keeps proxies from closing a silent stream. */
  heartbeatMs: number
  /** A stream ends at once when its session or right is taken or runs out; asked again for the case that a notice was lost. */
  recheckMs: number
  perUser: number
  total: number
}>
export const liveLimits: LiveLimits = { heartbeatMs: 20_000, recheckMs: 30_000, perUser: 12, total: 5_000 }

/** Of a timer; what ends later is looked at then. */
const LONGEST_WAIT_MS = 2 ** 31 - 1

/** The number of unread bytes after which a reader is dropped. */
const MOST_UNREAD_BYTES = 256 * 1024

type Viewer = Readonly<{
  userId: number
  organizationId: number | null
  token: string
  right: SessionRight
  /** undefined: looks at all that the session may see. */
  plantId: number | undefined
}>

export type LiveStreams = Readonly<{
  serve: (reply: FastifyReply, viewer: Viewer) => Promise<FastifyReply>
  closeAll: () => void
}>

/** Server-sent events: one now, one for each change (WHATWG HTML, section 9.2). */
export function createLiveStreams(
  deps: Readonly<{ db: Db; topics: LiveTopics; now: () => number; log: Log; center: string; limits: LiveLimits }>,
): LiveStreams {
  const { db, topics, limits } = deps
  const open = new Map<ServerResponse, Viewer>()
  const endings = new Map<ServerResponse, Readonly<{ endMs: number; timer: NodeJS.Timeout }>>()
  let isClosing = false

  /** @returns until when, as far as is known now; undefined: no longer */
  const findEnd = async (viewer: Viewer): Promise<number | undefined> => {
    const { token, plantId, right } = viewer
    const about = plantId === undefined ? undefined : { plantId }
    const session = await findSession(db, token, deps.now(), about, deps.center)
    if (session === undefined || keyOf(session) !== keyOf(viewer)) return undefined
    try {
      requireRight(session, right, { params: {}, query: {}, body: {} })
      return Math.min(session.expiresAtMs, session.membership?.endsAtMs ?? Number.POSITIVE_INFINITY)
    } catch (error) {
      if (error instanceof Refusal) return undefined
      throw error
    }
  }

  /** Ends a stream when its session or share does; a session that was renewed meanwhile goes on. */
  const endAt = (raw: ServerResponse, viewer: Viewer, endMs: number): void => {
    const old = endings.get(raw)
    if (old?.endMs === endMs) return
    clearTimeout(old?.timer)
    const waitMs = Math.min(Math.max(0, endMs - deps.now()), LONGEST_WAIT_MS)
    endings.set(raw, { endMs, timer: setTimeout(() => void check(raw, viewer), waitMs).unref() })
  }

  const check = async (raw: ServerResponse, viewer: Viewer): Promise<void> => {
    try {
      const endMs = await findEnd(viewer)
      if (endMs === undefined) raw.end()
      else if (open.has(raw)) endAt(raw, viewer, endMs)
    } catch (error) {
      // A short outage of the database is no reason to disconnect everybody.
      deps.log.warn({ reason: reasonOf(error) }, 'a live session could not be checked')
    }
  }
  topics.onAccessChange((change) => {
    for (const [raw, viewer] of open) if (change === undefined || concerns(change, viewer)) void check(raw, viewer)
  })

  /** A hint to a page of many plants: it asks for what it shows. */
  const hint = (raw: ServerResponse, name: string, data: object): void => {
    if (!raw.headersSent || raw.destroyed || raw.writableEnded) return
    if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
    else raw.write(`event: ${name}\n${toEvent(JSON.stringify(data))}`)
  }
  // Messages are a person's own, also in a session that acts for an organization.
  topics.onMessagesChange((userIds) => {
    for (const [raw, { userId, plantId }] of open)
      if (plantId === undefined && (userIds === undefined || userIds.has(userId))) hint(raw, 'messages', {})
  })
  topics.onAlarmsChange((change) => {
    for (const [raw, { plantId, ...holder }] of open) {
      const plants = change === undefined ? null : change.get(keyOf(holder))
      if (plantId === undefined && plants !== undefined) hint(raw, 'alarms', { plants })
    }
  })

  const topicOf = ({ plantId, ...holder }: Viewer) => {
    const join = <Topic>(hub: LiveHub<Topic>, topic: Topic) => ({
      subscribe: (onEvent: (event: string) => void) => hub.subscribe(topic, onEvent),
      current: () => hub.current(topic),
    })
    return plantId === undefined ? join(topics.holdings, keyOf(holder)) : join(topics.plants, plantId)
  }

  const serve = async (reply: FastifyReply, viewer: Viewer): Promise<FastifyReply> => {
    const raw = reply.raw
    const ofUser = [...open.values()].filter(({ userId }) => userId === viewer.userId).length
    if (isClosing) throw new Refusal('UNAVAILABLE')
    if (ofUser >= limits.perUser || open.size >= limits.total) throw new Refusal('TOO_MANY_REQUESTS')
    // Counted before anything is awaited, or many concurrent requests would pass the limit together.
    open.set(raw, viewer)
    const timers: NodeJS.Timeout[] = []
    let leave = (): void => {}
    const end = (): void => {
      open.delete(raw)
      clearTimeout(endings.get(raw)?.timer)
      endings.delete(raw)
      leave()
      for (const timer of timers) clearInterval(timer)
    }
    raw.once('close', end)

    const write = (text: string): void => {
      if (raw.destroyed || raw.writableEnded) return
      if (raw.writableLength > MOST_UNREAD_BYTES) raw.destroy()
      else raw.write(text)
    }
    try {
      const topic = topicOf(viewer)
      const isStarted = { yet: false }
      // Subscribed before the first event is computed, so that no change falls between the two.
      let missed: string | undefined
      leave = topic.subscribe((event) => {
        if (isStarted.yet) write(toEvent(event))
        else missed = event
      })
      // Checked again: a right revoked since the request arrived is announced to open streams only.
      const [first, endMs] = await Promise.all([topic.current(), findEnd(viewer)])
      if (endMs === undefined) throw new Refusal('AUTH_TOKEN_INVALID')
      reply.hijack()
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache, no-store, no-transform',
        // nginx would collect events until its buffer is full.
        'x-accel-buffering': 'no',
      })
      write(`retry: 3000\n\n${toEvent(missed ?? first)}`)
      isStarted.yet = true
      endAt(raw, viewer, endMs)
    } catch (error) {
      raw.off('close', end)
      end()
      throw error
    }
    timers.push(setInterval(() => write(': still here\n\n'), limits.heartbeatMs).unref())
    timers.push(
      setInterval(() => {
        void check(raw, viewer)
      }, limits.recheckMs).unref(),
    )
    // The reader may have left while the first event was computed.
    if (raw.destroyed || isClosing) {
      end()
      raw.end()
    }
    return reply
  }

  return {
    serve,
    closeAll: () => {
      isClosing = true
      for (const raw of open.keys()) raw.end()
    },
  }
}

const concerns = (change: AccessChange, { userId, organizationId, plantId }: Viewer): boolean =>
  change === `user:${userId}` || change === `organization:${organizationId}` || change === `plant:${plantId}`

const toEvent = (data: string): string => `data: ${roundFloats(data)}\n\n`
