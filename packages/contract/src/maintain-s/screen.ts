import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { numberOrNull } from '../page.ts'
import { stationCounts } from './station.ts'
import { status, statusReason } from './status.ts'

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

export const screenCalls = {
  'GET /maintain-s/operating/station/screen/search': endpoint({
    summary: 'All that a large screen shows of the plants visible to the session, beside their places',
    scope: 'plant:read',
    right: signedIn,
    cost: 4,
    reply: screen,
  }),
} as const
