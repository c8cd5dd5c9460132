import { deviceTypes } from '@heliograph/domain/device.ts'
import { z } from 'zod'
import { anyone, endpoint, pairedAgent } from '../endpoint.ts'
import { epochMs, id } from '../page.ts'

/** Calls of agents: programs beside the devices that read them for a plant (apps/edge, docs/edge.md). */

export const MOST_AGENT_READINGS = 1_000
/** A call waits for news no longer than this. */
export const MOST_WAIT_SECONDS = 25

const line = (most: number) => z.string().max(most)
const count = z.number().int().min(0).max(1e12)
const number = z.number().min(-1e30).max(1e30)
const instant = z.number().int().min(0).max(8.64e15)
const version = line(40)
const complaint = z.strictObject({ code: line(40), quantity: line(60).optional(), raw: number.optional() })
const values = z.record(line(60), number)

/** A device that answers at an address. */
const candidate = z.strictObject({
  key: line(200),
  maker: line(100),
  model: line(100),
  serial: line(100),
  firmware: line(100).optional(),
  confidence: z.number().min(0).max(1),
  why: z.enum(['model', 'serial', 'sunspec', 'values', 'broker', 'telegram', 'numbers']),
  role: z.enum(['grid', 'load', 'generation']).optional(),
  /** The stick behind which it is. */
  logger: line(100).optional(),
  /** From which the agent opens it again, as JSON; nobody else reads it. */
  opens: line(16_000),
})

const target = z.object({
  id,
  version: z.number().int(),
  way: z.string(),
  host: z.string(),
  port: z.number().int(),
  /** With its secrets. */
  settings: z.record(z.string(), z.unknown()),
  devices: z.array(candidate),
  pollMs: z.number().int(),
  storeMs: z.number().int(),
  intervalMs: z.number().int(),
})

/** Something to do once; it is answered by its id. */
const request = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('probe'),
    id,
    way: z.string(),
    host: z.string(),
    port: z.number().int(),
    settings: z.record(z.string(), z.unknown()),
  }),
  z.object({ kind: z.literal('scan'), id, network: z.string() }),
  z.object({ kind: z.literal('read'), id, targetId: id }),
])

const hit = z.strictObject({
  host: line(100),
  port: z.number().int().min(1).max(65_535),
  way: line(30),
  settings: z.record(line(40), z.union([line(4_000), number, z.boolean()])),
  state: line(30),
  stick: line(30),
  devices: z.array(candidate).max(64),
})

/** Subject of an exchange: registers of a unit, a topic, path or message by its own name, or a telegram. */
const about = z.union([
  z.strictObject({
    kind: z.literal('registers'),
    unit: z.number().int().min(0).max(255),
    fn: z.number().int().min(0).max(255),
    address: z.number().int().min(0).max(65_535),
    count: z.number().int().min(0).max(65_535),
  }),
  z.strictObject({ kind: z.enum(['topic', 'path', 'message']), name: line(200) }),
  z.strictObject({ kind: z.enum(['telegram', 'brokenTelegram']) }),
])
const exchange = z.strictObject({
  atMs: instant,
  about,
  sent: line(2_000),
  received: line(2_000),
  outcome: z.enum(['answered', 'refused', 'silent', 'ended']),
  code: z.number().int().min(0).max(65_535).optional(),
})
const serials = z.array(line(200)).max(64)
const targetReport = z.strictObject({
  state: z.enum(['starting', 'working', 'waiting', 'closed']),
  connections: count,
  failedConnections: count,
  answered: count,
  refused: count,
  silent: count,
  rounds: count,
  failedRounds: count,
  lastHeardMs: instant.optional(),
  nextTryMs: instant.optional(),
  failure: z.strictObject({ atMs: instant, sinceMs: instant, reason: line(200) }).optional(),
  exchanges: z.array(exchange).max(24),
  leftOut: z.record(line(200), z.array(z.strictObject({ about, retryAtMs: instant, code: count.optional() })).max(200)),
  asleep: serials,
  otherDevices: z.record(line(200), line(100)),
  live: z
    .array(
      z.strictObject({
        serial: line(100),
        type: z.enum(deviceTypes),
        model: line(200),
        profileId: line(60).optional(),
        atMs: instant,
        values,
        complaints: z.array(complaint).max(200),
      }),
    )
    .max(64),
})

export const agentCalls = {
  'POST /agent-s/pair': endpoint({
    summary: 'Pair an agent with the plant whose page shows the code',
    right: anyone,
    costly: true,
    unprefixed: true,
    body: z.strictObject({ pairingCode: line(20), version, platform: line(60) }),
    reply: z.object({ token: z.string(), name: z.string(), nowMs: epochMs }),
  }),
  'POST /agent-s/poll': endpoint({
    summary: 'What an agent reads, as soon as it differs from what the agent knows, and what it shall do once',
    right: pairedAgent,
    measures: true,
    unprefixed: true,
    body: z.strictObject({
      /** The version that the agent knows; '': none. */
      known: line(64),
      waitSeconds: z.number().int().min(0).max(MOST_WAIT_SECONDS),
    }),
    reply: z.object({
      nowMs: epochMs,
      version: z.string(),
      /** null: as the agent knows it. */
      targets: z.array(target).nullable(),
      requests: z.array(request),
    }),
  }),
  'POST /agent-s/report': endpoint({
    summary: 'How an agent and what it reads are',
    right: pairedAgent,
    measures: true,
    unprefixed: true,
    mostBytes: 2 * 1024 * 1024,
    body: z.strictObject({
      version,
      platform: line(60),
      waiting: count,
      bytes: count,
      dropped: count,
      refused: count,
      damagedBytes: count,
      /** By how much its clock is ahead; missing: not known yet. */
      clockOffsetMs: z.number().min(-1e15).max(1e15).optional(),
      /** The networks around it. */
      networks: z.array(line(20)).max(20),
      targets: z
        .array(
          z.strictObject({
            id,
            intervalMs: z.number().int().min(0).max(1e9),
            /** Its endpoint answers, whether or not there are values to store. */
            isContact: z.boolean(),
            report: targetReport.optional(),
          }),
        )
        .max(50),
    }),
    reply: z.object({ nowMs: epochMs }),
  }),
  'POST /agent-s/readings': endpoint({
    summary: 'Deliver readings that an agent kept; the reply is the receipt of all of them, after the commit',
    right: pairedAgent,
    measures: true,
    unprefixed: true,
    mostBytes: 4 * 1024 * 1024,
    body: z.strictObject({
      readings: z
        .array(
          z.strictObject({
            targetId: id,
            atMs: instant,
            /** The machine's own clock was believed. */
            isEstimated: z.boolean().optional(),
            intervalMs: z.number().int().min(0).max(1e9),
            serial: line(100),
            type: z.enum(deviceTypes),
            name: line(100).optional(),
            profileId: line(60),
            values,
            texts: z.record(line(40), line(200)),
            complaints: z.array(complaint).max(200),
            /** Its bytes, as base64. */
            words: line(100_000),
          }),
        )
        .min(1)
        .max(MOST_AGENT_READINGS),
    }),
    reply: z.object({
      nowMs: epochMs,
      /** By the position in the request: a repetition is refused again. */
      refused: z.array(z.object({ index: z.number().int(), reason: z.enum(['unknownTarget', 'instant', 'noDevice']) })),
    }),
  }),
  'POST /agent-s/request/{id}': endpoint({
    summary: 'Say how far something is that an agent was asked to do, or what came of it',
    right: pairedAgent,
    measures: true,
    unprefixed: true,
    mostBytes: 2 * 1024 * 1024,
    params: z.object({ id }),
    body: z.strictObject({
      isDone: z.boolean(),
      /** Why nothing came of it. */
      failure: line(60).optional(),
      found: z.array(candidate).max(64).optional(),
      progress: z.number().min(0).max(1).optional(),
      hits: z.array(hit).max(300).optional(),
    }),
    reply: z.object({ nowMs: epochMs, isCanceled: z.boolean() }),
  }),
} as const

export type AgentTarget = z.infer<typeof target>
export type AgentRequest = z.infer<typeof request>
export type AgentCandidate = z.infer<typeof candidate>
