import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { lan, lanQuery } from '../language.ts'
import { done, epochMs, id, list, numberOrNull } from '../page.ts'
import { fleetPlace } from './fleet.ts'
import { dayRecord } from './history.ts'
import { stationCounts } from './station.ts'
import { status, statusReason } from './status.ts'
import { operatingSystem } from './system.ts'

export const screen = z.object({
  /** How many plants have which status, and the power of all. */
  counts: stationCounts,
  /** kWp. */
  installedCapacity: z.number(),
  /** kWh, each plant by its own date; `known`: of so many plants. */
  today: z.object({ known: z.number().int(), generationValue: numberOrNull }),
  yesterday: z.object({ known: z.number().int(), generationValue: numberOrNull }),
  /** Tonnes of CO2 that the production of today saved. */
  co2Today: numberOrNull,
  income: z.array(z.object({ currency: z.string(), amount: z.number() })),
  /** The highest specific yields of today, kWh per kWp. */
  ranking: z.array(z.object({ id: z.number().int(), name: z.string(), fullPowerHours: z.number() })),
  /** The plants with the worst status and why, the worst first. */
  troubles: z.array(
    z.object({ id: z.number().int(), name: z.string(), regionTimezone: z.string(), status, reason: statusReason }),
  ),
})
export type Screen = z.infer<typeof screen>

export const screenLook = z.strictObject({
  /** Of the figures, #rrggbb; null: as the brand has it. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i)
    .nullable()
    .default(null),
  /** Seconds per plant when the screen goes round; null: it stays. */
  cycleSeconds: z.number().int().min(10).max(600).nullable().default(null),
  /** Darker while all plants sleep. */
  dims: z.boolean().default(true),
})

/** A link to a large screen; its token is shown once. Neither tag nor plant: all plants of its maker's identity. */
export const screenLink = z.object({
  id: z.number().int(),
  title: z.string(),
  tagId: z.number().int().nullable(),
  plantId: z.number().int().nullable(),
  look: screenLook,
  createdAtMs: epochMs,
  /** To the hour. */
  lastUsedAtMs: epochMs.nullable(),
})
export type ScreenLink = z.infer<typeof screenLink>

/** An open alarm, as a wall shows it. */
const screenAlarm = z.object({
  id: z.string(),
  level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  name: z.string(),
  plantId: z.number().int(),
  plantName: z.string(),
  openedAtMs: epochMs,
})
export type ScreenAlarm = z.infer<typeof screenAlarm>

export const sharedScreen = z.object({
  title: z.string(),
  look: screenLook,
  /** Plants that a screen goes round, by name; empty where it stays. */
  plants: z.array(z.object({ id: z.number().int(), name: z.string() })),
  alarms: z.array(screenAlarm),
  /** One of these, by what was asked for. */
  fleet: z.object({ screen, total: z.number().int(), places: z.array(fleetPlace) }).nullable(),
  plant: z
    .object({
      name: z.string(),
      zone: z.string(),
      capacityWp: z.number(),
      system: operatingSystem,
      record: dayRecord,
    })
    .nullable(),
})
export type SharedScreen = z.infer<typeof sharedScreen>

export const screenCalls = {
  'GET /maintain-s/operating/station/screen/search': endpoint({
    summary: 'All that a large screen shows of the plants visible to the session, beside their places',
    scope: 'plant:read',
    features: ['largeScreen'],
    right: signedIn,
    cost: 4,
    reply: screen,
  }),
  'GET /maintain-s/operating/station/screen/link': endpoint({
    summary: "The links to large screens that the session's person made",
    scope: 'plant:read',
    features: ['largeScreen'],
    right: signedIn,
    reply: list(screenLink),
  }),
  'POST /maintain-s/operating/station/screen/link': endpoint({
    summary: 'Make a link that opens a large screen without a session, and nothing else; only this reply has its token',
    undo: 'access',
    scope: 'plant:write',
    features: ['largeScreen'],
    right: signedIn,
    body: z.strictObject({
      title: z.string().max(80).default(''),
      tagId: id.nullable().default(null),
      plantId: id.nullable().default(null),
      look: screenLook.prefault({}),
    }),
    reply: screenLink.extend({ token: z.string() }),
  }),
  'DELETE /maintain-s/operating/station/screen/link/{linkId}': endpoint({
    summary: 'End a link: screens that show it stop at once',
    undo: 'access',
    scope: 'plant:write',
    features: ['largeScreen'],
    right: signedIn,
    params: z.object({ linkId: id }),
    reply: done,
  }),
  'GET /maintain-s/operating/station/screen/picture/{token}': endpoint({
    summary: 'The one plant of a link as a picture for electronic paper: PNG, 800 x 480, black and white',
    features: ['largeScreen'],
    right: anyone,
    costly: true,
    unprefixed: true,
    /** Its ending .png is for displays that look at it. */
    params: z.object({ token: z.string().min(1).max(120) }),
    query: lanQuery,
    blob: true,
    hasHead: true,
    reply: z.unknown(),
  }),
  'POST /maintain-s/operating/station/screen/shared': endpoint({
    summary: 'All that a large screen shows, by the token of its link',
    reads: true,
    features: ['largeScreen'],
    right: anyone,
    body: z.strictObject({
      token: z.string().min(20).max(100),
      /** One of the plants that the screen goes round. */
      plantId: id.optional(),
      language: lan,
    }),
    reply: sharedScreen,
  }),
} as const
