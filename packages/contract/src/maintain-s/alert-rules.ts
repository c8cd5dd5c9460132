import { userRuleBounds } from '@heliograph/domain/alarms/user-rule.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type QuantityId, quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, epochMs, id, numberOrNull } from '../page.ts'

/** Rules of one person or organization. */
export const MOST_USER_RULES = 50

const { nameLength, threshold, forMs, sunDeg, powerW } = userRuleBounds
const finite = z.number().min(-threshold).max(threshold)

/** Condition of a person's own rule; thresholds in the base unit of the quantity (W, Wh, V, A, Hz, °C, %). */
export const userRule = z.strictObject({
  name: z.string().trim().min(1).max(nameLength),
  quantity: z.enum(quantityIds as unknown as [QuantityId, ...QuantityId[]]),
  comparison: z.enum(['above', 'below']),
  threshold: finite,
  /** It ends this far on the good side of the threshold. */
  hysteresis: z.number().min(0).max(threshold).default(0),
  /** It must hold for so many whole minutes. */
  forMs: z.number().min(forMs.least).max(forMs.most).multipleOf(MINUTE_MS),
  /** Looks only while the sun is higher than this; null: always. */
  sunAboveDeg: z.number().min(sunDeg.least).max(sunDeg.most).nullable().default(null),
  /** Looks only while the device's own power is above this; null: always. */
  powerAboveW: z.number().min(powerW.least).max(powerW.most).nullable().default(null),
  level: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  influence: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]).default(0),
})

/** One plant, the plants with a tag, or all that its owner sees. */
const scope = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('plant'), plantId: id }),
  z.strictObject({ kind: z.literal('tag'), tag: z.string().trim().min(1).max(40) }),
  z.strictObject({ kind: z.literal('all') }),
])
const definition = z.strictObject({ rule: userRule, scope })

export const keptUserRule = z.object({
  id: z.uuid(),
  rule: userRule,
  scope,
  plantName: z.string().nullable(),
  isOn: z.boolean(),
  createdAtMs: epochMs,
  /** Ongoing alarms of this rule. */
  open: z.number().int(),
  /** Alarms of this rule in the last 90 days. */
  recent: z.number().int(),
})

export const ruleTrial = z.object({
  fromMs: epochMs,
  toMs: epochMs,
  /** Devices of the scope that have the quantity, and how many of them were tried: the newest data first, at most a few. */
  devices: z.number().int(),
  triedDevices: z.number().int(),
  total: z.number().int(),
  /** The newest ones. */
  alarms: z.array(
    z.object({
      plantId: id,
      plantName: z.string(),
      zone: z.string(),
      deviceName: z.string(),
      fromMs: epochMs,
      /** null: it would still last. */
      toMs: epochMs.nullable(),
      /** The measured value when the finding was sure. */
      value: numberOrNull,
    }),
  ),
})

const acts = { right: signedIn, scope: 'plant:write' } as const

export const alertRuleCalls = {
  'GET /maintain-s/operating/alert/rule': endpoint({
    summary: "The session's own alarm rules",
    right: signedIn,
    scope: 'plant:read',
    reply: z.array(keptUserRule).max(MOST_USER_RULES),
  }),
  'POST /maintain-s/operating/alert/rule': endpoint({
    summary: "Adds an alarm rule of one's own",
    undo: 'ownWay',
    ...acts,
    body: definition,
    reply: z.object({ id: z.uuid() }),
  }),
  'POST /maintain-s/operating/alert/rule/trial': endpoint({
    summary: 'What a rule would have found on the last 90 days, by the function that runs it',
    right: signedIn,
    scope: 'plant:read',
    reads: true,
    cost: 40,
    body: definition,
    reply: ruleTrial,
  }),
  'POST /maintain-s/operating/alert/rule/{ruleId}': endpoint({
    summary: 'Changes a rule, or turns it on or off',
    undo: 'unkept',
    ...acts,
    params: z.object({ ruleId: z.uuid() }),
    body: z.strictObject({ rule: userRule.optional(), scope: scope.optional(), isOn: z.boolean().optional() }),
    reply: done,
  }),
  'DELETE /maintain-s/operating/alert/rule/{ruleId}': endpoint({
    summary: 'Removes a rule; its open alarms end',
    undo: 'final',
    ...acts,
    params: z.object({ ruleId: z.uuid() }),
    reply: done,
  }),
} as const
