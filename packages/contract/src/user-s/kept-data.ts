import { z } from 'zod'
import { anyone, endpoint } from '../endpoint.ts'

const days = z.number().int()
/** null: for ever, or as long as the plant exists. */
const daysOrAlways = days.nullable()

const keptData = z.object({
  sessionDays: days,
  /** Of who chose to stay signed in. */
  longSessionDays: days,
  /** However often it is renewed. */
  longestSessionDays: days,
  signInDays: days,
  browserDays: days,
  securityEventDays: days,
  auditDays: daysOrAlways,
  /** Of the network from which a logger was added. */
  loggerClaimDays: days,
  messageDays: days,
  creditEntryDays: days,
  accountExportDays: days,
  deletedPlantDays: days,
  sampleDays: daysOrAlways,
  hourDays: daysOrAlways,
  judgedDays: daysOrAlways,
  forecastDays: daysOrAlways,
  /** A weather service is asked with rounded places of plants. */
  asksWeather: z.boolean(),
})
export type KeptData = Readonly<z.infer<typeof keptData>>

export const keptDataCalls = {
  'GET /user-s/acc/kept-data': endpoint({
    summary: 'How long this server keeps what, for the privacy notice; days',
    opensSuspended: true,
    right: anyone,
    reply: keptData,
  }),
} as const
