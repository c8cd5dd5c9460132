import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { TextKey } from './keys.ts'
import type { Translate } from './translate.ts'

/** What a message tells, as the server and the page both know it. */
export type ToldEntry = Readonly<{
  what: string
  plantName: string
  facts: Readonly<Record<string, string | number | null>>
  alarm?: Readonly<{ change: 'opened' | 'reopened' | 'escalated' | 'closed' }> | null | undefined
}>
export type ToldMessage = Readonly<{
  kind: MessageKind
  count: number
  plantCount: number
  entries: readonly ToldEntry[]
}>

type Writer = Readonly<{ translate: Translate; has: (key: string) => boolean }>

/** One event in a line, without the name of an alarm's plant. */
export function writeEntry({ translate, has }: Writer, { what, plantName, facts, alarm }: ToldEntry): string {
  if (!alarm) {
    const key = `messages.event.${what}`
    return has(key) ? translate(key as TextKey, { plant: plantName, ...facts }) : what
  }
  const name = `alarm-rules.${what}.name`
  const rule = has(name) ? translate(name as TextKey) : translate('messages.alarm.unknown')
  return alarm.change === 'opened' ? rule : translate(`messages.alarm.${alarm.change}`, { rule })
}

/** A message in a line: its only event, or how many of what. */
export function writeTitle(writer: Writer, { kind, count, plantCount, entries }: ToldMessage): string {
  const { translate } = writer
  const [first] = entries
  if (first === undefined) return translate('messages.many', { count })
  const what = writeEntry(writer, first)
  if (kind !== 'alarm') return what
  if (count === 1) return translate('messages.titled', { plant: first.plantName, what })
  const isOne = entries.every((entry) => writeEntry(writer, entry) === what)
  return isOne
    ? translate('messages.alarmsOf', { what, count, plants: plantCount })
    : translate('messages.alarms', { count, plants: plantCount })
}
