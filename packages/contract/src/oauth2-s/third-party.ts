import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { done } from '../page.ts'
import { proof } from '../proof.ts'
import { tokenReply } from './oauth.ts'

export const providerId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** `state` is kept by the browser and compared at the call-back. */
const wayOut = z.object({ url: z.string(), state: z.string() })
const arrived = z.object({ ticket: z.string(), provider: providerId, name: z.string(), label: z.string() })

export const thirdPartyCalls = {
  'GET /oauth2-s/third-party': endpoint({
    summary: 'The providers through which people may sign in here',
    right: anyone,
    reply: z.object({
      data: z.array(z.object({ id: providerId, kind: z.enum(['oidc', 'wechat', 'qq']), name: z.string() })),
    }),
  }),
  'POST /oauth2-s/third-party/start': endpoint({
    summary: 'Begin a sign-in at a provider; the browser then goes to `url`',
    right: anyone,
    body: z.object({ provider: providerId, keep: z.boolean().default(false) }),
    reply: wayOut,
  }),
  'POST /oauth2-s/third-party/callback': endpoint({
    summary: 'Finish what was begun with what the provider sent to /tencentLogin',
    right: anyone,
    body: z.object({
      state: z.string().min(1).max(300),
      code: z.string().min(1).max(2000),
      iss: z.string().max(500).optional(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('signedIn'), token: tokenReply }),
      /** Nobody here has this account yet: sign in and bind, or register, with the ticket. */
      z.object({ outcome: z.literal('unbound'), ...arrived.shape, email: z.string().nullable() }),
      /** The user who began a binding may now finish it with the ticket. */
      z.object({ outcome: z.literal('bind'), ...arrived.shape }),
    ]),
  }),
  'POST /oauth2-s/third-party/register': endpoint({
    summary: 'Open an account for an unbound sign-in; it has no password yet',
    right: anyone,
    body: z.object({
      ticket: z.string().min(1).max(300),
      country: z.string().regex(/^[A-Z]{2}$/),
      language: z.string().max(10),
      consent: z.literal(true),
      keep: z.boolean().default(false),
    }),
    reply: tokenReply,
  }),
  'GET /user-s/acc/binding': endpoint({
    summary: 'The own accounts at providers',
    right: signedIn,
    reply: z.object({
      data: z.array(z.object({ provider: providerId, name: z.string(), label: z.string(), since: z.number().int() })),
    }),
  }),
  'POST /user-s/acc/binding/start': endpoint({
    summary: 'Begin to bind an account at a provider; the browser then goes to `url`',
    right: signedIn,
    body: z.object({ provider: providerId }),
    reply: wayOut,
  }),
  'POST /user-s/acc/binding': endpoint({
    summary: 'Bind the account that a ticket stands for; without a proof only shortly after a sign-in',
    right: signedIn,
    body: z.object({ ticket: z.string().min(1).max(300), proof: proof.optional() }),
    reply: done,
  }),
  'DELETE /user-s/acc/binding/{provider}': endpoint({
    summary: 'Unbind',
    right: signedIn,
    params: z.object({ provider: providerId }),
    body: z.object({ proof }),
    reply: done,
  }),
} as const
