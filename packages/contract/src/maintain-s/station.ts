import { isCurrency } from '@heliograph/domain/money.ts'
import { gridTypes, networkStatuses, plantTypes } from '@heliograph/domain/plant.ts'
import { usualPlantParts as usual } from '@heliograph/domain/plant-record.ts'
import { quantityIds } from '@heliograph/domain/quantities.ts'
import { isZone } from '@heliograph/domain/time.ts'
import { weatherKinds } from '@heliograph/domain/weather/weather-hour.ts'
import { z } from 'zod'
import { endpoint, onPlant, signedIn } from '../endpoint.ts'
import { language } from '../language.ts'
import { epochMs, epochSeconds, id, idParams, list, numberOrNull, pageQuery, positive } from '../page.ts'
import { switchedCode } from '../user-s/acc.ts'
import { changes } from './changes.ts'
import { capacityFrom, datedCapacity, wirePlane } from './planes.ts'
import { status, statusReason } from './status.ts'

/** Required facts of every plant. */
const mainFields = {
  name: z.string().trim().min(1).max(100),
  type: z.enum(plantTypes),
  gridInterconnectionType: z.enum(gridTypes),
  installedCapacity: positive(10_000_000),
  locationAddress: z.string().trim().max(300),
  locationLat: z.number().min(-90).max(90),
  locationLng: z.number().min(-180).max(180),
  regionNationId: z.string().regex(/^([A-Z]{2})?$/),
  regionTimezone: z.string().min(1).max(60).refine(isZone),
  currency: z.string().max(3).refine(isCurrency),
}
const furtherFields = {
  /** A day at the plant, by any instant of it. */
  startOperatingTime: epochSeconds.nullable(),
  /** m² of the roof or ground that the plant covers. The bound is 1,000 km², ten times the largest solar park. */
  floorArea: positive(1_000_000_000).nullable(),
  /** Meters above sea level. */
  locationAltitude: z.number().min(-500).max(9_000),
  installationAzimuthAngle: z.number().min(0).max(360),
  installationTiltAngle: z.number().min(0).max(90),
}
/** A plant's record, field by field. */
const recordFields = {
  ...mainFields,
  ...furtherFields,
  mergeElectricPrice: z.number().min(0).max(1_000_000).nullable(),
}

/**
 * A plant: master data and live values. Energies kWh, powers W, capacity kWp. A row of a list says all that the details
 * say, so that it can stand in for them.
 */
export const station = z.object({
  id: z.number().int(),
  ...mainFields,
  networkStatus: z.enum(networkStatuses),
  warningStatus: z.enum(['NORMAL', 'ALERT']),
  status,
  reason: statusReason,
  /** Since when it has this status. */
  statusSince: epochSeconds,
  generationPower: numberOrNull,
  usePower: numberOrNull,
  batterySoc: numberOrNull,
  generationValue: numberOrNull,
  generationMonth: numberOrNull,
  generationYear: numberOrNull,
  generationTotal: numberOrNull,
  fullPowerHoursDay: numberOrNull,
  /** Of the hour, degC and in a word; null: no weather is known. */
  temperature: numberOrNull,
  weather: z.enum(weatherKinds).nullable(),
  /** Next sunrise at the plant while its sun is down, else null. */
  nextSunrise: epochSeconds.nullable(),
  lastUpdateTime: epochSeconds.nullable(),
  createdDate: epochSeconds,
  ...furtherFields,
  /** At least one: installedCapacity is their sum, the two angles are those of the largest. */
  installationPlanes: z.array(wirePlane),
  /** Capacities by the day from which they were installed, oldest first: the last one is the installedCapacity. */
  installedCapacities: z.array(datedCapacity),
  mergeElectricPrice: recordFields.mergeElectricPrice,
  role: z.enum(['owner', 'admin', 'viewer', 'support']),
  deviceCount: z.number().int(),
  gatewayCount: z.number().int(),
  /** Whether a layout of its panels was begun. */
  hasComponentLayout: z.boolean(),
  /** Rights of the session here. */
  roleCode: z.array(switchedCode),
  /** Rights granted to the organization; empty if it owns the plant. */
  externalRoleCode: z.array(switchedCode),
})
export type Station = z.infer<typeof station>

export const stationCounts = z.object({
  total: z.number().int(),
  byStatus: z.record(status, z.number().int()),
  /** W. */
  generationPower: numberOrNull,
})

/** The same in our words. */
export const plantCounts = z.object({
  total: z.number().int(),
  byStatus: z.record(status, z.number().int()),
  /** Plants with the open alarm of a fault or a warning although their status is well or asleep. */
  alarmed: z.number().int(),
  powerW: numberOrNull,
})
export type PlantCounts = z.infer<typeof plantCounts>

/** `changed`: the plants that differ since the last event; null: any of them may. */
export const plantsEvent = z.object({ counts: plantCounts, changed: z.array(id).nullable() })
export type PlantsEvent = z.infer<typeof plantsEvent>

export const newStation = z.object({
  ...recordFields,
  locationAltitude: recordFields.locationAltitude.default(usual.altitudeM),
  locationAddress: recordFields.locationAddress.default(usual.address),
  regionNationId: recordFields.regionNationId.default(usual.country),
  mergeElectricPrice: recordFields.mergeElectricPrice.default(usual.pricePerKwh),
  installationAzimuthAngle: recordFields.installationAzimuthAngle.default(usual.azimuthDeg),
  installationTiltAngle: recordFields.installationTiltAngle.default(usual.tiltDeg),
  startOperatingTime: recordFields.startOperatingTime.default(usual.startedOn),
  floorArea: recordFields.floorArea.default(usual.floorAreaM2),
})
/** A plant's record on the wire, complete. */
export type StationRecord = z.output<typeof newStation>

/** Omitted fields stay unchanged. */
export const stationEdit = z
  .strictObject({ ...recordFields, installedCapacityFrom: capacityFrom })
  .partial()
  .refine((edit) => Object.keys(edit).length > 0)
export type StationEdit = z.output<typeof stationEdit>

/** accepted: it counts. discarded: it never counts, and is out of the way. */
export const stepDecisions = ['open', 'accepted', 'discarded'] as const
export type StepDecision = (typeof stepDecisions)[number]

/** done of total parts; 0 of 0: not known yet. none: never requested. */
export const recount = z.object({
  state: z.enum(['none', 'queued', 'running', 'done', 'failed']),
  done: z.number().int(),
  total: z.number().int(),
  askedAtMs: numberOrNull,
  finishedAtMs: numberOrNull,
})
export type Recount = z.infer<typeof recount>

/** A refused step of a counter: between two readings it rose more than possible. */
export const refusedStep = z.object({
  deviceId: z.number().int(),
  deviceName: z.string(),
  quantity: z.enum(quantityIds as unknown as [string, ...string[]]),
  /** Instant of the later reading: with device and quantity it names the step. */
  atMs: epochMs,
  beforeWh: z.number(),
  afterWh: z.number(),
  decision: z.enum(stepDecisions),
})
export type RefusedStep = z.infer<typeof refusedStep>

/** Powers of a device beyond what it can deliver: stored, in no figure and no curve. */
export const refusedPower = z.object({
  deviceId: z.number().int(),
  deviceName: z.string(),
  quantity: z.enum(quantityIds as unknown as [string, ...string[]]),
  /** Start of the UTC day: with device and quantity it names them. */
  dayMs: epochMs,
  limitW: z.number(),
  /** The furthest from zero. */
  peakW: z.number(),
  readings: z.number().int(),
  firstAtMs: epochMs,
  lastAtMs: epochMs,
  decision: z.enum(stepDecisions),
})
export type RefusedPower = z.infer<typeof refusedPower>

/** `lan`, as other calls say it, is the same; who gives both means one language. */
const languageQuery = z
  .object({ language: language.optional(), lan: language.optional() })
  .refine((options) => options.language === undefined || options.lan === undefined || options.language === options.lan)

/** A plant with the words for its codes, in the language of the request. */
export const stationInWords = station.extend({
  language,
  typeName: z.string(),
  gridInterconnectionTypeName: z.string(),
  /** Empty: its country is not known. */
  regionNationName: z.string(),
  weatherName: z.string().nullable(),
})
export type StationInWords = z.infer<typeof stationInWords>

export const stationCalls = {
  'POST /maintain-s/operating/station/search': endpoint({
    summary: 'The plants visible to the session, page by page',
    byPlants: true,
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    cost: 3,
    query: pageQuery,
    body: z.object({
      keyword: z.string().max(100).optional(),
      statuses: z.array(status).max(10).optional(),
      type: z.enum(plantTypes).optional(),
      gridInterconnectionType: z.enum(gridTypes).optional(),
      tagIds: z.array(id).max(10).optional(),
    }),
    reply: list(station),
  }),
  'GET /maintain-s/operating/station/created/search': endpoint({
    summary: 'The plants that the user created and still sees, page by page',
    byPlants: true,
    right: signedIn,
    scope: 'plant:read',
    cost: 3,
    query: pageQuery.extend({
      keyword: z.string().max(100).optional(),
      statuses: z.union([status, z.array(status).max(10)]).optional(),
      type: z.enum(plantTypes).optional(),
      gridInterconnectionType: z.enum(gridTypes).optional(),
    }),
    reply: list(station),
  }),
  'POST /maintain-s/operating/station/counts': endpoint({
    summary: 'How many plants the session may see have which status, and what all of them make now',
    byPlants: true,
    reads: true,
    scope: 'plant:read',
    right: signedIn,
    body: z.object({
      keyword: z.string().max(100).optional(),
      type: z.enum(plantTypes).optional(),
      gridType: z.enum(gridTypes).optional(),
      tagIds: z.array(id).max(10).optional(),
    }),
    reply: plantCounts,
  }),
  'GET /maintain-s/live/stations': endpoint({
    summary:
      'Which of the plants that the session may see change, as server-sent events with the counts: at most one a second',
    scope: 'plant:read',
    right: signedIn,
    reply: plantsEvent,
    stream: true,
  }),
  'POST /maintain-s/station': endpoint({
    summary: 'Create a plant; the caller owns it',
    undo: 'ownWay',
    scope: 'plant:write',
    features: ['plantCreate'],
    right: signedIn,
    cost: 20,
    body: newStation,
    reply: z.object({ id }),
  }),
  'POST /maintain-s/station/{id}': endpoint({
    summary: 'Edit a plant; absent fields stay',
    undo: { reads: 'GET /maintain-s/station/{id}' },
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: stationEdit,
    reply: z.object({ changes, /** Energies of the past are being counted anew. */ recount: z.boolean() }),
  }),
  'GET /maintain-s/station/{id}/refused-steps': endpoint({
    summary: 'Steps of counters and powers that were not believed, newest first',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: z.object({ steps: z.array(refusedStep), powers: z.array(refusedPower) }),
  }),
  'POST /maintain-s/station/{id}/refused-steps': endpoint({
    summary: 'Accept a refused step or the refused powers of a day, discard them, or open them again',
    undo: 'unkept',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({
      deviceId: id,
      quantity: z.enum(quantityIds as unknown as [string, ...string[]]),
      atMs: epochMs.int().min(0).max(253_402_300_799_999),
      decision: z.enum(stepDecisions),
    }),
    reply: z.object({ changes, recount: z.boolean() }),
  }),
  'GET /maintain-s/station/{id}/recount': endpoint({
    summary: 'How far the last recount of the history has come',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: recount,
  }),
  'POST /maintain-s/station/{id}/recount': endpoint({
    summary: 'Count the history anew from its samples',
    undo: 'act',
    right: onPlant('editPlant', 'params.id'),
    cost: 60,
    params: idParams,
    reply: recount,
  }),
  'GET /maintain-s/station/{id}': endpoint({
    summary: 'A plant',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    reply: station,
  }),
  'GET /maintain-s/station/{id}/detail': endpoint({
    summary: 'A plant, with the words for its types, country and weather in a language',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    query: languageQuery,
    reply: stationInWords,
  }),
  'GET /maintain-s/operating/station/information/{id}': endpoint({
    summary: 'The plant for the page header',
    right: onPlant('viewPlantInfo', 'params.id'),
    params: idParams,
    query: languageQuery,
    reply: stationInWords,
  }),
} as const
