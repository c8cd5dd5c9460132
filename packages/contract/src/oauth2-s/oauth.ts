import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { humanCheck } from '../human-check.ts'
import { done, epochMs } from '../page.ts'
import { codeText, passwordText } from '../proof.ts'

/** RFC 6749, section 5.1. The refresh token is for programs; the page renews the session of its cookie. */
export const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
  refresh_token: z.string(),
})
export type TokenReply = z.infer<typeof tokenReply>

/** "1": keep me signed in (15 days), else a session cookie (24 h). */
const keep = z.enum(['0', '1']).default('0')

const handOverCode = z.string().min(1).max(100)

export const oauthCalls = {
  'POST /oauth2-s/oauth/token': endpoint({
    summary: 'Sign in, finish the second step of a sign-in, or renew a session; sets the session cookie',
    opensSuspended: true,
    sealed: true,
    right: anyone,
    form: true,
    body: z.union([
      z.object({
        grant_type: z.enum(['password', 'mdc_password']).default('password'),
        username: z.string().min(1).max(200),
        password: passwordText,
        keep,
        /** JSON of a solved CAPTCHA, required after failures. */
        human_check: z
          .string()
          .max(6000)
          .transform((text, context) => {
            try {
              return humanCheck.parse(JSON.parse(text))
            } catch {
              context.addIssue({ code: 'custom', message: 'not a human check' })
              return z.NEVER
            }
          })
          .optional(),
      }),
      /** `challenge` came with SECOND_FACTOR_REQUIRED; `code` is from the authenticator app or a recovery code. */
      z.object({ grant_type: z.literal('second_factor'), challenge: z.string().max(200), code: codeText }),
      /** `code` is from a link that hands a session over (`POST /user-s/acc/session/hand-over`). */
      z.object({ grant_type: z.literal('hand_over'), code: handOverCode }),
      /** Without a refresh token, the cookie's session is renewed; with one, a program's session, without a cookie. */
      z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string().max(200).optional() }),
    ]),
    reply: tokenReply,
  }),
  'POST /oauth2-s/oauth/hand-over': endpoint({
    summary: 'Whose session a one-time code of a link opens; the code stays usable',
    opensSuspended: true,
    sealed: true,
    right: anyone,
    body: z.strictObject({ code: handOverCode }),
    reply: z.object({ id: z.number().int(), account: z.string() }),
  }),
  'POST /oauth2-s/oauth/logout': endpoint({
    summary: 'End the session',
    undo: 'access',
    opensSuspended: true,
    right: signedIn,
    reply: done,
  }),
  'GET /oauth2-s/oauth/public-key': endpoint({
    summary: "The RSA key for encrypted bodies (section 7, encrypted mode), and the server's time",
    opensSuspended: true,
    right: anyone,
    reply: z.object({
      keyId: z.string(),
      /** SubjectPublicKeyInfo, PEM; RSA-OAEP with SHA-256. */
      publicKey: z.string(),
      now: epochMs,
      /** The maximum age of an encrypted body, s. */
      validForS: z.number().int(),
    }),
  }),
  'POST /oauth2-s/oauth/passkey/options': endpoint({
    summary: 'Start a sign-in by passkey (WebAuthn, discoverable credentials)',
    opensSuspended: true,
    right: anyone,
    body: z.strictObject({}).default({}),
    reply: z.object({ challengeId: z.string(), options: z.record(z.string(), z.unknown()) }),
  }),
  'POST /oauth2-s/oauth/passkey': endpoint({
    summary: 'Sign in by passkey; needs no second step',
    opensSuspended: true,
    right: anyone,
    body: z.object({
      challengeId: z.string().max(200),
      response: z.record(z.string(), z.unknown()),
      keep: z.boolean().default(false),
    }),
    reply: tokenReply,
  }),
} as const
