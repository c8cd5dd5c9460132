import type { HideableCode } from '@heliograph/domain/brand/brand-parts.ts'
import type { OrganizationRole, PlantRight, TokenScope } from '@heliograph/domain/permissions.ts'
import type { z } from 'zod'

/** The place of the plant, device or logger in the request. */
export type Subject = `params.${string}` | `query.${string}` | `body.${string}`

type PublicRight = Readonly<{ kind: 'public' }>
type UserRight = Readonly<{ kind: 'user' }>
type AdminRight = Readonly<{ kind: 'admin' }>
type OnPlant = Readonly<{ kind: 'plant'; right: PlantRight; subject: Subject }>
type OnDevice = Readonly<{ kind: 'device'; right: PlantRight; subject: Subject }>
type OnLogger = Readonly<{ kind: 'logger'; right: PlantRight; subject: Subject }>

type BrandRight = Readonly<{ kind: 'brands' }>
type PeerRight = Readonly<{ kind: 'peer' }>
type AgentRight = Readonly<{ kind: 'agent' }>
type OwnPlant = Readonly<{ kind: 'owner'; subject: Subject }>
type InOrganization = Readonly<{ kind: 'organization'; role: OrganizationRole; subject: Subject }>

/** The right that a call needs. There is no default: a call without a right does not compile. */
export type Right =
  | PublicRight
  | UserRight
  | AdminRight
  | OnPlant
  | OnDevice
  | OnLogger
  | OwnPlant
  | InOrganization
  | PeerRight
  | AgentRight
  | BrandRight

// Narrow types, so that the server knows per call what its handler is given.
export const anyone: PublicRight = { kind: 'public' }
export const signedIn: UserRight = { kind: 'user' }
export const administrator: AdminRight = { kind: 'admin' }
/** An administrator of the server, or of the organization that the session acts for; a room looks whose brand it is. */
export const brandKeeper: BrandRight = { kind: 'brands' }
export const onPlant = (right: PlantRight, subject: Subject): OnPlant => ({ kind: 'plant', right, subject })
export const onDevice = (right: PlantRight, subject: Subject): OnDevice => ({ kind: 'device', right, subject })
/** On the plant that has the logger. */
export const onLogger = (right: PlantRight, subject: Subject): OnLogger => ({ kind: 'logger', right, subject })

/** A server of another data center that presents the shared secret; not a person. */
export const otherCenter: PeerRight = { kind: 'peer' }
/** An agent that is paired with a plant, by its own token; not a person. */
export const pairedAgent: AgentRight = { kind: 'agent' }
/**
 * Only the owner of the plant, or an administrator of the organization that owns it; never someone it is shared with.
 */
export const onOwnPlant = (subject: Subject): OwnPlant => ({ kind: 'owner', subject })
/** The session acts for this organization, at least in this role ('admin' includes 'user'). */
export const inOrganization = (role: OrganizationRole, subject: Subject): InOrganization => ({
  kind: 'organization',
  role,
  subject,
})

/**
 * One HTTP call. Server handler, browser call and OpenAPI are derived from it. Its key in `calls` is method and path:
 * 'GET /maintain-s/station/{id}'.
 */
export type Endpoint = Plain | Streamed

/**
 * The reply is a stream of server-sent events whose data fits `reply`. It is about one plant, which its right names, or
 * about all that the session may see.
 */
type Streamed = Shared & Readonly<{ stream: true; right: OnPlant | OnDevice | OwnPlant | UserRight }>
type Plain = Shared & Readonly<{ stream?: never; right: Right }>

/**
 * Why a write is not undone by a press. ownWay: its page has the way back, another call. final: gone for good, and the page
 * asks before. act: something happened outside. access: credentials, sessions, and who may see what. unkept: the values
 * before are not kept in a form that could be set again.
 */
export const undoReasons = ['ownWay', 'final', 'act', 'access', 'unkept'] as const
export type UndoReason = (typeof undoReasons)[number]
/**
 * A save is undone by the same call, with the values that `reads` gave before it, by the same names or by `names`.
 * `part`: where in its reply they are. `row`: of its list (`data`) the row whose field equals that parameter.
 */
export type UndoSame = Readonly<{
  reads: `GET /${string}`
  part?: string
  row?: readonly [field: string, param: string]
  /** By name in the request: its name in that reply, where the two differ. */
  names?: Readonly<Record<string, string>>
}>

type Shared = Readonly<{
  summary: string
  /** Of every write of a person: how it is undone, or why not. */
  undo?: UndoSame | UndoReason
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is form-encoded (the specification's pseudo-method "formdata"). either: multipart/form-data is taken, too. */
  form?: true | 'either'
  reply: z.ZodType
  /** Delivers readings of devices: data, not a user's action for the audit log. */
  measures?: true
  /** Changes nothing although it is not a GET: not in the audit log, and open to read-only tokens. */
  reads?: true
  /**
   * The scope that a personal access token needs. Absent: derived from the right (plants: plant:read or plant:write),
   * and no scope opens a call about the account itself.
   */
  scope?: TokenScope
  /**
   * Open to a token that is limited to chosen plants, although it names none: its handler looks only at those. Calls that
   * name a plant are open by their right.
   */
  byPlants?: true
  /** The reply is a file, not JSON: `reply` is a z.instanceof(Uint8Array)-like description for the documents only. */
  blob?: true
  /** A small file whose head can be asked for alone. */
  hasHead?: true
  /** The call causes work before the caller is identified: it has the rate limit of credentials. */
  costly?: true
  /**
   * The features that it belongs to: a brand that hides one of them refuses it. Calls that people need to leave, to
   * sign in and to run the server belong to none.
   */
  features?: readonly HideableCode[]
  /** Works at a suspended brand too: its page says so, and administrators sign in there. */
  opensSuspended?: true
  /** Its body holds a credential: the page encrypts it. */
  sealed?: true
  /** Its cost in the caller's budget, if not the default (`costOf`). */
  cost?: number
  /** And for each megabyte of its body. */
  costPerMb?: number
  /** The size limit of its body, if not the default (`mostBytesOf`). */
  mostBytes?: number
  /** Served without a data-center prefix too, as the page calls it without one. */
  unprefixed?: true
}>

export const endpoint = <const E extends Endpoint>(e: E): E => e

/** The cost of a signed-in user's call, in units: a cheap read is one, some 5 ms of the server's time. */
export const costOf = (method: string, { cost, costPerMb = 0, reads }: Endpoint, bodyBytes = 0): number =>
  (cost ?? (method === 'GET' || reads ? 1 : 3)) + Math.ceil((costPerMb * bodyBytes) / 1e6)

/** The size limit of a call's body: small without a session, large for parts of a moving account between servers. */
export function mostBytesOf({ right, mostBytes }: Endpoint): number {
  if (right.kind === 'public') return 32 * 1024
  return mostBytes ?? (right.kind === 'peer' ? 16 * 1024 * 1024 : 64 * 1024)
}

/** The scope that a personal access token needs for a call; undefined: the call needs a session. */
export function scopeOf(method: string, entry: Endpoint): TokenScope | undefined {
  if (entry.scope) return entry.scope
  // A program may not command devices, regardless of its other rights.
  if ('right' in entry.right && entry.right.right === 'commandDevice') return undefined
  if (entry.right.kind === 'plant' || entry.right.kind === 'device' || entry.right.kind === 'logger')
    return method === 'GET' || entry.reads ? 'plant:read' : 'plant:write'
  return undefined
}

/** Whether a call is a person's change; such a call is written to the audit log. */
export const isWrite = (method: string, entry: Endpoint): boolean =>
  method !== 'GET' && entry.reads !== true && entry.measures !== true
