import { deviceTypes } from '@heliograph/domain/device.ts'
import { quantityIds } from '@heliograph/domain/quantities.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { done, id, idParams } from '../page.ts'

const readFunction = z.union([z.literal(3), z.literal(4)])
const register = z.number().int().min(0).max(0xffff)
const mapId = z.string().regex(/^[a-z0-9][a-z0-9._-]{0,80}$/)
const quantity = z.enum(quantityIds as unknown as [(typeof quantityIds)[number], ...(typeof quantityIds)[number][]])
const meaning = { quantity, /** The device's sign is the opposite of ours. */ isTurned: z.boolean().default(false) }

const recipe = z.strictObject({
  maker: z.string().trim().max(60),
  model: z.string().trim().min(1).max(60),
  type: z.enum(deviceTypes),
  /** A known map to which the assigned items belong. */
  baseId: mapId.nullable(),
  /** The item that holds the serial number. */
  serialItem: z.string().max(120).nullable(),
  assigned: z.array(z.strictObject({ item: z.string().min(1).max(120), ...meaning })).max(200),
  /** Registers without a map. */
  added: z
    .array(
      z.strictObject({
        name: z.string().trim().min(1).max(60),
        function: readFunction,
        address: register,
        type: z.enum(['u16', 's16', 'u32', 's32', 'u64', 's64', 'f32']),
        isLowFirst: z.boolean().default(false),
        scale: z.number().min(-1e6).max(1e6).default(1),
        unit: z.string().max(10).default(''),
        ...meaning,
      }),
    )
    .max(100),
})
export type MapRecipeBody = z.output<typeof recipe>

const place = {
  host: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9.:_[\]-]{1,253}$/),
  port: z.number().int().min(1).max(65_535),
  framing: z.enum(['tcp', 'rtu']).default('tcp'),
  unit: z.number().int().min(0).max(255),
}

const item = z.object({
  id: z.string(),
  label: z.string(),
  group: z.string(),
  unit: z.string(),
  function: readFunction,
  registers: z.array(z.number().int()),
  type: z.string(),
  scale: z.number(),
  /** As the map says; null: nobody assigned it. */
  quantity: z.string().nullable(),
  isTurned: z.boolean(),
  /** null: the device says none. */
  value: z.union([z.number(), z.string()]).nullable(),
  words: z.array(z.number().int()),
})

/** Registers as they were pasted or answered, and what a map makes of them. */
const reading = z.object({
  blocks: z.array(z.object({ function: readFunction, address: z.number().int(), words: z.array(z.number().int()) })),
  missing: z.array(
    z.object({
      function: readFunction,
      address: z.number().int(),
      count: z.number().int(),
      /** The code of the refusal; null: no answer came. */
      code: z.number().int().nullable(),
    }),
  ),
  items: z.array(item),
})

export const labCalls = {
  'GET /maintain-s/station/{id}/lab/maps': endpoint({
    summary: 'Register maps of all known families, and those that the caller made',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 5,
    params: idParams,
    reply: z.object({
      known: z.array(
        z.object({
          id: z.string(),
          maker: z.string(),
          family: z.string(),
          models: z.array(z.string()),
          items: z.number().int(),
          /** Its items have quantities and signs; else a person assigns them. */
          isAssigned: z.boolean(),
          /** The project that wrote it, and its license. */
          source: z.string(),
          license: z.string(),
        }),
      ),
      own: z.array(z.object({ id, name: z.string(), recipe })),
    }),
  }),
  'POST /maintain-s/station/{id}/lab/dump': endpoint({
    summary: 'What registers say that a person pasted, by a map',
    reads: true,
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 20,
    mostBytes: 256 * 1024,
    params: idParams,
    body: z.strictObject({
      /** Lines of an address and its words, or JSON (docs/connect/lab.md). */
      text: z.string().min(1).max(131_072),
      function: readFunction.default(3),
      /** Of words without 0x. */
      base: z.union([z.literal(10), z.literal(16)]).default(10),
      mapId: mapId.nullable().default(null),
    }),
    reply: reading,
  }),
  'POST /maintain-s/station/{id}/lab/read': endpoint({
    summary: 'Read registers of a device once, within the networks that the operator allows',
    undo: 'act',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 60,
    params: idParams,
    body: z.strictObject({
      ...place,
      mapId: mapId.nullable().default(null),
      /** Without a map. */
      span: z
        .strictObject({ function: readFunction, address: register, count: z.number().int().min(1).max(1_000) })
        .nullable()
        .default(null),
    }),
    reply: reading,
  }),
  'POST /maintain-s/station/{id}/lab/maps': endpoint({
    summary: 'Keep a map of registers with their meanings, for the caller or the organization',
    undo: 'unkept',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: idParams,
    body: z.strictObject({ name: z.string().trim().min(1).max(80), recipe }),
    reply: z.object({ id }),
  }),
  'DELETE /maintain-s/station/{id}/lab/maps/{mapId}': endpoint({
    summary: 'Remove an own map; devices that are read by it go on',
    undo: 'final',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: z.object({ id, mapId: id }),
    reply: done,
  }),
  'GET /maintain-s/station/{id}/lab/maps/{mapId}/file': endpoint({
    summary: 'An own map in the format of our maps',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    params: z.object({ id, mapId: id }),
    reply: z.object({
      name: z.string(),
      /** From which it is kept again, here or on another server. */
      recipe,
      map: z.record(z.string(), z.unknown()),
    }),
  }),
  'POST /maintain-s/station/{id}/lab/maps/{mapId}/use': endpoint({
    summary: 'Have a device read by an own map, from now on',
    undo: 'unkept',
    right: onPlant('addPlantDevice', 'params.id'),
    features: ['gateway'],
    cost: 60,
    params: z.object({ id, mapId: id }),
    body: z.strictObject(place),
    reply: z.object({ /** Of the connection. */ id }),
  }),
} as const
