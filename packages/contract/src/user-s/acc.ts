import { identities } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { anyone, endpoint, signedIn } from '../endpoint.ts'
import { humanCheck } from '../human-check.ts'
import { tokenReply } from '../oauth2-s/oauth.ts'
import { id } from '../page.ts'
import { passwordText } from '../proof.ts'
import { preferences } from './profile.ts'

export const switchedCode = z.object({ code: z.string(), isOn: z.number().int() })

export const currentUser = z.object({
  id: z.number().int(),
  account: z.string(),
  nickname: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  country: z.string(),
  language: z.string(),
  isAdmin: z.boolean(),
  identity: z.enum(identities),
  /** The organization the session acts for, or null. */
  organization: z.object({ id: z.number().int(), name: z.string() }).nullable(),
  roleId: z.number().int(),
  /** Of the identity, its own first. */
  roles: z.array(z.object({ id: z.number().int(), code: z.enum(identities) })),
  functions: z.array(switchedCode),
  roleCodes: z.array(z.string()),
  /** Plants of this identity. */
  plantCount: z.number().int(),
  hasPhoto: z.boolean(),
  hasPassword: z.boolean(),
  preferences,
  /** Problems that the page asks the user to solve (section 2, prompts). */
  prompts: z.array(z.enum(['country', 'email', 'weakPassword', 'plantOffer'])),
  /** Pending invitations to the own email address. */
  invitationCount: z.number().int(),
})
export type CurrentUser = z.infer<typeof currentUser>

export const identityRow = z.object({
  organizationId: z.number().int().nullable(),
  name: z.string(),
  identity: z.enum(identities),
  roleId: z.number().int(),
  plantCount: z.number().int(),
  isCurrent: z.boolean(),
})
export type IdentityRow = z.infer<typeof identityRow>

export const accCalls = {
  'GET /user-s/acc/org/login-user': endpoint({
    summary: 'The current user in the identity of the session',
    right: signedIn,
    scope: 'plant:read',
    reply: currentUser,
  }),
  'GET /user-s/acc/identity': endpoint({
    summary: "The user's identities: the person and their organizations",
    right: signedIn,
    reply: z.object({ data: z.array(identityRow) }),
  }),
  'POST /user-s/acc/identity': endpoint({
    summary: 'Switch the identity: a new session replaces this one',
    undo: 'access',
    right: signedIn,
    body: z.object({ organizationId: id.nullable() }),
    reply: tokenReply,
  }),
  'POST /user-s/acc/check-user': endpoint({
    summary: 'Whether this data center has an account with these credentials (known only with the password)',
    sealed: true,
    right: anyone,
    reads: true,
    body: z.object({
      account: z.string().min(1).max(200),
      password: passwordText,
      humanCheck: humanCheck.optional(),
    }),
    reply: z.object({
      exists: z.boolean(),
      /** The data center that the account moved to. */
      movedTo: z.string().nullable(),
    }),
  }),
  'GET /user-s/acc/setup': endpoint({
    summary: 'Whether this server still needs its first administrator',
    opensSuspended: true,
    right: anyone,
    reply: z.object({ open: z.boolean() }),
  }),
  'POST /user-s/acc/setup/link': endpoint({
    summary: 'Whether a one-time link still works, before its form is filled in',
    reads: true,
    right: anyone,
    body: z.object({ token: z.string().min(1).max(200) }),
    reply: z.object({ works: z.boolean() }),
  }),
  'POST /user-s/acc/setup': endpoint({
    summary: 'Create the first administrator with the one-time link that the server printed',
    opensSuspended: true,
    sealed: true,
    right: anyone,
    body: z.object({
      token: z.string().min(1).max(200),
      account: z.string().trim().min(3).max(100),
      nickname: z.string().trim().max(100).optional(),
      password: passwordText,
    }),
    reply: tokenReply,
  }),
} as const
