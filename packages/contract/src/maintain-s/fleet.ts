import { gridTypes, plantTypes } from '@heliograph/domain/plant.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { day, epochSeconds, id, list, numberOrNull, pageQuery } from '../page.ts'
import { status, statusReason } from './status.ts'

/** A plant among others: how it does, and how it did. Powers W, energies kWh, capacity kWp, specific yields kWh per kWp. */
export const fleetRow = z.object({
  id: z.number().int(),
  name: z.string(),
  type: z.enum(plantTypes),
  gridInterconnectionType: z.enum(gridTypes),
  installedCapacity: z.number(),
  locationLat: z.number(),
  locationLng: z.number(),
  regionTimezone: z.string(),
  status,
  reason: statusReason,
  statusSince: epochSeconds,
  generationPower: numberOrNull,
  batterySoc: numberOrNull,
  generationValue: numberOrNull,
  fullPowerHoursDay: numberOrNull,
  /** Energy in kWh and money that its open alarms have cost since the first of them began; null: not known, or none. */
  lostValue: numberOrNull,
  lostIncome: numberOrNull,
  currency: z.string(),
  /** null: none is open, or the session may not see its alarms. */
  lostSince: epochSeconds.nullable(),
  lastUpdateTime: epochSeconds.nullable(),
  /** The caller's own plants nearby that report: how many, and the median of their specific yields of today. */
  neighbors: z.object({ count: z.number().int(), fullPowerHoursDay: numberOrNull }),
  /** The first of its pictures. */
  coverImageId: z.number().int().nullable(),
  /** The session's tags on it. */
  tagIds: z.array(z.number().int()),
  /** The last seven dates of the plant, today last. */
  days: z.array(z.object({ day, fullPowerHours: numberOrNull })),
})
export type FleetRow = z.infer<typeof fleetRow>

/** The energy of all the caller's plants today, each by its own date. */
export const fleetToday = z.object({
  /** The number of plants whose energy today is known. */
  known: z.number().int(),
  generationValue: numberOrNull,
  /** By currency, of the plants with a price; most plants first. */
  income: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** Plants with a tariff whose money is not in it: there are too many to price them all hour by hour. */
  incomeLeftOut: z.number().int(),
})
export type FleetToday = z.infer<typeof fleetToday>

/** A dot on the map: a plant, or a group of plants close together. */
export const fleetPlace = z.object({
  locationLat: z.number(),
  locationLng: z.number(),
  count: z.number().int(),
  /** The worst of them. */
  status,
  /** Only where it is one. */
  id: z.number().int().nullable(),
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
    reply: list(fleetRow),
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
      merged: z.boolean(),
      data: z.array(fleetPlace).max(MOST_PLACES),
    }),
  }),
} as const
