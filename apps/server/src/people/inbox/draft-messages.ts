import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { digestTime, dueTime } from '@heliograph/domain/messages/due-time.ts'
import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { ChannelSettings } from '@heliograph/domain/messages/message-settings.ts'
import { isMuted, wantsAlarm, wantsKind } from '@heliograph/domain/messages/wants-message.ts'
import { type MessageEntry, type MessageEvent, MOST_ENTRIES } from './message-event.ts'
import type { Person, PlantOfMessage } from './read-people.ts'

/** A message of one person before it is stored, with the addresses it goes to and when. */
export type Draft = {
  readonly userId: number
  readonly kind: MessageKind
  readonly groupKey: string
  readonly level: number
  readonly openUntilMs: number
  readonly plantIds: Set<number>
  readonly entries: MessageEntry[]
  readonly due: Map<number, Due>
  isShown: boolean
  count: number
  firstAtMs: number
  lastAtMs: number
}
export type Due = Readonly<{ dueMs: number; isDigest: boolean }>

type Given = Readonly<{
  people: ReadonlyMap<number, Person>
  plants: ReadonlyMap<number, PlantOfMessage>
  nowMs: number
}>

/** One draft per person and cause, however many events there are. */
export function draftMessages(events: readonly MessageEvent[], options: Given): readonly Draft[] {
  const drafts = new Map<string, Draft>()
  for (const event of events) {
    const plant = event.plantId === null ? undefined : options.plants.get(event.plantId)
    // A removed plant has no recipients; messages about people can still name it.
    const userIds = event.kind === 'alarm' ? (plant?.viewers ?? []) : event.userIds
    for (const userId of userIds) {
      const person = options.people.get(userId)
      if (person !== undefined) addEvent(drafts, event, person, plant, options.nowMs)
    }
  }
  return [...drafts.values()]
}

function addEvent(
  drafts: Map<string, Draft>,
  event: MessageEvent,
  person: Person,
  plant: PlantOfMessage | undefined,
  nowMs: number,
): void {
  const { settings } = person
  const isShown = onlyWayOf(event) === undefined && wants(event, person, settings.inApp, nowMs)
  const due = findDue(event, person, plant?.zone ?? settings.zone, nowMs)
  if (!isShown && due.size === 0) return
  const groupKey = groupKeyOf(event)
  const id = `${person.userId} ${groupKey}`
  const draft: Draft = drafts.get(id) ?? {
    userId: person.userId,
    kind: event.kind,
    groupKey,
    level: levelOf(event),
    plantIds: new Set<number>(),
    entries: [],
    due: new Map(),
    isShown: false,
    count: 0,
    firstAtMs: event.atMs,
    lastAtMs: event.atMs,
    openUntilMs: nowMs + (event.kind === 'alarm' ? settings.groupMinutes * MINUTE_MS : 0),
  }
  drafts.set(id, draft)
  draft.count += 1
  draft.isShown ||= isShown
  draft.firstAtMs = Math.min(draft.firstAtMs, event.atMs)
  draft.lastAtMs = Math.max(draft.lastAtMs, event.atMs)
  if (event.plantId !== null) draft.plantIds.add(event.plantId)
  if (draft.entries.length < MOST_ENTRIES) draft.entries.push(toEntry(event, plant))
  for (const [addressId, one] of due) {
    const known = draft.due.get(addressId)
    if (known === undefined || one.dueMs < known.dueMs) draft.due.set(addressId, one)
  }
}

const wants = (event: MessageEvent, { settings, exceptions }: Person, channel: ChannelSettings, nowMs: number) =>
  event.kind === 'alarm'
    ? wantsAlarm(channel, settings, exceptions.get(event.plantId), event, nowMs)
    : wantsKind(channel, event.kind)

/** When the event leaves for which address. The digest takes the alarms that have no email of their own. */
function findDue(event: MessageEvent, person: Person, zone: string, nowMs: number): Map<number, Due> {
  const { settings, addresses, exceptions } = person
  const due = new Map<number, Due>()
  for (const { addressId, channel } of addresses) {
    if (channel === 'email' && event.kind !== 'alarm' && event.isMailed) continue
    const only = onlyWayOf(event)
    if (only !== undefined) {
      if (channel === only) due.set(addressId, { dueMs: nowMs, isDigest: false })
    } else if (wants(event, person, settings.channels[channel], nowMs)) {
      const dueMs = event.kind === 'alarm' ? dueTime(settings, { nowMs, zone, level: event.level }) : nowMs
      due.set(addressId, { dueMs, isDigest: false })
    } else if (channel === 'email' && event.kind === 'alarm' && settings.digest !== 'off') {
      const exception = exceptions.get(event.plantId)
      if (exception?.alarms === 'off' || isMuted(exception, nowMs)) continue
      due.set(addressId, { dueMs: digestTime(settings.digest, nowMs, settings.zone), isDigest: true })
    }
  }
  return due
}

const onlyWayOf = (event: MessageEvent) => (event.kind === 'alarm' ? undefined : event.onlyBy)

const levelOf = (event: MessageEvent): number => (event.kind === 'alarm' ? event.level : 0)

/** Alarms of one cause, level and change; news about people stand alone. */
const groupKeyOf = (event: MessageEvent): string => {
  if (event.kind !== 'alarm') return event.key
  const change = event.change === 'reopened' ? 'opened' : event.change
  return `${event.groupKey} ${change} ${event.level}`
}

const toEntry = (event: MessageEvent, plant: PlantOfMessage | undefined): MessageEntry => ({
  plantId: event.plantId,
  plantName: plant?.name ?? '',
  atMs: event.atMs,
  ...(event.kind === 'alarm'
    ? {
        what: event.rule,
        facts: event.parameters,
        alarm: { id: event.alarmId, change: event.change, level: event.level },
      }
    : { what: event.event, facts: event.facts }),
})
