import {
  MOST_CANVAS_M,
  MOST_CELLS_ACROSS,
  MOST_GROUPS,
  MOST_LAYOUT_MODULES,
  MOST_PORTS,
} from '@heliograph/domain/module-layout/layout.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, epochSeconds, id, idParams, numberOrNull, positive } from '../page.ts'

const meters = z.number().min(-MOST_CANVAS_M).max(MOST_CANVAS_M)
const side = z.number().min(0.1).max(10)
const cell = z.number().min(-MOST_CELLS_ACROSS).max(MOST_CELLS_ACROSS)
const number = z.number().int().positive().max(1_000_000_000)
const sn = z.string().trim().min(1).max(64)
const port = z.number().int().min(1).max(MOST_PORTS)

/** A roof plane: degrees (azimuth 0 north, rotation clockwise on the canvas), meters. */
const group = z.strictObject({
  id: number,
  name: z.string().trim().max(60),
  azimuth: z.number().min(0).max(360).nullable(),
  tilt: z.number().min(0).max(90).nullable(),
  x: meters,
  y: meters,
  rotation: z.number().min(0).max(360),
  orientation: z.enum(['portrait', 'landscape']),
  long: side,
  short: side,
  gap: z.number().min(0).max(10),
})
/** A module in a cell of its group; `sn` and `port` of its micro-inverter or optimizer, or the input of its string. Wp. */
const module = z.strictObject({
  id: number,
  group: number,
  row: cell,
  column: cell,
  turned: z.boolean(),
  sn: sn.nullable(),
  port: port.nullable(),
  string: z.strictObject({ sn, input: port }).nullable(),
  model: z.string().trim().max(80),
  power: positive(10_000).nullable(),
})
const photo = z.strictObject({
  image: id,
  x: meters,
  y: meters,
  width: z.number().min(1).max(1_000),
  opacity: z.number().min(0).max(1),
})
/** The map service's picture of the place, north up: where the plant's place is on the canvas. */
const satellite = z.strictObject({ x: meters, y: meters, opacity: z.number().min(0).max(1) })
const plan = {
  groups: z.array(group).max(MOST_GROUPS),
  modules: z.array(module).max(MOST_LAYOUT_MODULES),
  photo: photo.nullable(),
  satellite: satellite.nullable().default(null),
}

/** A device whose inputs modules can have, or whose inputs are strings. */
const device = z.object({
  id: z.number().int(),
  sn: z.string(),
  name: z.string(),
  type: z.string(),
  /** module: behind single modules. string: its inputs are strings. */
  kind: z.enum(['module', 'string']),
  /** The inputs that it reports, from 1; empty: only the whole. */
  inputs: z.array(z.number().int()),
  status: z.string(),
  last: epochSeconds.nullable(),
  /** Devices in its place before, the last one first. */
  replaced: z.array(z.object({ sn: z.string(), until: epochSeconds })),
})
/** Measurements behind one or several modules. W, kWh; null: none. */
const series = z.object({
  sn: z.string(),
  /** null: the device as a whole. */
  port: z.number().int().nullable(),
  string: z.boolean(),
  /** At each step. */
  power: z.array(numberOrNull),
  energy: numberOrNull,
  /** Minutes of the day without a reading while other devices of the plant had some. */
  missing: z.number().int(),
})

export const moduleLayoutCalls = {
  'GET /maintain-s/station/layout/{id}/info/{x}': endpoint({
    summary: 'Where the modules lie and what they do: x is now, or a day of the plant (YYYY-MM-DD) in steps',
    features: ['deviceLayout'],
    right: onPlant('viewPlantDevice', 'params.id'),
    cost: 10,
    params: z.object({ id, x: z.union([z.literal('now'), day]) }),
    reply: z.object({
      /** 0: none was saved yet. */
      version: z.number().int(),
      changed: epochSeconds.nullable(),
      ...plan,
      devices: z.array(device),
      day,
      /** When each step begins; of `now` the one instant. */
      steps: z.array(epochSeconds),
      series: z.array(series),
    }),
  }),
  'POST /maintain-s/station/layout/{id}/save': endpoint({
    summary: 'Save the whole layout; `version` is the one that it was made from',
    undo: 'unkept',
    features: ['deviceLayout'],
    right: onPlant('editPlant', 'params.id'),
    mostBytes: 2 * 1024 * 1024,
    params: idParams,
    body: z.strictObject({ version: z.number().int().min(0), ...plan }),
    reply: z.object({ version: z.number().int() }),
  }),
} as const
const wirePlan = z.object(plan)
export type WireLayout = z.output<typeof wirePlan>
export type WireLayoutGroup = z.output<typeof group>
export type WireLayoutModule = z.output<typeof module>
