import { billLimits } from '@heliograph/domain/letter/utility-bill.ts'
import { lossKinds } from '@heliograph/domain/performance/losses.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { lan } from '../language.ts'
import { day, done, id, idParams, numberOrNull } from '../page.ts'
import { ownMoney } from './finance.ts'

const monthName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

const letterAlarm = z.object({
  /** In the asked language. */
  name: z.string(),
  place: z.string(),
  from: day,
  /** null: still open. */
  to: day.nullable(),
  /** Of the whole alarm. */
  lostWh: numberOrNull,
  money: numberOrNull,
})

const letterLoss = z.object({
  kind: z.enum(lossKinds),
  /** On the judged days. */
  energyWh: z.number(),
  money: numberOrNull,
  days: z.number().int(),
  isHeld: z.boolean(),
  deviceNames: z.array(z.string()),
  limitW: numberOrNull,
  heldMs: numberOrNull,
})

/** The facts of a month's letter; the reader's language writes it (domain/letter/write-letter.ts). */
const letter = z.object({
  plantName: z.string(),
  currency: z.string(),
  month: monthName,
  /** The first day of the month, or the plant's first one with values within it; and its last one that has begun. */
  from: day,
  to: day,
  isRunning: z.boolean(),
  /** null: not measured. */
  energies: z.object({
    producedWh: numberOrNull,
    usedWh: numberOrNull,
    toGridWh: numberOrNull,
    purchasedWh: numberOrNull,
    fedInWh: numberOrNull,
  }),
  money: ownMoney,
  hasPrices: z.boolean(),
  /** The same month of the year before; null: it has no values, or this one is not over. */
  before: z
    .object({
      month: monthName,
      days: z.number().int(),
      ofDays: z.number().int(),
      producedWh: z.number(),
      money: ownMoney,
    })
    .nullable(),
  /** null: no day is judged. */
  sky: z
    .object({
      judgedDays: z.number().int(),
      days: z.number().int(),
      expectedWh: z.number(),
      producedWh: z.number(),
      losses: z.array(letterLoss),
    })
    .nullable(),
  /** null: the caller may not see alarms. */
  alarms: z.object({ count: z.number().int(), open: z.number().int(), worst: z.array(letterAlarm) }).nullable(),
  /** Days without values since the plant's first one. */
  missing: z.object({ production: z.array(day), grid: z.array(day) }),
  meter: z.enum(['grid', 'feedsAll', 'none']),
})

const energyWh = z.number().min(0).max(billLimits.energyWh)
const flow = z.strictObject({
  energyWh: energyWh.nullable(),
  /** Of the utility's meter at both ends. */
  readings: z.strictObject({ startWh: energyWh, endWh: energyWh }).nullable(),
})
const bill = z.strictObject({
  /** First and last day at the plant, both included. */
  from: day,
  to: day,
  purchased: flow,
  fedIn: flow,
  /** Asked for the purchase, in the plant's currency. */
  amount: z.number().min(-billLimits.amount).max(billLimits.amount).nullable(),
})
export type WireBill = z.infer<typeof bill>

/** A part of the difference, with its sign: they and `unexplainedWh` add up to it. */
const reason = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('conversion'), energyWh: z.number(), readWh: z.number(), factor: z.number() }),
  z.object({ kind: z.literal('missing'), energyWh: z.number(), days: z.number().int(), dailyWh: z.number() }),
  z.object({ kind: z.literal('swapped'), energyWh: z.number() }),
  z.object({ kind: z.literal('factor'), energyWh: z.number(), factor: z.number() }),
  z.object({ kind: z.literal('shifted'), energyWh: z.number(), from: day, to: day }),
  z.object({ kind: z.literal('steady'), energyWh: z.number(), share: z.number(), bills: z.number().int() }),
  z.object({ kind: z.enum(['accuracy', 'clock', 'reading-time']), energyWh: z.number(), mostWh: z.number() }),
  z.object({ kind: z.literal('rounding'), energyWh: z.number() }),
])
const flowComparison = z.object({
  billedWh: z.number(),
  /** Of the days with values; null: none has. */
  meteredWh: numberOrNull,
  knownDays: z.number().int(),
  /** Billed less metered. */
  differenceWh: numberOrNull,
  verdict: z.enum(['equal', 'explained', 'partly', 'unexplained', 'unmeasured']),
  reasons: z.array(reason),
  unexplainedWh: z.number(),
})

export const letterCalls = {
  'GET /maintain-s/station/{id}/letter': endpoint({
    summary: 'The letter of a month: produced, earned, saved, lost and why, and the number that the bill should show',
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 5,
    params: idParams,
    /** Absent: the last whole month at the plant. */
    query: z.object({ month: monthName.optional(), language: lan }),
    reply: letter,
  }),
  'GET /maintain-s/station/{id}/bills': endpoint({
    summary: "The utility's bills of a plant, the newest first, and why they differ from what was measured",
    right: onPlant('viewPlantInfo', 'params.id'),
    cost: 5,
    params: idParams,
    reply: z.object({
      currency: z.string(),
      bills: z.array(
        bill.extend({
          id: z.number().int(),
          days: z.number().int(),
          /** The cost of its days by the plant's prices; null: unknown, or the bill has no amount. */
          cost: numberOrNull,
          /** null: not on the bill. */
          comparison: z.object({ purchased: flowComparison.nullable(), fedIn: flowComparison.nullable() }),
        }),
      ),
    }),
  }),
  'POST /maintain-s/station/{id}/bills': endpoint({
    summary: 'Keep what a bill says; one of the same days is replaced',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: bill,
    reply: z.object({ id: z.number().int() }),
  }),
  'DELETE /maintain-s/station/{id}/bills/{billId}': endpoint({
    summary: 'Delete a bill',
    undo: 'final',
    right: onPlant('editPlant', 'params.id'),
    params: z.object({ id, billId: id }),
    reply: done,
  }),
} as const
