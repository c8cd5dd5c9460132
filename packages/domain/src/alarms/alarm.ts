import type { AnyRuleId } from './rule-ids.ts'

/** How grave an alarm is, as the wire says it (screens.md 2.2). */
export const alarmLevels = { tip: 0, warning: 1, fault: 2 } as const
export type AlarmLevel = (typeof alarmLevels)[keyof typeof alarmLevels]

/** Interests that an alarm endangers. */
export const alarmInfluences = { none: 0, production: 1, safety: 2, both: 3 } as const
export type AlarmInfluence = (typeof alarmInfluences)[keyof typeof alarmInfluences]

/**
 * Subject of an alarm: a plant as a whole, a logger, a device, or a part of a device.
 * @property part of a device, '' for all of it: `pv3` is the third string
 */
export type AlarmTarget = Readonly<{
  plantId: number
  loggerId: number | null
  deviceId: number | null
  part: string
}>

export const targetKinds = ['plant', 'logger', 'device', 'part'] as const
export type TargetKind = (typeof targetKinds)[number]

/** The number of a string, from the part of a target; null: another part. */
export function stringNumberOf(part: string): number | null {
  const found = /^pv(\d{1,2})$/.exec(part)
  return found === null ? null : Number(found[1])
}

/** The values that an alarm's text names: numbers in base units, short texts, days as YYYY-MM-DD. */
export type AlarmParameters = Readonly<Record<string, number | string | null>>

/** The device's own report of its fault. */
export type AlarmEvidence = Readonly<{
  maker?: string
  /** Its profile (packages/devices), which names the model family. */
  profileId?: string
  /** As the device writes it. */
  code?: string
  /** All codes that are active. */
  codes?: readonly string[]
}>

/**
 * Why an alarm ended. withdrawn: samples that came later show that it never held. dormant: its plant was silent for so
 * long that it sleeps. gone: its target or rule exists no longer.
 */
export const endReasons = ['recovered', 'withdrawn', 'dormant', 'gone'] as const
export type EndReason = (typeof endReasons)[number]

/** An alarm as the engine keeps it; what people did with it stands beside it. Instants are UTC ms. */
export type Alarm = Readonly<{
  id: string
  target: AlarmTarget
  rule: AnyRuleId
  userRuleId: string | null
  level: AlarmLevel
  influence: AlarmInfluence
  /** The sample that first showed it, not the one that was enough. */
  openedAtMs: number
  /** When this server knew. */
  foundAtMs: number
  /** The newest sample that showed it. */
  lastSeenMs: number
  closedAtMs: number | null
  endReason: EndReason | null
  parameters: AlarmParameters
  evidence: AlarmEvidence
  /** Energy that was not produced because of it; null: not counted. */
  lostWh: number | null
  /** How many of `escalationDays` have passed. */
  escalation: number
  /** How often it came back within `REOPEN_MS` after its end. */
  reopened: number
}>

/** An open alarm is notified again after so many days. */
export const escalationDays = [1, 7, 14, 30] as const

/**
 * Events of an alarm, as its timeline keeps them. The first six come from the engine; the others are people's actions.
 */
export const alarmEventKinds = [
  'opened',
  'reopened',
  'escalated',
  'changed',
  'closed',
  'withdrawn',
  'acknowledged',
  'unacknowledged',
  'snoozed',
  'assigned',
  'noted',
  'blocked',
  'unblocked',
] as const
export type AlarmEventKind = (typeof alarmEventKinds)[number]

/** An event of an alarm, stored and ready to be sent. */
export type AlarmEvent = Readonly<{
  eventId: number
  alarmId: string
  kind: AlarmEventKind
  /** When it happened, by the samples. */
  atMs: number
  alarm: Alarm
  /** Alarms with one key became known together for one cause (an outage of a region): one message for all of them. */
  groupKey: string
}>
