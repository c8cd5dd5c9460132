import type {
  AlarmChange,
  MessageChannel,
  SharingEvent,
  SystemEvent,
} from '@heliograph/domain/messages/message-kinds.ts'

type Facts = Readonly<Record<string, string | number | null>>

/** An alarm began, came back, lasts or ended. All who may view the plant's alarms are notified. */
export type AlarmMessage = Readonly<{
  kind: 'alarm'
  /** Posting a key again does nothing: `alarm:<id of the alarm's event>`. */
  key: string
  plantId: number
  alarmId: string
  rule: string
  level: 0 | 1 | 2
  change: AlarmChange
  atMs: number
  /** Values for the rule's text, in base units. */
  parameters: Facts
  /** Alarms with one key become one message. */
  groupKey: string
}>

/** An event of people themselves or of their shares. These persons are notified regardless of their rights to view. */
export type PersonalMessage = Readonly<{
  key: string
  userIds: readonly number[]
  plantId: number | null
  atMs: number
  /** Names and words that people see; no secrets. */
  facts: Facts
  /** An email of its own says it: no second one. */
  isMailed: boolean
  /** Goes this way alone, and is not kept in the page: the person asked for it there. */
  onlyBy?: MessageChannel
}> &
  (Readonly<{ kind: 'sharing'; event: SharingEvent }> | Readonly<{ kind: 'system'; event: SystemEvent }>)

export type MessageEvent = AlarmMessage | PersonalMessage

/** One event as a message keeps it. */
export type MessageEntry = Readonly<{
  what: string
  plantId: number | null
  plantName: string
  atMs: number
  facts: Facts
  /** Of alarms only. */
  alarm?: Readonly<{ id: string; change: AlarmChange; level: number }>
}>

/** A message names so many of its events; the others are counted. */
export const MOST_ENTRIES = 20
