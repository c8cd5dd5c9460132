import { gapCauses } from '@heliograph/domain/communication.ts'
import { z } from 'zod'
import { endpoint, onPlant, signedIn } from '../endpoint.ts'
import { day, epochMs, epochSeconds, idParams, list, MOST_OF_PLANT, numberOrNull } from '../page.ts'

/** A stretch in which records were due and did not come. cause: what is likely. */
const recordGap = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  records: z.number().int(),
  cause: z.enum(gapCauses),
  /** Of one device, while others behind its logger reported. */
  deviceId: numberOrNull,
  deviceName: z.string().nullable(),
})

/** A logger's day. Signal %. */
const loggerDay = z.object({
  day,
  intervalS: z.number(),
  expected: z.number().int(),
  received: z.number().int(),
  gapCount: z.number().int(),
  /** The longest ones. */
  gaps: z.array(recordGap),
  restarts: z.number().int(),
  signal: z.object({ min: z.number(), mean: z.number(), max: z.number() }).nullable(),
  delay: z.object({ meanS: z.number(), maxS: z.number() }).nullable(),
  /** Records that came later than they were taken. */
  buffered: z.number().int(),
  firmware: z.string(),
  deviceCount: z.number().int(),
  missing: z.array(z.object({ id: z.number().int(), name: z.string() })),
})
export type LoggerDay = z.infer<typeof loggerDay>

const reportedLogger = z.object({
  loggerId: z.number().int(),
  serial: z.string(),
  name: z.string(),
  wire: z.string(),
  online: z.boolean(),
  lastSeenMs: numberOrNull,
  firmware: z.string(),
  intervalS: z.number().int(),
  days: z.array(loggerDay),
})
export type ReportedLogger = z.infer<typeof reportedLogger>

/** A logger of any plant that the session may see, over the whole range. */
const fleetLogger = z.object({
  plantId: z.number().int(),
  plantName: z.string(),
  loggerId: z.number().int(),
  serial: z.string(),
  name: z.string(),
  online: z.boolean(),
  lastSeenMs: numberOrNull,
  firmware: z.string(),
  expected: z.number().int(),
  received: z.number().int(),
  gapCount: z.number().int(),
  longestMs: z.number(),
  restarts: z.number().int(),
  signalPercent: numberOrNull,
  missingDevices: z.number().int(),
  days: z.array(z.object({ day, expected: z.number().int(), received: z.number().int() })),
})
export type FleetLogger = z.infer<typeof fleetLogger>

/** How a logger is connected, as far as it says so itself. */
export const networkingRow = z.object({
  deviceSn: z.string(),
  gatewayName: z.string(),
  wire: z.string(),
  /** WLAN where the logger names a wireless network; null: it does not say. */
  link: z.enum(['WLAN']).nullable(),
  signalIntensity: numberOrNull,
  firmware: z.string().nullable(),
  /** Seconds between two records, and between two signs of life. */
  uploadCycle: z.number().int(),
  heartbeatS: z.number().int(),
  /** Seconds since its last start, and in all. */
  workingTimeS: numberOrNull,
  totalWorkingTimeS: numberOrNull,
  startedAt: epochSeconds.nullable(),
  connectsToday: numberOrNull,
  online: z.boolean(),
  registeredAt: epochSeconds.nullable(),
  firstSeen: epochSeconds.nullable(),
  lastSeen: epochSeconds.nullable(),
  lastData: epochSeconds.nullable(),
  /** Only with the right to add devices: these data identify the site. Empty parts are null. */
  network: z
    .object({ mac: z.string().nullable(), localAddress: z.string().nullable(), ssid: z.string().nullable() })
    .nullable(),
})
export type NetworkingRow = z.infer<typeof networkingRow>

/** Dates of the plant, both included; by default the last 30 days, at most 92. */
const range = { from: day.optional(), to: day.optional() }
const pages = {
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  size: z.coerce.number().int().min(1).max(50).default(20),
}

export const communicationCalls = {
  'GET /maintain-s/operating/station/{id}/communication': endpoint({
    summary: "What came from a plant's loggers and what is missing, by day, with gaps and their likely causes",
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 10,
    params: idParams,
    query: z.object({ ...range, ...pages }),
    reply: list(reportedLogger).extend({ from: day, to: day, zone: z.string() }),
  }),
  'POST /maintain-s/operating/station/communication': endpoint({
    summary: 'What came from the loggers of all plants of the session over whole days, the worst first',
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    cost: 10,
    query: z.object(pages),
    body: z.strictObject({ ...range, keyword: z.string().max(100).optional() }),
    reply: list(fleetLogger).extend({
      from: day,
      to: day,
      /** Over all of them. */
      expected: z.number().int(),
      received: z.number().int(),
    }),
  }),
  'GET /maintain-s/fast/{id}/collector/networkingInfo': endpoint({
    summary: "How a plant's loggers are connected, as they say themselves",
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 3,
    params: idParams,
    query: z.object({
      page: pages.page,
      size: z.coerce.number().int().min(1).max(MOST_OF_PLANT).default(MOST_OF_PLANT),
    }),
    reply: list(networkingRow),
  }),
} as const
