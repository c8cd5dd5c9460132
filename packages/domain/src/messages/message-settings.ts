import { isZone } from '../time.ts'
import { type MessageChannel, messageChannels } from './message-kinds.ts'

/** From which level on alarms are told: 0 everything, 1 warnings and faults, 2 faults; off: none. */
export const alarmThresholds = ['off', 2, 1, 0] as const
export type AlarmThreshold = (typeof alarmThresholds)[number]

/** What one channel carries. */
export type ChannelSettings = Readonly<{ alarms: AlarmThreshold; system: boolean; sharing: boolean }>

/** How long alarms of one cause are collected before they are told, minutes. */
export const groupingWindows = [0, 5, 15, 60] as const
export type GroupingWindow = (typeof groupingWindows)[number]
export const digests = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

/** The settings of a person, for all plants. */
export type MessageSettings = Readonly<{
  /** What the message center keeps. */
  inApp: ChannelSettings
  channels: Readonly<Record<MessageChannel, ChannelSettings>>
  /** Also when an alarm ended. */
  recovery: boolean
  /** Again while an alarm lasts. */
  escalation: boolean
  /** Nothing leaves the page then, by the plant's clock: minutes after midnight. null: at any time. */
  quiet: Readonly<{ fromMinute: number; toMinute: number; faultsPass: boolean }> | null
  groupMinutes: GroupingWindow
  /** An email with the alarms that no email told by itself. */
  digest: Digest
  /** The person's clock, for the digest (IANA). */
  zone: string
}>

const carries = (alarms: AlarmThreshold): ChannelSettings => ({ alarms, system: true, sharing: true })

/** Sensible without a visit to the settings: everything in the page, faults by email, nothing that costs money. */
export const defaultMessageSettings: MessageSettings = {
  inApp: carries(0),
  channels: {
    email: carries(2),
    push: carries(1),
    ntfy: carries(1),
    telegram: carries(1),
    webhook: carries(0),
    sms: { alarms: 'off', system: false, sharing: false },
  },
  recovery: true,
  escalation: true,
  quiet: null,
  groupMinutes: 5,
  digest: 'off',
  zone: 'UTC',
}

/** The hour, by the person's clock, at which a digest is sent. */
export const DIGEST_HOUR = 7

type Given = Readonly<Record<string, unknown>>
const isGiven = (value: unknown): value is Given => typeof value === 'object' && value !== null
const oneOf = <T>(values: readonly T[], value: unknown, fallback: T): T =>
  values.includes(value as T) ? (value as T) : fallback
const truth = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback)

/**
 * What the database keeps, with defaults for what an older version did not know.
 * @param stored JSON of any shape
 */
export function readMessageSettings(stored: unknown): MessageSettings {
  const given = isGiven(stored) ? stored : {}
  const channels = isGiven(given.channels) ? given.channels : {}
  const defaults = defaultMessageSettings
  return {
    inApp: readChannel(given.inApp, defaults.inApp),
    channels: Object.fromEntries(
      messageChannels.map((channel) => [channel, readChannel(channels[channel], defaults.channels[channel])]),
    ) as Record<MessageChannel, ChannelSettings>,
    recovery: truth(given.recovery, defaults.recovery),
    escalation: truth(given.escalation, defaults.escalation),
    quiet: readQuiet(given.quiet),
    groupMinutes: oneOf(groupingWindows, given.groupMinutes, defaults.groupMinutes),
    digest: oneOf(digests, given.digest, defaults.digest),
    zone: typeof given.zone === 'string' && isZone(given.zone) ? given.zone : defaults.zone,
  }
}

function readChannel(stored: unknown, fallback: ChannelSettings): ChannelSettings {
  const given = isGiven(stored) ? stored : {}
  return {
    alarms: oneOf<AlarmThreshold>(alarmThresholds, given.alarms, fallback.alarms),
    system: truth(given.system, fallback.system),
    sharing: truth(given.sharing, fallback.sharing),
  }
}

function readQuiet(stored: unknown): MessageSettings['quiet'] {
  if (!isGiven(stored)) return null
  const { fromMinute, toMinute, faultsPass } = stored
  if (!isMinute(fromMinute) || !isMinute(toMinute) || fromMinute === toMinute) return null
  return { fromMinute, toMinute, faultsPass: truth(faultsPass, false) }
}

const isMinute = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1440
