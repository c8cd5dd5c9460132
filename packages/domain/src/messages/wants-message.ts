import type { AlarmChange, MessageKind } from './message-kinds.ts'
import type { AlarmThreshold, ChannelSettings, MessageSettings } from './message-settings.ts'

/** A person's choice for one plant: another threshold, or silence for a time. */
export type PlantException = Readonly<{
  /** null: as everywhere. */
  alarms: AlarmThreshold | null
  /** Infinity: until it is ended. null: not muted. */
  mutedUntilMs: number | null
}>

export type AlarmFacts = Readonly<{ level: number; change: AlarmChange; atMs: number }>

/**
 * Whether a channel carries this alarm to this person. A plant's own threshold counts on every channel that carries
 * alarms at all.
 */
export function wantsAlarm(
  channel: ChannelSettings,
  settings: Pick<MessageSettings, 'recovery' | 'escalation'>,
  exception: PlantException | undefined,
  { level, change }: AlarmFacts,
  nowMs: number,
): boolean {
  if (isMuted(exception, nowMs)) return false
  if (change === 'closed' && !settings.recovery) return false
  if (change === 'escalated' && !settings.escalation) return false
  if (channel.alarms === 'off') return false
  const threshold = exception?.alarms ?? channel.alarms
  return threshold !== 'off' && level >= threshold
}

/** Whether the plant is silent for this person now. */
export const isMuted = (exception: PlantException | undefined, nowMs: number): boolean =>
  exception?.mutedUntilMs !== null && exception !== undefined && nowMs < exception.mutedUntilMs

/** Whether a channel carries messages of this kind, alarms apart. */
export const wantsKind = (channel: ChannelSettings, kind: Exclude<MessageKind, 'alarm'>): boolean => channel[kind]
