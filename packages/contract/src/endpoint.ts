import type { PlantRight } from '@heliograph/domain/permissions.ts'
import type { z } from 'zod'

/** Where the plant or device that a call is about stands in the request. */
export type Subject = `params.${string}` | `query.${string}` | `body.${string}`

type PublicRight = Readonly<{ kind: 'public' }>
type UserRight = Readonly<{ kind: 'user' }>
type AdminRight = Readonly<{ kind: 'admin' }>
type OnPlant = Readonly<{ kind: 'plant'; right: PlantRight; subject: Subject }>
type OnDevice = Readonly<{ kind: 'device'; right: PlantRight; subject: Subject }>

/** What a session must have for a call. There is no default: a call without a right does not compile. */
export type Right = PublicRight | UserRight | AdminRight | OnPlant | OnDevice

// Narrow types, so that the server knows per call what its handler is given.
export const anyone: PublicRight = { kind: 'public' }
export const signedIn: UserRight = { kind: 'user' }
export const administrator: AdminRight = { kind: 'admin' }
export const onPlant = (right: PlantRight, subject: Subject): OnPlant => ({ kind: 'plant', right, subject })
export const onDevice = (right: PlantRight, subject: Subject): OnDevice => ({ kind: 'device', right, subject })

/**
 * One HTTP call. Server handler and browser call are typed from it, OpenAPI is printed from it.
 * The key under which it stands in `calls` is its method and path: 'GET /maintain-s/station/{id}'.
 */
export type Endpoint = Readonly<{
  summary: string
  right: Right
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  /** The body is form-encoded (the specification's pseudo-method "formdata"). */
  form?: true
  reply: z.ZodType
  /** The reply is a stream of server-sent events whose data fits `reply`. */
  stream?: true
  /** Served without a data-centre prefix as well as the page calls it without one. */
  unprefixed?: true
}>

export const endpoint = <const E extends Endpoint>(e: E): E => e
