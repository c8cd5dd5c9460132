import { isLanguage } from '@heliograph/domain/languages.ts'
import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { createTranslate, hasText, type Translate } from '@heliograph/i18n/translate.ts'
import type { MessageEntry } from './message-event.ts'
import { findMessageTexts } from './message-texts.ts'

export type Writer = Readonly<{ translate: Translate; has: (key: string) => boolean }>

/** Words for what happened. Falls back to English. */
export function createWriter(language: string): Writer {
  const code = isLanguage(language) ? language : 'en'
  const texts = findMessageTexts(code)
  return { translate: createTranslate(code, texts), has: (key) => hasText(texts, key) }
}

/** One event in a line, without the name of an alarm's plant. */
export function writeEntry(
  { translate, has }: Writer,
  { what, plantName, facts, alarm }: Pick<MessageEntry, 'what' | 'plantName' | 'facts' | 'alarm'>,
): string {
  if (alarm === undefined) {
    const key = `messages.event.${what}`
    return has(key) ? translate(key as TextKey, { plant: plantName, ...facts }) : what
  }
  const name = `alarm-rules.${what}.name`
  const rule = has(name) ? translate(name as TextKey) : translate('messages.alarm.unknown')
  return alarm.change === 'opened' ? rule : translate(`messages.alarm.${alarm.change}`, { rule })
}

type Told = Readonly<{ kind: MessageKind; count: number; plantCount: number; entries: readonly MessageEntry[] }>

/** A message in a line: its only event, or how many of what. */
export function writeTitle(writer: Writer, { kind, count, plantCount, entries }: Told): string {
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
