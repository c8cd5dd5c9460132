import { z } from 'zod'
import { acceptedTexts } from '../accepted-texts.ts'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { lan, language } from '../language.ts'
import { done } from '../page.ts'
import { proof } from '../proof.ts'
import { tokenReply } from './oauth.ts'

export const providerId = z.string().regex(/^[a-z0-9-]{1,40}$/)

/** The browser keeps `state` and compares it at the call-back. */
const wayOut = z.object({ url: z.string(), state: z.string() })
const arrived = z.object({ ticket: z.string(), provider: providerId, name: z.string(), label: z.string() })

export const thirdPartyCalls = {
  'GET /oauth2-s/third-party': endpoint({
    summary: 'The identity providers that users may sign in with',
    opensSuspended: true,
    right: anyone,
    reply: z.object({
      data: z.array(z.object({ id: providerId, kind: z.enum(['oidc', 'wechat', 'qq', 'ingress']), name: z.string() })),
    }),
  }),
  'POST /oauth2-s/third-party/start': endpoint({
    summary: 'Start a sign-in at an identity provider; the browser then goes to `url`',
    opensSuspended: true,
    right: anyone,
    body: z.object({ provider: providerId, keep: z.boolean().default(false) }),
    reply: wayOut,
  }),
  'POST /oauth2-s/third-party/ingress': endpoint({
    summary:
      'Sign in the person whom Home Assistant has signed in, through its ingress, where this server is its add-on',
    opensSuspended: true,
    right: anyone,
    body: z.object({ language: lan }),
    reply: tokenReply,
  }),
  'POST /oauth2-s/third-party/callback': endpoint({
    summary: 'Finish a provider sign-in with the values that the provider sent to /tencentLogin',
    opensSuspended: true,
    sealed: true,
    right: anyone,
    body: z.object({
      state: z.string().min(1).max(300),
      code: z.string().min(1).max(2000),
      iss: z.string().max(500).optional(),
    }),
    reply: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('signedIn'), token: tokenReply }),
      /** No account here is linked yet: sign in and link, or register, with the ticket. */
      z.object({ outcome: z.literal('unbound'), ...arrived.shape, email: z.string().nullable() }),
      /** The user who started linking may now finish it with the ticket. */
      z.object({ outcome: z.literal('bind'), ...arrived.shape }),
    ]),
  }),
  'POST /oauth2-s/third-party/register': endpoint({
    summary: 'Create an account for an unlinked sign-in; it has no password yet',
    features: ['register'],
    opensSuspended: true,
    right: anyone,
    body: z.object({
      ticket: z.string().min(1).max(300),
      country: z.string().regex(/^[A-Z]{2}$/),
      language,
      consent: z.literal(true),
      acceptedTexts,
      keep: z.boolean().default(false),
    }),
    reply: tokenReply,
  }),
  'GET /user-s/acc/binding': endpoint({
    summary: "The user's accounts at identity providers",
    right: signedIn,
    reply: z.object({
      data: z.array(z.object({ provider: providerId, name: z.string(), label: z.string(), since: z.number().int() })),
    }),
  }),
  'POST /user-s/acc/binding/start': endpoint({
    summary: 'Start linking a provider account; the browser then goes to `url`',
    undo: 'access',
    right: signedIn,
    body: z.object({ provider: providerId }),
    reply: wayOut,
  }),
  'POST /user-s/acc/binding': endpoint({
    summary: 'Link the provider account of a ticket; needs re-authentication unless the sign-in was recent',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ ticket: z.string().min(1).max(300), proof: proof.optional() }),
    reply: done,
  }),
  'DELETE /user-s/acc/binding/{provider}': endpoint({
    summary: 'Unlink a provider account',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    params: z.object({ provider: providerId }),
    body: z.object({ proof }),
    reply: done,
  }),
} as const
