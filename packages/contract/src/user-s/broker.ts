import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, epochMs, id } from '../page.ts'
import { proof } from '../proof.ts'

const access = {
  /** A name, or an IP address, in the networks that the operator opened. */
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.:_[\]-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  isTls: z.boolean(),
  user: z.string().max(200),
  /** Under which Home Assistant finds devices. */
  prefix: z.string().regex(/^[A-Za-z0-9_-]{1,50}(?:\/[A-Za-z0-9_-]{1,50}){0,3}$/),
  plantIds: z.array(id).max(50),
}
const input = z.strictObject({
  ...access,
  /** Missing: as before, or none. Empty: none. */
  password: z.string().max(500).optional(),
  proof,
})

const broker = z.object({
  id,
  ...access,
  hasPassword: z.boolean(),
  /** null: it was not tried yet. */
  state: z
    .object({
      state: z.enum(['starting', 'working', 'waiting']),
      /** In the words of the system. */
      failure: z.string().nullable(),
      failingSinceMs: epochMs.nullable(),
      publishedAtMs: epochMs.nullable(),
      messages: z.number().int(),
      /** Plants and devices that it knows. */
      devices: z.number().int(),
    })
    .nullable(),
})

const features = ['accessToken'] as const

export const brokerCalls = {
  'GET /user-s/acc/broker': endpoint({
    summary: "MQTT brokers to which the person's plants are published, for the current identity",
    right: signedIn,
    features,
    reply: z.object({
      /** Whether the operator lets this server connect to any. */
      isOpen: z.boolean(),
      data: z.array(broker),
    }),
  }),
  'POST /user-s/acc/broker': endpoint({
    summary: 'Publish plants to an MQTT broker, where Home Assistant finds them',
    undo: 'ownWay',
    right: signedIn,
    features,
    sealed: true,
    cost: 20,
    body: input,
    reply: z.object({ id }),
  }),
  'POST /user-s/acc/broker/{id}': endpoint({
    summary: 'Change an MQTT broker; the certificate that it shows next is believed',
    undo: 'unkept',
    right: signedIn,
    features,
    sealed: true,
    cost: 20,
    params: z.object({ id }),
    body: input,
    reply: done,
  }),
  'DELETE /user-s/acc/broker/{id}': endpoint({
    summary: 'Publish no more to an MQTT broker: what was announced there is taken back',
    undo: 'final',
    right: signedIn,
    params: z.object({ id }),
    reply: done,
  }),
} as const
