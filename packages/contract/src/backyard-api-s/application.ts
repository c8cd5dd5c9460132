import { MOST_RENEWAL_MONTHS, planStatuses } from '@heliograph/domain/data-plan.ts'
import { z } from 'zod'
import { administrator, endpoint, onLogger, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { day, done, epochMs, idParams, list, pageQuery } from '../page.ts'
import { anyOrder, managedQuery, ofAccount, orderNote, payment, placedOrder } from './order.ts'

const dataPlan = z.object({
  loggerId: z.number().int(),
  serial: z.string(),
  name: z.string(),
  plantId: z.number().int(),
  plantName: z.string(),
  /** The last day of the plan; null: not entered. */
  expiresOn: day.nullable(),
  /** expiring: within 30 days. renewing: a renewal is ordered. */
  status: z.enum(planStatuses),
  provider: z.string(),
  iccid: z.string(),
  isDisabled: z.boolean(),
  mayEdit: z.boolean(),
  /** The reader may edit, and the operator has said how a renewal is paid. */
  mayOrder: z.boolean(),
  openOrderId: z.number().int().nullable(),
})
export type DataPlanWire = z.infer<typeof dataPlan>

const order = anyOrder.extend({
  serial: z.string(),
  loggerName: z.string(),
  plantName: z.string(),
  months: z.number().int(),
  /** The end of the renewed plan. */
  expiresOn: day.nullable(),
})
export type PlanOrderWire = z.infer<typeof order>

const cardKind = z.enum(['insurance', 'plugin'])
const card = z.object({
  id: z.number().int(),
  kind: cardKind,
  title: z.string(),
  body: z.string(),
})
const url = z
  .string()
  .trim()
  .max(1_000)
  .regex(/^https:\/\/[^\s"'<>\\]+$/)
  .refine((text) => URL.canParse(text))

export const applicationCalls = {
  'GET /backyard-api-s/application/home': endpoint({
    summary: 'What the applications hold for this person',
    features: ['application'],
    right: signedIn,
    cost: 3,
    reply: z.object({
      dataPlans: z.object({ total: z.number().int(), ending: z.number().int() }),
      /** Cards that the operator added and switched on. */
      /** isFrame: its page is shown within ours. */
      cards: z.array(card.extend({ host: z.string(), isFrame: z.boolean(), consentedMs: epochMs.nullable() })),
    }),
  }),
  'GET /backyard-api-s/application/data-plan': endpoint({
    summary: 'Data plans of loggers with a SIM card, the earliest end first',
    features: ['deviceCharge', 'application'],
    right: signedIn,
    cost: 3,
    /** all: loggers without a plan too. */
    query: pageQuery.extend({ all: z.enum(['0', '1']).default('0') }),
    reply: list(dataPlan),
  }),
  'POST /backyard-api-s/application/data-plan/{id}': endpoint({
    summary: "Enter what is known about a logger's data plan",
    undo: 'unkept',
    features: ['deviceCharge', 'application'],
    right: onLogger('addPlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({
      expiresOn: z.iso.date().nullable(),
      provider: z.string().max(200),
      iccid: z.string().regex(/^\d{0,22}$/),
      isDisabled: z.boolean(),
    }),
    reply: done,
  }),
  'POST /backyard-api-s/application/data-plan/{id}/order': endpoint({
    summary: 'Order a renewal from the operator of this server',
    undo: 'unkept',
    features: ['deviceCharge', 'application'],
    right: onLogger('addPlantDevice', 'params.id'),
    params: idParams,
    body: z.strictObject({
      months: z.number().int().min(1).max(MOST_RENEWAL_MONTHS),
      note: orderNote,
    }),
    reply: placedOrder,
  }),
  'GET /backyard-api-s/application/order': endpoint({
    summary: "The person's own orders, newest first",
    features: ['deviceCharge'],
    right: signedIn,
    query: pageQuery,
    reply: list(order),
  }),
  'POST /backyard-api-s/application/order/{id}/cancel': endpoint({
    summary: 'Cancel an own order that is open',
    undo: 'act',
    features: ['deviceCharge'],
    right: signedIn,
    params: idParams,
    reply: done,
  }),
  'GET /backyard-api-s/application/order/manage': endpoint({
    summary: 'Orders of everybody, newest first',
    right: administrator,
    query: managedQuery,
    reply: list(order.extend(ofAccount)),
  }),
  'POST /backyard-api-s/application/order/{id}/state': endpoint({
    summary: "Say that an order is done, which moves the plan's end, or refused",
    undo: 'act',
    right: administrator,
    params: idParams,
    body: z.strictObject({
      state: z.enum(['done', 'refused']),
      /** Null: as many months later as were ordered. */
      expiresOn: z.iso.date().nullable().default(null),
    }),
    reply: done,
  }),
  'GET /backyard-api-s/application/renewal': endpoint({
    summary: 'How renewals are paid',
    features: ['deviceCharge', 'application'],
    right: administrator,
    reply: payment,
  }),
  'POST /backyard-api-s/application/renewal': endpoint({
    summary: 'Say how renewals are paid',
    undo: 'act',
    features: ['deviceCharge', 'application'],
    right: administrator,
    /** `{order}` and `{months}` are filled in. */
    body: payment,
    reply: done,
  }),
  'GET /backyard-api-s/application/card': endpoint({
    summary: 'All cards that the operator added',
    right: administrator,
    reply: list(card.extend({ url: z.string(), withToken: z.boolean(), isOn: z.boolean() })),
  }),
  'POST /backyard-api-s/application/card': endpoint({
    summary: 'Add a card, which is off at first',
    undo: 'ownWay',
    right: administrator,
    body: z.strictObject({
      kind: cardKind,
      title: z.string().min(1).max(200),
      body: z.string().max(1_200),
      url,
      withToken: z.boolean().default(false),
    }),
    /** The secret signs the tokens of a plug-in; it is shown once. */
    reply: z.object({ id: z.number().int(), secret: z.string().nullable() }),
  }),
  'POST /backyard-api-s/application/card/{id}': endpoint({
    summary: 'Switch a card on or off',
    undo: 'unkept',
    right: administrator,
    params: idParams,
    body: z.strictObject({ isOn: z.boolean() }),
    reply: done,
  }),
  'DELETE /backyard-api-s/application/card/{id}': endpoint({
    summary: 'Remove a card and the consents to it',
    undo: 'final',
    right: administrator,
    params: idParams,
    reply: done,
  }),
  'POST /backyard-api-s/application/card/{id}/open': endpoint({
    summary: 'Where a card leads; a plug-in may get a token of five minutes that says who comes',
    undo: 'access',
    features: ['application'],
    right: signedIn,
    params: idParams,
    /** A partner's card needs the consent of the person. */
    body: z.strictObject({ consent: z.boolean().default(false), language }),
    reply: z.object({ url: z.string() }),
  }),
} as const
