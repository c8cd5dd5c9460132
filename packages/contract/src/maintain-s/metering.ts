import { deviceTypes } from '@heliograph/domain/device.ts'
import { flows } from '@heliograph/domain/energy-flow.ts'
import { z } from 'zod'
import { endpoint, onPlant } from '../endpoint.ts'
import { day, id, idParams, numberOrNull } from '../page.ts'
import { changes } from './changes.ts'
import { energyFields } from './system.ts'

/**
 * TOTAL_FROM_DEVICE_UPLOAD: the total is what the devices' lifetime counters show. SUM_OF_DAILY_VALUES: days are what
 * the daily counters show, the total is their sum. null: as the platform decides.
 */
const method = z.enum(['TOTAL_FROM_DEVICE_UPLOAD', 'SUM_OF_DAILY_VALUES']).nullable()
export type WireMethod = z.output<typeof method>

const methods = {
  cumulativeElectricMethod: method,
  electricityConsumptionMethod: method,
  electricityPurchaseMethod: method,
  gridInterconnectionMethod: method,
  chargingElectricityMethod: method,
  dischargeElectricityMethod: method,
}
/** null: by the devices' roles. Else all devices of a role, or some devices: `DEVICE:12,15`. */
const source = z
  .string()
  .max(200)
  .regex(/^(INVERTER|METER|BATTERY|WEATHER_STATION|DEVICE:[1-9]\d{0,14}(,[1-9]\d{0,14}){0,11})$/)
  .nullable()

const sources = {
  generationStatisticMethod: source,
  consumptionStatisticMethod: source,
  utilityStatisticMethod: source,
  batteryStatisticMethod: source,
  irradianceStatisticMethod: source,
}
const MOST_KWH = 1_000_000_000
const offset = z.number().min(-MOST_KWH).max(MOST_KWH)
const offsetWh = z
  .number()
  .min(-MOST_KWH * 1000)
  .max(MOST_KWH * 1000)
const totals = {
  /** kWh of either sign, added to the totals. */
  generationTotalOffset: offset,
  consumeTotalOffset: offset,
  /** PLAN: theoryConsumeProportion % of the production is used on site. */
  consumeProportionStatisticMethod: z.enum(['COMPUTE', 'PLAN']),
  theoryConsumeProportion: z.number().min(0).max(100).nullable(),
}
const strategy = z.enum(['DYNAMIC', 'MANUAL'])

/** Methods and sources act where the strategy is MANUAL. */
export const meteringSettings = z.strictObject({
  statisticMethodSettingStrategy: strategy,
  ...methods,
  ...sources,
  ...totals,
})
export type MeteringSettings = z.output<typeof meteringSettings>

/** From which day of the plant on methods and sources count; absent: for all its history. */
const from = { from: day.optional() }
export const meteringEdit = meteringSettings.partial().extend(from)
export type WireMeteringEdit = z.output<typeof meteringEdit>

const namedDevice = z.object({ deviceId: id, deviceName: z.string(), deviceType: z.enum(deviceTypes) })
const energyField = z.enum(energyFields)

export const metering = meteringSettings.extend({
  /** Since when methods and sources are these; null: for all the history. */
  since: day.nullable(),
  /** Devices that measure each energy today, by name. */
  measured: z.array(z.object({ field: energyField, devices: z.array(z.string()) })),
  /** Several devices may count one energy twice; which. */
  repeatedHint: z.boolean(),
  repeated: z.array(z.object({ field: energyField, devices: z.array(z.string()) })),
  /** Devices that each source can be. */
  candidates: z.object({
    generation: z.array(namedDevice),
    consumption: z.array(namedDevice),
    utility: z.array(namedDevice),
    battery: z.array(namedDevice),
    irradiance: z.array(namedDevice),
  }),
  /** Offsets that people added to days, newest first. kWh. */
  dayOffsets: z.array(z.object({ day, generationOffset: z.number(), useOffset: z.number() })),
})
export type Metering = z.output<typeof metering>

const edited = z.object({ changes, /** The history is being counted anew. */ recount: z.boolean() })

export const meteringPreview = z.object({
  /** The history has too many samples to be counted for a preview: nothing below is known. */
  isTooLong: z.boolean(),
  /** Days whose energies would change, with the first and the last of them. */
  days: z.number().int(),
  changedFrom: day.nullable(),
  changedTo: day.nullable(),
  /** Totals as they are shown, and as they would be. */
  totals: z.array(z.object({ flow: z.enum(flows), beforeWh: numberOrNull, afterWh: numberOrNull })),
})

export const meteringCalls = {
  'GET /maintain-s/station/{id}/metering': endpoint({
    summary: "How the plant's energies are counted",
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: metering,
  }),
  'POST /maintain-s/station/{id}/metering': endpoint({
    summary: "Change how the plant's energies are counted; absent fields stay",
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: meteringEdit,
    reply: edited,
  }),
  'POST /maintain-s/station/{id}/metering/strategy': endpoint({
    summary: 'Let the platform decide on methods and sources, or the people',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    query: z.strictObject({ statisticMethodSettingStrategy: strategy, ...from }),
    reply: edited,
  }),
  'POST /maintain-s/station/{id}/meteringMethod': endpoint({
    summary: 'Change the methods of the six energies; absent ones stay',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject(methods).partial().extend(from),
    reply: edited,
  }),
  'POST /maintain-s/station/{id}/metering/preview': endpoint({
    summary: 'What a change of the metering would make of the totals, without changing anything',
    reads: true,
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    body: meteringEdit,
    reply: meteringPreview,
  }),
  'POST /maintain-s/station/{id}/metering/dayOffset': endpoint({
    summary: 'Add to the energies of a past day, or take from them; two zeros undo it',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({ day, generationWh: offsetWh, useWh: offsetWh }),
    reply: z.object({ changes }),
  }),
} as const
