import { alarmEventKinds } from '@heliograph/domain/alarms/alarm.ts'
import { measuredNames } from '@heliograph/domain/alarms/measured.ts'
import { deviceTypes } from '@heliograph/domain/device.ts'
import { z } from 'zod'
import { endpoint, onPlant, signedIn } from '../endpoint.ts'
import { lan as language } from '../language.ts'
import { day, done, epochMs, epochSeconds, id, idParams, numberOrNull, pageQuery } from '../page.ts'

/** Alarms that one call changes. */
export const MOST_ALERTS = 200
/** Blocked alarms of a plant (specification, section 6). */
export const MOST_BLOCKS = 10
/** Of all plants: a page of their list. */
export const MOST_FLEET_BLOCKS = 100
/** Codes of a device that one alarm explains. */
export const MOST_CODES = 64

/** 0 tip, 1 warning, 2 fault. */
const level = z.union([z.literal(0), z.literal(1), z.literal(2)])
/** 0 none, 1 production, 2 safety, 3 both. */
const influence = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)])
/** `stringDead`; of a person's own rule its uuid. */
const ruleId = z.string().regex(/^[A-Za-z0-9-]{1,60}$/)
const instant = z.number().int().min(0).max(253_402_300_799)
const instantMs = z.number().int().min(0).max(253_402_300_799_999)
/** Of an alarm. */
const alertId = z.uuid()
const ids = z.array(alertId).min(1).max(MOST_ALERTS)

export const alertFilter = z.object({
  /** Absent: all plants on which the session may see alarms. */
  plantId: id.optional(),
  plantIdList: z.array(id).max(100).optional(),
  deviceId: id.optional(),
  deviceType: z.enum(deviceTypes).optional(),
  level: level.optional(),
  levelList: z.array(level).max(3).optional(),
  influenceList: z.array(influence).max(4).optional(),
  /** -1 all, 1 ongoing, 0 recovered. */
  status: z.union([z.literal(-1), z.literal(0), z.literal(1)]).default(-1),
  /** true: only those that a block covers; false: only those that none covers. */
  blocked: z.boolean().optional(),
  ruleId: ruleId.optional(),
  /** Alarms that lasted until `startTime` or later and began before `endTime`. */
  startTime: instant.optional(),
  endTime: instant.optional(),
  /** The same as days by the clock of each plant, both included. */
  startDay: day.optional(),
  endDay: day.optional(),
  /** Found in the alarm's name, the device, its serial number or the plant. */
  keyword: z.string().trim().max(100).optional(),
  acknowledged: z.boolean().optional(),
  /** Assigned to the caller. */
  mine: z.boolean().optional(),
  language,
})
export type AlertFilter = z.output<typeof alertFilter>

const person = z.object({ userId: id, name: z.string() })

export const alertRow = z.object({
  id: alertId,
  showName: z.string(),
  level,
  influence,
  /** 1 ongoing, 0 recovered. */
  status: z.union([z.literal(0), z.literal(1)]),
  /** The newest occurrence: of the alarm, or of its day. */
  alertTime: epochSeconds,
  startTime: epochSeconds,
  endTime: epochSeconds.nullable(),
  /** The day at the plant, `YYYY-MM-DD`; null: the row is a whole alarm. */
  alertDay: day.nullable(),
  code: z.string(),
  ruleId,
  plantId: id,
  plantName: z.string(),
  timezone: z.string(),
  /** null: the plant as a whole, or a logger (its type is COLLECTOR). */
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  deviceSn: z.string().nullable(),
  deviceType: z.enum(deviceTypes).nullable(),
  productId: z.string().nullable(),
  /** A part of the device, such as a string's number; empty: the whole. */
  part: z.string(),
  /** Energy not delivered, kWh, and its money. */
  lostValue: numberOrNull,
  lostIncome: numberOrNull,
  currency: z.string(),
  /** How often it came again within its window. */
  occurrences: z.number().int(),
  acknowledgedAt: epochSeconds.nullable(),
  snoozedUntil: epochSeconds.nullable(),
  assignee: person.nullable(),
  notes: z.number().int(),
  blocked: z.boolean(),
  /** The caller may act on it. */
  mayAct: z.boolean(),
})
export type AlertRow = z.infer<typeof alertRow>

const alertCounts = z.object({
  ongoing: z.number().int(),
  recovered: z.number().int(),
  blocked: z.number().int(),
  /** Ongoing and not blocked, by level. */
  faults: z.number().int(),
  warnings: z.number().int(),
  tips: z.number().int(),
})
export type AlertCounts = z.infer<typeof alertCounts>

/** Why there is nothing: what watches, and since when nothing was wrong. */
const allWell = z.object({
  /** Rules that watch these plants. */
  rules: z.number().int(),
  plants: z.number().int(),
  /** End of the last alarm; null: there was none. */
  since: epochSeconds.nullable(),
  /** First data of these plants. */
  watchedSince: epochSeconds.nullable(),
  /** Newest data. */
  lastData: epochSeconds.nullable(),
})
export type AllWell = z.infer<typeof allWell>

const curve = z.object({
  /** As the explorer names series: `d12:acPowerW`, `p3:pvPowerW`. */
  series: z.array(z.string()).max(12),
  /** Thresholds of the rule, in the unit of the first series. */
  thresholds: z.array(z.number()).max(2),
})

export const alertEvent = z.object({
  at: epochSeconds,
  kind: z.enum(alarmEventKinds),
  /** null: the server. */
  by: z.string().nullable(),
  /** Of a note; the name of the person it was given to, '' for no person. */
  text: z.string(),
  until: epochSeconds.nullable(),
})
export type AlertEvent = z.infer<typeof alertEvent>

/** A code that a device reported, and what the library of makers' codes says of it. */
const alertCode = z.object({
  code: z.string(),
  /** null: the library does not know it, or it could mean several things. */
  known: z
    .object({
      /** The maker's own term, English. */
      showName: z.string(),
      maker: z.string(),
      family: z.string(),
      urgency: z.enum(['now', 'today', 'week', 'watch', 'none']),
      cause: z.string(),
      solution: z.string(),
      /** Not proven: to be shown as "probably". */
      probable: z.boolean(),
      /** Where the term comes from, with its license. */
      source: z.string(),
    })
    .nullable(),
  /** A file that adds an unknown code to the library; null for a known one, or without a maker. */
  contribution: z.string().nullable(),
})
export type AlertCode = z.infer<typeof alertCode>

/** A fact of the moment in which the alarm was found: a number in its unit (seconds: `s`), or a text. */
const measured = z.object({
  name: z.enum(measuredNames),
  value: numberOrNull,
  unit: z.string(),
  text: z.string(),
  /** The id of the quantity that a person's own rule looks at, or that a sensor no longer sends; else empty. */
  quantity: z.string(),
})
export type AlertMeasured = z.infer<typeof measured>

export const alertDetail = alertRow.extend({
  description: z.string(),
  /** Addresses are left out for who may not act on the alarm. */
  measured: z.array(measured).max(measuredNames.length),
  causes: z.array(z.object({ cause: z.string(), solution: z.string() })),
  /** Of the rule deviceFault; empty for others. */
  codes: z.array(alertCode).max(MOST_CODES),
  events: z.array(alertEvent),
  /** Seconds of each day at the plant on which the rule's alarm was open on this target, the last 371 days. */
  calendar: z.array(z.object({ day, seconds: z.number().int() })),
  curve: curve.nullable(),
  blockId: id.nullable(),
})
export type AlertDetail = z.infer<typeof alertDetail>

/** One alarm: by its id, or the newest of a rule on a device or a plant. */
const target = z
  .object({ alertId: alertId.optional(), deviceId: id.optional(), plantId: id.optional(), ruleId: ruleId.optional() })
  .refine((options) => options.alertId !== undefined || options.ruleId !== undefined, { path: ['ruleId'] })
  .refine((options) => options.alertId !== undefined || (options.deviceId ?? options.plantId) !== undefined, {
    path: ['deviceId'],
  })

const block = z.object({
  id,
  ruleId,
  name: z.string(),
  /** Of its newest alarm; null: there was none. */
  level: level.nullable(),
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  untilMs: epochMs.nullable(),
  createdAtMs: epochMs,
  createdBy: z.string().nullable(),
  /** Those recorded while blocked. */
  alarms: z.number().int(),
})
export type AlarmBlock = z.infer<typeof block>

/** A block with its plant. */
const fleetBlock = block.extend({
  plantId: id,
  plantName: z.string(),
  zone: z.string(),
  /** The caller may end it. */
  mayAct: z.boolean(),
})

const acts = { right: signedIn, scope: 'plant:write' } as const
const looks = { right: signedIn, scope: 'plant:read', reads: true } as const

export const alertCalls = {
  'POST /maintain-s/operating/alert/search': endpoint({
    summary: 'Alarms of a plant or of all visible plants, newest first; one row per rule and day, or per alarm',
    byPlants: true,
    ...looks,
    cost: 3,
    query: pageQuery.extend({
      'order.property': z.enum(['alertTime', 'level', 'startTime', 'lostValue', 'id']).default('alertTime'),
    }),
    body: alertFilter.extend({
      /** day: one row per rule, target and day of the plant; alert: one row per alarm. */
      grouping: z.enum(['day', 'alert']).default('day'),
    }),
    reply: z.object({
      total: z.number().int(),
      data: z.array(alertRow),
      counts: alertCounts,
      /** null: the page has alarms. */
      well: allWell.nullable(),
      rules: z.array(z.object({ ruleId, showName: z.string() })),
    }),
  }),
  'POST /maintain-s/operating/alert/detail': endpoint({
    summary: 'An alarm with its causes and remedies, its history, and the days on which it occurred',
    byPlants: true,
    ...looks,
    cost: 3,
    body: target.and(z.object({ language })),
    reply: alertDetail,
  }),
  'POST /maintain-s/operating/alert/timeline': endpoint({
    summary: 'When a rule held on a target during a day of the plant: instants five minutes apart',
    byPlants: true,
    ...looks,
    cost: 2,
    body: target.and(
      z.object({
        alertDay: z.string().regex(/^\d{4}-?\d{2}-?\d{2}$/),
      }),
    ),
    reply: z.array(epochSeconds),
  }),
  'POST /maintain-s/operating/alert/counts': endpoint({
    summary: 'Ongoing alarms that are not blocked: in all, and by plant, the worst plants first',
    ...looks,
    reply: z.object({
      counts: alertCounts,
      plants: z.array(z.object({ plantId: id, faults: z.number().int(), alarms: z.number().int() })).max(1_000),
    }),
  }),
  'POST /maintain-s/operating/alert/trend': endpoint({
    summary: 'Alarms that opened on each of the last thirty dates, by level, each by the clock of its plant',
    ...looks,
    cost: 2,
    reply: z.object({
      data: z
        .array(z.object({ day, faults: z.number().int(), warnings: z.number().int(), tips: z.number().int() }))
        .max(30),
    }),
  }),
  'POST /maintain-s/operating/alert/assignees': endpoint({
    summary: 'People to whom these alarms can be assigned: they may see the alarms of each of these plants',
    ...looks,
    body: z.object({ ids }),
    reply: z.array(person),
  }),
  'POST /maintain-s/operating/alert/acknowledge': endpoint({
    summary: 'Marks alarms as seen, or takes that back',
    undo: 'act',
    ...acts,
    body: z.object({ ids, acknowledged: z.boolean().default(true) }),
    reply: z.object({ changed: z.number().int() }),
  }),
  'POST /maintain-s/operating/alert/snooze': endpoint({
    summary: 'Silences alarms until an instant, in seconds since 1970; null wakes them',
    undo: 'act',
    ...acts,
    body: z.object({ ids, until: instant.nullable() }),
    reply: z.object({ changed: z.number().int() }),
  }),
  'POST /maintain-s/operating/alert/assign': endpoint({
    summary: 'Gives alarms to a person who may see them; null to nobody',
    undo: 'act',
    ...acts,
    body: z.object({ ids, userId: id.nullable() }),
    reply: z.object({ changed: z.number().int() }),
  }),
  'POST /maintain-s/operating/alert/note': endpoint({
    summary: 'Adds a note to an alarm',
    undo: 'act',
    ...acts,
    body: z.object({ alertId, text: z.string().trim().min(1).max(2_000) }),
    reply: done,
  }),
  'GET /maintain-s/operating/alert/csv': endpoint({
    summary: 'The alarms that a search finds, as a streamed CSV file',
    byPlants: true,
    right: signedIn,
    scope: 'plant:read',
    cost: 20,
    blob: true,
    query: z.object({
      /** The body of a search, as JSON. */
      filter: z.string().max(2_000),
    }),
    reply: z.unknown(),
  }),
  'GET /maintain-s/operating/alert/block': endpoint({
    summary: 'Blocked alarms of all plants on which the session may see alarms, newest first',
    right: signedIn,
    scope: 'plant:read',
    cost: 2,
    query: z.object({
      page: z.coerce.number().int().min(1).max(100_000).default(1),
      size: z.coerce.number().int().min(1).max(MOST_FLEET_BLOCKS).default(MOST_FLEET_BLOCKS),
      language,
    }),
    reply: z.object({ total: z.number().int(), data: z.array(fleetBlock).max(MOST_FLEET_BLOCKS) }),
  }),
  'GET /maintain-s/station/{id}/alert/block': endpoint({
    summary: 'Blocked alarms of a plant: what is blocked is still recorded and counted',
    right: onPlant('viewPlantAlert', 'params.id'),
    params: idParams,
    query: z.object({ language }),
    reply: z.array(block).max(MOST_BLOCKS),
  }),
  'POST /maintain-s/station/{id}/alert/block': endpoint({
    summary: 'Blocks a rule on a device or on the whole plant, at most 10 per plant',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.strictObject({
      ruleId,
      /** Absent or null: the whole plant. */
      deviceId: id.nullable().default(null),
      /** null: until it is ended. */
      untilMs: instantMs.nullable().default(null),
    }),
    reply: z.object({ id }),
  }),
  'DELETE /maintain-s/station/{id}/alert/block': endpoint({
    summary: 'Ends a block',
    undo: 'ownWay',
    right: onPlant('editPlant', 'params.id'),
    params: idParams,
    body: z.object({ blockId: id }),
    reply: done,
  }),
} as const
