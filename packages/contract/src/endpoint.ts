import type { OrganisationRole, PlantRight, TokenScope } from '@heliograph/domain/permissions.ts'
import type { z } from 'zod'

/** Where the plant or device that a call is about stands in the request. */
export type Subject = `params.${string}` | `query.${string}` | `body.${string}`

type PublicRight = Readonly<{ kind: 'public' }>
type UserRight = Readonly<{ kind: 'user' }>
type AdminRight = Readonly<{ kind: 'admin' }>
type OnPlant = Readonly<{ kind: 'plant'; right: PlantRight; subject: Subject }>
type OnDevice = Readonly<{ kind: 'device'; right: PlantRight; subject: Subject }>

type PeerRight = Readonly<{ kind: 'peer' }>
type OwnPlant = Readonly<{ kind: 'owner'; subject: Subject }>
type InOrganisation = Readonly<{ kind: 'organisation'; role: OrganisationRole; subject: Subject }>

/** What a session must have for a call. There is no default: a call without a right does not compile. */
export type Right = PublicRight | UserRight | AdminRight | OnPlant | OnDevice | OwnPlant | InOrganisation | PeerRight

// Narrow types, so that the server knows per call what its handler is given.
export const anyone: PublicRight = { kind: 'public' }
export const signedIn: UserRight = { kind: 'user' }
export const administrator: AdminRight = { kind: 'admin' }
export const onPlant = (right: PlantRight, subject: Subject): OnPlant => ({ kind: 'plant', right, subject })
export const onDevice = (right: PlantRight, subject: Subject): OnDevice => ({ kind: 'device', right, subject })

/** A server of another data centre that shows the secret which both share; no person. */
export const otherCentre: PeerRight = { kind: 'peer' }
/** Only who holds the plant, and never who it is shared with: an owner, or an administrator of the organisation that owns it. */
export const onOwnPlant = (subject: Subject): OwnPlant => ({ kind: 'owner', subject })
/** The session acts for this organisation, in this role at least ('admin' may what 'user' may). */
export const inOrganisation = (role: OrganisationRole, subject: Subject): InOrganisation => ({
  kind: 'organisation',
  role,
  subject,
})

/**
 * One HTTP call. Server handler and browser call are typed from it, OpenAPI is printed from it.
 * The key under which it stands in `calls` is its method and path: 'GET /maintain-s/station/{id}'.
 */
export type Endpoint = Plain | Streamed

/** The reply is a stream of server-sent events whose data fits `reply`. It is about one plant, which its right names. */
type Streamed = Shared & Readonly<{ stream: true; right: OnPlant | OnDevice | OwnPlant }>
type Plain = Shared & Readonly<{ stream?: never; right: Right }>

type Shared = Readonly<{
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is form-encoded (the specification's pseudo-method "formdata"). */
  form?: true
  reply: z.ZodType
  /** Brings readings of devices: data, and no act of a person that the audit log would list. */
  measures?: true
  /** Changes nothing though it is no GET: not in the audit log, and open to tokens that only read. */
  reads?: true
  /**
   * What a personal access token needs for it; absent: follows from the right (plants: plant:read or plant:write), and
   * nothing opens a call about the account itself.
   */
  scope?: TokenScope
  /** The reply is a file, not JSON: `reply` is a z.instanceof(Uint8Array)-like description for the documents only. */
  blob?: true
  /** Makes work for the server before anybody is known: as often in a minute as credentials may be tried. */
  costly?: true
  /** Served without a data-centre prefix as well as the page calls it without one. */
  unprefixed?: true
}>

export const endpoint = <const E extends Endpoint>(e: E): E => e

/** The scope that a personal access token needs for a call; undefined: no token will do, only a session. */
export function scopeOf(method: string, entry: Endpoint): TokenScope | undefined {
  if (entry.scope) return entry.scope
  if (entry.right.kind === 'plant' || entry.right.kind === 'device')
    return method === 'GET' || entry.reads ? 'plant:read' : 'plant:write'
  return undefined
}

/** Whether a call changes something by a person's will: it is then written into the audit log. */
export const isWrite = (method: string, entry: Endpoint): boolean =>
  method !== 'GET' && entry.reads !== true && entry.measures !== true
