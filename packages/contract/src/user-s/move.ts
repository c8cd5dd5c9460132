import { dataCenters } from '@heliograph/domain/regions.ts'
import { z } from 'zod'
import { anyone, endpoint, otherCenter, signedIn } from '../endpoint.ts'
import { done, id } from '../page.ts'
import { passwordText, proof } from '../proof.ts'

const center = z.enum(dataCenters)
/** A sender: its wire, and its address there. */
const source = z.object({ wire: z.string().max(40), address: z.string().max(200) })

/** Why an account cannot move, or not now; `detail.reason` of MOVE_REFUSED. */
export const moveRefusals = [
  'moveRuns',
  'lastServerAdministrator',
  'lastOrganizationAdministrator',
  'accountUsed',
  'emailUsed',
  'phoneUsed',
  'mergeCredentials',
  'secondFactor',
  'loggerUsed',
  'versions',
  'cancelled',
  'changing',
] as const
export type MoveRefusal = (typeof moveRefusals)[number]

export const accountMove = z.object({
  id: z.string(),
  center,
  state: z.enum(['running', 'done', 'failed']),
  /** 0 to 1. */
  progress: z.number(),
  /** The error code of a failed move, and the other data center's reason. */
  fault: z.string().nullable(),
  reason: z.enum(moveRefusals).nullable(),
})
export type AccountMove = z.infer<typeof accountMove>

export const moveCalls = {
  'GET /user-s/data-center': endpoint({
    summary: "This server's data center, and the others it knows",
    right: anyone,
    reply: z.object({
      here: center,
      data: z.array(
        z.object({
          center,
          /** The URL for people to open it directly, or null: its calls go through this server's prefix. */
          url: z.string().nullable(),
          /** /mdc-cn or /mdc-eu. */
          prefix: z.string(),
          isHere: z.boolean(),
        }),
      ),
    }),
  }),
  'GET /user-s/acc/move': endpoint({
    summary: "The current or latest move of the user's account",
    right: signedIn,
    reply: z.object({ move: accountMove.nullable() }),
  }),
  'POST /user-s/acc/move': endpoint({
    summary:
      'Move the account with its plants, devices, history and rights to another data center, or merge it into an account there',
    undo: 'access',
    sealed: true,
    right: signedIn,
    cost: 60,
    body: z.object({
      center,
      proof,
      /** Merge into the account there that this password opens; absent: there must be none. */
      mergeInto: z.strictObject({ account: z.string().min(1).max(200), password: passwordText }).optional(),
    }),
    reply: accountMove,
  }),
} as const

/** Between servers, with their shared secret; not for people. */
export const transferCalls = {
  'POST /user-s/transfer/begin': endpoint({
    summary: 'Between data centers: announce a move; replies whether the account is accepted',
    right: otherCenter,
    body: z.object({
      moveId: z.string().min(10).max(100),
      from: center,
      /** Number of the newest migration: rows fit only between equals. */
      schema: z.number().int(),
      account: z.string().max(200),
      email: z.string().max(254).nullable(),
      phone: z.string().max(40).nullable(),
      loggers: z.array(source).max(100_000),
      /** The visitor's address: wrong passwords count for it. */
      address: z.string().max(64),
      mergeInto: z.object({ account: z.string().max(200), password: passwordText }).optional(),
    }),
    reply: z.object({ state: z.enum(['ready', 'done']) }),
  }),
  'POST /user-s/transfer/rows': endpoint({
    summary: 'Between data centers: a part of the account, in order; a repeated part counts once',
    right: otherCenter,
    body: z.object({
      moveId: z.string().min(10).max(100),
      part: z.number().int().min(0),
      table: z.string().max(60),
      rows: z.array(z.record(z.string(), z.unknown())).max(5000),
    }),
    reply: done,
  }),
  'POST /user-s/transfer/finish': endpoint({
    summary: 'Between data centers: take over the sent account, in one transaction',
    right: otherCenter,
    body: z.object({ moveId: z.string().min(10).max(100), parts: z.number().int().min(0) }),
    reply: z.object({ userId: id, plants: z.number().int() }),
  }),
  'POST /user-s/transfer/cancel': endpoint({
    summary: 'Between data centers: cancel a move, unless it is complete',
    right: otherCenter,
    body: z.object({ moveId: z.string().min(10).max(100) }),
    reply: z.object({ state: z.enum(['cancelled', 'done']) }),
  }),
  'POST /user-s/transfer/records': endpoint({
    summary: 'Between data centers: records of loggers whose plant moved here',
    right: otherCenter,
    body: z.object({
      records: z
        .array(
          source.extend({
            receivedAtMs: z.number().min(0).max(8.64e15),
            digest: z.string().max(40),
            kind: z.string().max(100),
            payload: z.string().max(100_000),
          }),
        )
        .max(200),
    }),
    reply: z.object({
      /** Loggers that no longer belong to a plant here: none of their records was taken. */
      released: z.array(source),
    }),
  }),
} as const
