import { tokenScopes } from '@heliograph/domain/permissions.ts'
import { z } from 'zod'
import { endpoint, signedIn } from '../endpoint.ts'
import { done, epochSeconds, id, list, pageQuery } from '../page.ts'
import { codeText, passwordText, proof } from '../proof.ts'
import { contact } from './registration.ts'

export const securityState = z.object({
  hasPassword: z.boolean(),
  passwordChangedAt: epochSeconds.nullable(),
  passwordIsWeak: z.boolean(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  authenticator: z.object({ isOn: z.boolean(), since: epochSeconds.nullable(), recoveryCodesLeft: z.number().int() }),
  passkeyCount: z.number().int(),
  sessionCount: z.number().int(),
  tokenCount: z.number().int(),
})
export type SecurityState = z.infer<typeof securityState>

export const sessionRow = z.object({
  id: z.number().int(),
  isCurrent: z.boolean(),
  method: z.string(),
  organization: z.string().nullable(),
  address: z.string(),
  userAgent: z.string(),
  createdAt: epochSeconds,
  lastSeenAt: epochSeconds,
  expiresAt: epochSeconds,
})
export const signInRow = z.object({
  id: z.number().int(),
  at: epochSeconds,
  method: z.string(),
  outcome: z.string(),
  address: z.string(),
  userAgent: z.string(),
})
export const passkeyRow = z.object({
  id: z.string(),
  name: z.string(),
  host: z.string(),
  createdAt: epochSeconds,
  lastUsedAt: epochSeconds.nullable(),
})
export const accessTokenRow = z.object({
  id: z.number().int(),
  name: z.string(),
  scopes: z.array(z.enum(tokenScopes)),
  /** Only these plants; null: all. */
  plantIds: z.array(id).nullable(),
  organization: z.string().nullable(),
  /** Of an access for SOLARMAN clients; null: a token that its owner has. */
  appId: z.string().nullable(),
  createdAt: epochSeconds,
  expiresAt: epochSeconds,
  lastUsedAt: epochSeconds.nullable(),
})

/** Of a token that only reads: the plants that it may read. Missing: all, also later ones. */
const chosenPlants = z.array(id).min(1).max(200).optional()

export const securityCalls = {
  'GET /user-s/acc/security': endpoint({
    summary: "The security settings of the user's account",
    right: signedIn,
    reply: securityState,
  }),
  'POST /user-s/acc/password': endpoint({
    summary: 'Change the password; ends every other session',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof, password: passwordText }),
    reply: done,
  }),
  'POST /user-s/acc/contact': endpoint({
    summary: 'Set the email address or phone number, with the code sent to it',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ kind: z.enum(['email', 'phone']), contact, code: codeText, proof }),
    reply: done,
  }),
  'DELETE /user-s/acc/contact': endpoint({
    summary: 'Remove the email address or phone number, while another way to reset the password remains',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ kind: z.enum(['email', 'phone']), proof }),
    reply: done,
  }),
  'POST /user-s/acc/authenticator': endpoint({
    summary: 'Start the setup of an authenticator app; it is on after its first code',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof }),
    reply: z.object({ secret: z.string(), uri: z.string() }),
  }),
  'POST /user-s/acc/authenticator/confirm': endpoint({
    summary: 'Turn the authenticator on with its first code; shows the recovery codes once',
    undo: 'access',
    sealed: true,
    right: signedIn,
    body: z.object({ code: codeText }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  'POST /user-s/acc/authenticator/recovery-codes': endpoint({
    summary: 'Replace the recovery codes',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof }),
    reply: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  'DELETE /user-s/acc/authenticator': endpoint({
    summary: 'Turn the authenticator off',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof }),
    reply: done,
  }),
  'GET /user-s/acc/passkey': endpoint({
    summary: "The user's passkeys",
    right: signedIn,
    reply: z.object({ data: z.array(passkeyRow) }),
  }),
  'POST /user-s/acc/passkey/options': endpoint({
    summary: 'Start adding a passkey (WebAuthn)',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({ proof }),
    reply: z.object({ challengeId: z.string(), options: z.record(z.string(), z.unknown()) }),
  }),
  'POST /user-s/acc/passkey': endpoint({
    summary: 'Add a passkey',
    undo: 'access',
    right: signedIn,
    body: z.object({
      challengeId: z.string().max(200),
      response: z.record(z.string(), z.unknown()),
      name: z.string().trim().min(1).max(60),
    }),
    reply: passkeyRow,
  }),
  'DELETE /user-s/acc/passkey/{id}': endpoint({
    summary: 'Remove a passkey',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 20,
    params: z.object({ id: z.string().min(1).max(500) }),
    body: z.object({ proof }),
    reply: done,
  }),
  'GET /user-s/acc/session': endpoint({
    summary: "The sessions of the user's account",
    right: signedIn,
    reply: z.object({ data: z.array(sessionRow) }),
  }),
  'POST /user-s/acc/session/hand-over': endpoint({
    summary: 'A one-time code that opens a further session, for a link: `?token=` with the code',
    undo: 'access',
    right: signedIn,
    cost: 20,
    body: z.strictObject({}).default({}),
    reply: z.object({ code: z.string(), expiresIn: z.number().int() }),
  }),
  'DELETE /user-s/acc/session/{id}': endpoint({
    summary: "End one of the user's sessions",
    undo: 'access',
    right: signedIn,
    params: z.object({ id }),
    reply: done,
  }),
  'DELETE /user-s/acc/session': endpoint({
    summary: "End all of the user's other sessions",
    undo: 'access',
    right: signedIn,
    reply: z.object({ ended: z.number().int() }),
  }),
  'GET /user-s/acc/sign-in-log': endpoint({
    summary: "Successful and failed sign-ins of the user's account, newest first",
    right: signedIn,
    query: pageQuery,
    reply: list(signInRow),
  }),
  'GET /user-s/acc/token': endpoint({
    summary: "The user's personal access tokens",
    right: signedIn,
    reply: z.object({ data: z.array(accessTokenRow) }),
  }),
  'POST /user-s/acc/token': endpoint({
    summary: 'Create a personal access token for the current identity; it is shown once',
    undo: 'access',
    features: ['accessToken'],
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({
      name: z.string().trim().min(1).max(60),
      scopes: z.array(z.enum(tokenScopes)).min(1).max(10),
      plantIds: chosenPlants,
      expiresInDays: z.number().int().min(1).max(366),
      proof,
    }),
    reply: z.object({ token: z.string(), row: accessTokenRow }),
  }),
  'POST /user-s/acc/token/solarman': endpoint({
    summary: 'Create an access for clients of the SOLARMAN OpenAPI, for the current identity; its keys are shown once',
    undo: 'access',
    features: ['accessToken'],
    sealed: true,
    right: signedIn,
    cost: 20,
    body: z.object({
      name: z.string().trim().min(1).max(60),
      plantIds: chosenPlants,
      expiresInDays: z.number().int().min(1).max(366),
      proof,
    }),
    reply: z.object({
      appId: z.string(),
      appSecret: z.string(),
      password: z.string(),
      /** Its SHA-256 in hex: some clients ask for this. */
      passwordHash: z.string(),
      account: z.string(),
      row: accessTokenRow,
    }),
  }),
  'DELETE /user-s/acc/token/{id}': endpoint({
    summary: 'Revoke a personal access token',
    undo: 'access',
    right: signedIn,
    params: z.object({ id }),
    reply: done,
  }),
} as const
