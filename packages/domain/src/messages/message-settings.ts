import { isZone } from '../time.ts'
import { type MessageChannel, messageChannels } from './message-kinds.ts'

/** Lowest level of alarms that are notified: 0 everything, 1 warnings and faults, 2 faults; off: none. */
export const alarmThresholds = ['off', 2, 1, 0] as const
export type AlarmThreshold = (typeof alarmThresholds)[number]

/** Messages that one channel carries. */
export type ChannelSettings = Readonly<{ alarms: AlarmThreshold; system: boolean; sharing: boolean }>

/** How long alarms of one cause are collected before they are sent, minutes. */
export const groupingWindows = [0, 5, 15, 60] as const
export type GroupingWindow = (typeof groupingWindows)[number]
export const digests = ['off', 'daily', 'weekly'] as const
export type Digest = (typeof digests)[number]

/** A sign of life costs nothing: no SMS. */
export const promiseChannels = [
  'email',
  'push',
  'ntfy',
  'telegram',
  'webhook',
] as const satisfies readonly MessageChannel[]
export type PromiseChannel = (typeof promiseChannels)[number]

/** A short message each day, whose absence is the alarm: minutes after midnight by the person's clock. */
export type DailyPromise = Readonly<{ minute: number; channel: PromiseChannel }>

/** The settings of a person, for all plants. */
export type MessageSettings = Readonly<{
  /** Messages that the message center keeps. */
  inApp: ChannelSettings
  channels: Readonly<Record<MessageChannel, ChannelSettings>>
  /** Also when an alarm ended. */
  recovery: boolean
  /** Again while an alarm lasts. */
  escalation: boolean
  /** Nothing leaves the page then, by the plant's clock: minutes after midnight. null: at any time. */
  quiet: Readonly<{ fromMinute: number; toMinute: number; faultsPass: boolean }> | null
  groupMinutes: GroupingWindow
  /** An email with the alarms that had no email of their own. */
  digest: Digest
  /** null: none. */
  promise: DailyPromise | null
  /** The person's clock, for the digest and the promise (IANA). */
  zone: string
}>

const carries = (alarms: AlarmThreshold): ChannelSettings => ({ alarms, system: true, sharing: true })

/**
 * Sensible without a visit to the settings: everything in the page, faults by email (a silence of a day is one), a summary
 * of the rest once a week, nothing that costs money.
 */
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
  digest: 'weekly',
  promise: null,
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
 * Stored settings, with defaults for those that an older version did not know.
 * @param stored JSON of any shape
 * @param ownZone the person's clock, where they have set none; null: not known either
 */
export function readMessageSettings(stored: unknown, ownZone: string | null = null): MessageSettings {
  const options = isGiven(stored) ? stored : {}
  const channels = isGiven(options.channels) ? options.channels : {}
  const defaults = defaultMessageSettings
  return {
    inApp: readChannel(options.inApp, defaults.inApp),
    channels: Object.fromEntries(
      messageChannels.map((channel) => [channel, readChannel(channels[channel], defaults.channels[channel])]),
    ) as Record<MessageChannel, ChannelSettings>,
    recovery: truth(options.recovery, defaults.recovery),
    escalation: truth(options.escalation, defaults.escalation),
    quiet: readQuiet(options.quiet),
    groupMinutes: oneOf(groupingWindows, options.groupMinutes, defaults.groupMinutes),
    digest: oneOf(digests, options.digest, defaults.digest),
    promise: readPromise(options.promise),
    zone: typeof options.zone === 'string' && isZone(options.zone) ? options.zone : (ownZone ?? defaults.zone),
  }
}

function readChannel(stored: unknown, fallback: ChannelSettings): ChannelSettings {
  const options = isGiven(stored) ? stored : {}
  return {
    alarms: oneOf<AlarmThreshold>(alarmThresholds, options.alarms, fallback.alarms),
    system: truth(options.system, fallback.system),
    sharing: truth(options.sharing, fallback.sharing),
  }
}

function readQuiet(stored: unknown): MessageSettings['quiet'] {
  if (!isGiven(stored)) return null
  const { fromMinute, toMinute, faultsPass } = stored
  if (!isMinute(fromMinute) || !isMinute(toMinute) || fromMinute === toMinute) return null
  return { fromMinute, toMinute, faultsPass: truth(faultsPass, false) }
}

function readPromise(stored: unknown): DailyPromise | null {
  if (!isGiven(stored) || !isMinute(stored.minute)) return null
  return { minute: stored.minute, channel: oneOf(promiseChannels, stored.channel, 'email') }
}

const isMinute = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 1440
