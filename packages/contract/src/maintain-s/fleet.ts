import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { day, epochMs, id, list, numberOrNull, pageQuery } from '../page.ts'
import { reason, status } from './status.ts'

const yieldH = numberOrNull

/** A plant among others: how it does, and how it did. Specific yields in hours: kWh per kWp. */
const fleetPlant = z.object({
  id: z.number().int(),
  name: z.string(),
  capacityWp: z.number(),
  zone: z.string(),
  status,
  reason,
  pvW: numberOrNull,
  socPercent: numberOrNull,
  todayWh: numberOrNull,
  todayYieldH: yieldH,
  lastAtMs: epochMs.nullable(),
  /**
   * The cost of its open alarms since the first of them began. null: none is open, or the session may not see its alarms.
   */
  lost: z.object({ wh: numberOrNull, income: numberOrNull, currency: z.string(), sinceMs: epochMs }).nullable(),
  /** Its open faults and warnings; none where the session may not see its alarms. */
  alarmCount: z.number().int(),
  /** The caller's own plants nearby that report: how many, and the median of their specific yields of today. */
  neighbors: z.object({ count: z.number().int(), todayYieldH: yieldH }),
  /** The first of its pictures. */
  coverId: z.number().int().nullable(),
  /** The session's tags on it. */
  tagIds: z.array(z.number().int()),
  /** The last seven dates of the plant, today last. */
  days: z.array(z.object({ day, yieldH })),
})
export type FleetPlant = z.infer<typeof fleetPlant>

/** The energy of all the caller's plants today, each by its own date. */
const fleetToday = z.object({
  /** The number of plants whose energy today is known. */
  known: z.number().int(),
  generationWh: numberOrNull,
  /** By currency, of the plants with a price; most plants first. */
  income: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** Plants with a tariff whose money is not in it: there are too many to price them all hour by hour. */
  unpriced: z.number().int(),
})
export type FleetToday = z.infer<typeof fleetToday>

/** A dot on the map: a plant, or a group of plants close together. */
export const fleetPlace = z.object({
  latitudeDeg: z.number(),
  longitudeDeg: z.number(),
  count: z.number().int(),
  /** The worst of them. */
  status,
  /** Only where it is one. */
  plantId: z.number().int().nullable(),
  name: z.string().nullable(),
})
export type FleetPlace = z.infer<typeof fleetPlace>

/** West, south, east, north: only plants inside. */
const bounds = z.strictObject({
  west: z.number().min(-180).max(180),
  south: z.number().min(-90).max(90),
  east: z.number().min(-180).max(180),
  north: z.number().min(-90).max(90),
})
export const MOST_PLACES = 600

const filter = {
  keyword: z.string().max(100).optional(),
  statuses: z.array(status).max(10).optional(),
  /** Only plants that carry all of them. */
  tagIds: z.array(id).max(10).optional(),
}

export const fleetCalls = {
  'POST /maintain-s/operating/station/fleet': endpoint({
    summary: 'The plants visible to the session with their week and their neighbors, page by page',
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    query: pageQuery,
    body: z.object(filter),
    reply: list(fleetPlant),
  }),
  'GET /maintain-s/operating/station/names': endpoint({
    summary: 'The plants that the session holds without the right to view them: their names, at most 100',
    scope: 'plant:read',
    right: signedIn,
    reply: z.object({ data: z.array(z.object({ id: z.number().int(), name: z.string() })) }),
  }),
  'POST /maintain-s/operating/station/today': endpoint({
    summary: 'What all plants visible to the session made today',
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    reply: fleetToday,
  }),
  'POST /maintain-s/operating/station/places': endpoint({
    summary: 'Where the plants visible to the session stand, those close together as one',
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    body: z.object({ ...filter, bounds: bounds.optional() }),
    reply: z.object({
      total: z.number().int(),
      /** Some places stand for several plants: closer bounds show more of them. */
      isMerged: z.boolean(),
      places: z.array(fleetPlace).max(MOST_PLACES),
    }),
  }),
} as const
