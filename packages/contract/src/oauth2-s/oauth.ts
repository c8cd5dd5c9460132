import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { done } from '../page.ts'

export const tokenReply = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().int(),
})

export const oauthCalls = {
  'POST /oauth2-s/oauth/token': endpoint({
    summary: 'Sign in with account and password; sets the session cookie and returns the token',
    right: anyone,
    form: true,
    body: z.object({
      grant_type: z.enum(['password', 'mdc_password']).default('password'),
      username: z.string().min(1).max(200),
      password: z.string().min(1).max(200),
      /** "1": keep me signed in (15 days), else a session cookie (24 h). */
      keep: z.enum(['0', '1']).default('0'),
    }),
    reply: tokenReply,
  }),
  'POST /oauth2-s/oauth/logout': endpoint({
    summary: 'End the session',
    right: signedIn,
    reply: done,
  }),
} as const
