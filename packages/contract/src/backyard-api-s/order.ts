import { z } from 'zod'
import { epochMs, pageQuery } from '../page.ts'

const orderState = z.enum(['open', 'done', 'refused', 'cancelled'])

/** An order that people place with the operator of the server, whatever it is for. */
export const anyOrder = z.object({
  id: z.number().int(),
  note: z.string(),
  state: orderState,
  orderedMs: epochMs,
  closedMs: epochMs.nullable(),
})

/** For the operator, with the account that ordered. */
export const ofAccount = { account: z.string().nullable() }
export const managedQuery = pageQuery.extend({ state: orderState.optional() })

export const orderNote = z.string().max(600).default('')

export const placedOrder = z.object({
  id: z.number().int(),
  text: z.string(),
  /** Where it is paid; '': as the text says. */
  payLink: z.string(),
})

/** How orders are paid: what the operator says, and their page, where the order's figures are filled in. */
export const payment = z.strictObject({
  text: z.string().max(2_000),
  link: z
    .string()
    .trim()
    .max(1_000)
    .regex(/^(?:https:\/\/[^\s"'<>\\]+)?$/),
})
