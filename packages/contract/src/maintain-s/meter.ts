import { deviceTypes } from '@heliograph/domain/device.ts'
import { meterRoles } from '@heliograph/domain/meter-role.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { epochSeconds, id, idParams, numberOrNull, positive } from '../page.ts'
import { changes } from './changes.ts'

const flowNames = ['generation', 'import', 'export', 'charge', 'discharge', 'generator', 'load'] as const

/** normal: what flows from the grid is its import. reversed: the transformer faces the other way. */
const directions = ['normal', 'reversed'] as const

const wiring = {
  /** null: not stated, so the devices of the plant decide. */
  role: z.enum(meterRoles).nullable(),
  /** Of the current transformer (CT): powers and energies are multiplied by it. */
  ratio: positive(10_000),
  direction: z.enum(directions),
}

/** Role of a meter, its wiring, and the effect on its readings. */
export const meterSpec = z.object({
  id: z.number().int(),
  deviceSn: z.string(),
  deviceName: z.string(),
  deviceType: z.enum(deviceTypes),
  model: z.string(),
  /** As it reports them: firmware, protocol and the like. */
  texts: z.record(z.string(), z.string()),
  ...wiring,
  /** Flows that it measures for the plant at present, stated or found. */
  counted: z.array(z.enum(flowNames)),
  /** Its powers and counters that can count, as it says them and as they count. W, Wh. */
  readings: z.array(
    z.object({
      storageName: z.string(),
      key: z.string(),
      unit: z.string(),
      value: numberOrNull,
      /** The flow of the plant that a counter adds to, or the role of a power; null: to none. */
      countsAs: z.string().nullable(),
      countedValue: numberOrNull,
      at: epochSeconds.nullable(),
    }),
  ),
})
export type MeterSpec = z.infer<typeof meterSpec>

const meterConfig = z
  .strictObject(wiring)
  .partial()
  .refine((config) => Object.keys(config).length > 0)
export type MeterConfig = z.infer<typeof meterConfig>

const meterParams = idParams.extend({ mid: id })

export const meterCalls = {
  'GET /maintain-s/power/system/{id}/meter/{mid}/spec': endpoint({
    summary: 'What a meter is, how it is wired, and how its readings count',
    right: onPlant('viewPlantDevice', 'params.id'),
    params: meterParams,
    reply: meterSpec,
  }),
  'POST /maintain-s/power/system/{id}/meter/{mid}/config': endpoint({
    summary: 'Say what a meter measures, its transformer ratio and direction; the history is counted anew',
    undo: { reads: 'GET /maintain-s/power/system/{id}/meter/{mid}/spec' },
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: meterParams,
    body: meterConfig,
    reply: z.object({ changes }),
  }),
} as const
