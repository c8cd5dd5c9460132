import type { z } from 'zod'

/** The eight per-plant rights of the field (screens.md 2.4). */
export const plantRights = [
  'viewPlantAlert',
  'viewPlantInfo',
  'viewPlantDevice',
  'editPlant',
  'deletePlant',
  'setPlant',
  'addPlantDevice',
  'deletePlantDevice',
] as const
export type PlantRight = (typeof plantRights)[number]

/** Where the plant or device that a call is about stands in the request. */
export type Subject = `params.${string}` | `query.${string}` | `body.${string}`

/** What a session must have for a call. There is no default: a call without a right does not compile. */
export type Right =
  | Readonly<{ kind: 'public' }>
  | Readonly<{ kind: 'user' }>
  | Readonly<{ kind: 'admin' }>
  | Readonly<{ kind: 'plant'; right: PlantRight; subject: Subject }>
  | Readonly<{ kind: 'device'; right: PlantRight; subject: Subject }>

export const anyone: Right = { kind: 'public' }
export const signedIn: Right = { kind: 'user' }
export const administrator: Right = { kind: 'admin' }
export const onPlant = (right: PlantRight, subject: Subject): Right => ({ kind: 'plant', right, subject })
export const onDevice = (right: PlantRight, subject: Subject): Right => ({ kind: 'device', right, subject })

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
