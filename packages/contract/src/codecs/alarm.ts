import type { AlarmInfluence, AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import type { DeviceType } from '@heliograph/domain/device.ts'
import type { AlertCode, AlertDetail, AlertEvent, AlertRow, AllWell as WireWell } from '../maintain-s/alerts.ts'
import { type Codec, fromFields, kilo, seconds, toFields } from './fields.ts'

/** An alarm, or one of its days, as a session sees it. */
export type Alarm = Readonly<{
  id: string
  name: string
  level: AlarmLevel
  influence: AlarmInfluence
  isOpen: boolean
  openedAtMs: number
  closedAtMs: number | null
  /** The newest occurrence: of the alarm, or of its day. */
  lastSeenMs: number
  /** The day at the plant that it is about; null: the whole alarm. */
  day: string | null
  ruleId: string
  code: string
  plantId: number
  plantName: string
  zone: string
  /** null: the plant, or a logger. */
  deviceId: number | null
  deviceName: string | null
  serial: string | null
  deviceType: DeviceType | null
  profileId: string | null
  part: string
  lostWh: number | null
  lostIncome: number | null
  currency: string
  /** How often it came, its return within hours included. */
  times: number
  acknowledgedAtMs: number | null
  snoozedUntilMs: number | null
  assignee: AlertRow['assignee']
  notes: number
  isBlocked: boolean
  mayAct: boolean
}>

const fields = {
  id: 'id',
  name: 'showName',
  level: 'level',
  influence: 'influence',
  openedAtMs: ['startTime', seconds],
  closedAtMs: ['endTime', seconds],
  lastSeenMs: ['alertTime', seconds],
  day: 'alertDay',
  ruleId: 'ruleId',
  code: 'code',
  plantId: 'plantId',
  plantName: 'plantName',
  zone: 'timezone',
  deviceId: 'deviceId',
  deviceName: 'deviceName',
  serial: 'deviceSn',
  deviceType: 'deviceType',
  profileId: 'productId',
  part: 'part',
  lostWh: ['lostValue', kilo],
  lostIncome: 'lostIncome',
  currency: 'currency',
  times: 'occurrences',
  acknowledgedAtMs: ['acknowledgedAt', seconds],
  snoozedUntilMs: ['snoozedUntil', seconds],
  assignee: 'assignee',
  notes: 'notes',
  isBlocked: 'blocked',
  mayAct: 'mayAct',
} as const

export const alarm = {
  toWire: (ours) => ({ ...toFields(fields, ours), status: ours.isOpen ? 1 : 0 }),
  fromWire: (wire) => ({ ...fromFields(fields, wire), isOpen: wire.status === 1 }),
} satisfies Codec<Alarm, AlertRow>

/** The watch while nothing is wrong, and since when nothing was. */
export type AllWell = Readonly<{
  rules: number
  plants: number
  sinceMs: number | null
  watchedSinceMs: number | null
  lastDataMs: number | null
}>

const wellFields = {
  rules: 'rules',
  plants: 'plants',
  sinceMs: ['since', seconds],
  watchedSinceMs: ['watchedSince', seconds],
  lastDataMs: ['lastData', seconds],
} as const

export const allWell = {
  toWire: (ours) => toFields(wellFields, ours),
  fromWire: (wire) => fromFields(wellFields, wire),
} satisfies Codec<AllWell, WireWell>

/** One day of an alarm, in a request. */
export const toAlarmDay = (alertId: string, day: string) => ({ alertId, alertDay: day })

/** A rule that found alarms. */
export type MetRule = Readonly<{ ruleId: string; name: string }>

const metFields = { ruleId: 'ruleId', name: 'showName' } as const

export const metRule = {
  toWire: (ours) => toFields(metFields, ours),
  fromWire: (wire) => fromFields(metFields, wire),
} satisfies Codec<MetRule, Readonly<{ ruleId: string; showName: string }>>

export type AlarmEvent = Readonly<{
  kind: AlertEvent['kind']
  atMs: number
  /** null: the server, or a deleted account. */
  by: string | null
  text: string
  untilMs: number | null
}>

const eventFields = {
  kind: 'kind',
  atMs: ['at', seconds],
  by: 'by',
  text: 'text',
  untilMs: ['until', seconds],
} as const

/** A code that a device reported, and what the library of makers' codes says of it. */
export type AlarmCode = Readonly<{
  code: string
  /** null: the library does not know it. */
  known: Readonly<{
    /** The maker's own term, English. */
    name: string
    maker: string
    family: string
    urgency: 'now' | 'today' | 'week' | 'watch' | 'none'
    cause: string
    remedy: string
    /** Not proven. */
    isProbable: boolean
    source: string
  }> | null
  /** A file that adds an unknown code to the library. */
  contribution: string | null
}>

const knownFields = {
  name: 'showName',
  maker: 'maker',
  family: 'family',
  urgency: 'urgency',
  cause: 'cause',
  remedy: 'solution',
  isProbable: 'probable',
  source: 'source',
} as const

const causeFields = { cause: 'cause', remedy: 'solution' } as const

export type AlarmDetail = Alarm &
  Readonly<{
    description: string
    /** Facts of the moment in which it was found. */
    measured: AlertDetail['measured']
    causes: readonly Readonly<{ cause: string; remedy: string }>[]
    /** Of a fault that the device itself reports. */
    codes: readonly AlarmCode[]
    events: readonly AlarmEvent[]
    calendar: readonly Readonly<{ day: string; openMs: number }>[]
    /** Series as the explorer names them, and the limits of the rule in the unit of the first. */
    curve: Readonly<{ series: readonly string[]; thresholds: readonly number[] }> | null
    /** The block that covers it. */
    blockId: number | null
  }>

const codeToWire = ({ known, ...same }: AlarmCode): AlertCode => ({
  ...same,
  known: known && toFields(knownFields, known),
})

export const alarmDetail = {
  toWire: (ours) => ({
    ...alarm.toWire(ours),
    description: ours.description,
    measured: ours.measured,
    causes: ours.causes.map((item) => toFields(causeFields, item)),
    codes: ours.codes.map(codeToWire),
    events: ours.events.map((event) => toFields(eventFields, event)),
    calendar: ours.calendar.map(({ day, openMs }) => ({ day, seconds: seconds.toWire(openMs) })),
    curve: ours.curve && { series: [...ours.curve.series], thresholds: [...ours.curve.thresholds] },
    blockId: ours.blockId,
  }),
  fromWire: (wire) => ({
    ...alarm.fromWire(wire),
    description: wire.description,
    measured: wire.measured,
    causes: wire.causes.map((item) => fromFields(causeFields, item)),
    codes: wire.codes.map(({ known, ...same }) => ({ ...same, known: known && fromFields(knownFields, known) })),
    events: wire.events.map((event) => fromFields(eventFields, event)),
    calendar: wire.calendar.map(({ day, seconds: openS }) => ({ day, openMs: seconds.fromWire(openS) })),
    curve: wire.curve,
    blockId: wire.blockId,
  }),
} satisfies Codec<AlarmDetail, AlertDetail>
