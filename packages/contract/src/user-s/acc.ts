import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'

export const switchedCode = z.object({ code: z.string(), isOn: z.number().int() })

export const currentUser = z.object({
  id: z.number().int(),
  account: z.string(),
  nickname: z.string(),
  email: z.string().nullable(),
  language: z.string(),
  isAdmin: z.boolean(),
  identity: z.enum(['USER', 'MANAGER', 'ORG_ADMIN', 'ORG_USER']),
  functions: z.array(switchedCode),
  roleCodes: z.array(z.string()),
  plantCount: z.number().int(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const accCalls = {
  'GET /user-s/acc/org/login-user': endpoint({
    summary: 'The current user',
    right: signedIn,
    reply: currentUser,
  }),
  'GET /user-s/acc/setup': endpoint({
    summary: 'Whether this server still waits for its first administrator',
    right: anyone,
    reply: z.object({ open: z.boolean() }),
  }),
  'POST /user-s/acc/setup': endpoint({
    summary: 'Create the first administrator with the one-time link that the server printed',
    right: anyone,
    body: z.object({
      token: z.string().min(1).max(200),
      account: z.string().trim().min(3).max(100),
      nickname: z.string().trim().max(100).optional(),
      password: z.string().min(1).max(200),
    }),
    reply: tokenReply,
  }),
} as const
