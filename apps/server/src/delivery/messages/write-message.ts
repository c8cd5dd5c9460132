import { DAY_MS } from '@heliograph/domain/duration.ts'
import { formatDuration } from '@heliograph/domain/format/age.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatEnergy } from '@heliograph/domain/format/scaled.ts'
import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import { loadServerTexts } from '@heliograph/i18n/load-server-texts.ts'
import { createTranslate, hasText, type Texts, type Translate } from '@heliograph/i18n/translate.ts'
import type { MessageEntry } from '../../people/inbox/inbox.ts'

const texts = await loadServerTexts('alarm-rules', 'messages')

/** Falls back to English. */
const findMessageTexts = (language: LanguageCode): Texts => texts[language] ?? texts.en

/** A smaller loss is not mentioned. */
const LEAST_TOLD_WH = 10

export type Writer = Readonly<{ translate: Translate; has: (key: string) => boolean; locale: string }>

/** Words for what happened. Falls back to English. */
export function createWriter(language: string): Writer {
  const code = isLanguage(language) ? language : 'en'
  const texts = findMessageTexts(code)
  return {
    translate: createTranslate(code, texts),
    has: (key) => hasText(texts, key),
    locale: getLanguage(code).locale,
  }
}

type Entry = Pick<MessageEntry, 'what' | 'plantName' | 'facts' | 'alarm'>

/** One event in a line, without the name of an alarm's plant: what, where, and what it cost. */
export function writeEntry(writer: Writer, entry: Entry): string {
  const { facts, alarm } = entry
  const what = writeWhat(writer, entry)
  if (alarm === undefined) return what
  const lasted = alarm.change === 'escalated' ? writeDays(writer, facts.days) : ''
  return [what, facts.deviceName, lasted, writeLoss(writer, facts)].filter((part) => part).join(' · ')
}

const writeDays = ({ locale }: Writer, days: unknown): string =>
  typeof days === 'number' ? formatDuration(days * DAY_MS, locale) : ''

/** In energy and in money; '' where nothing is known to be lost. */
function writeLoss({ translate, locale }: Writer, { lostWh, lostIncome, currency }: Entry['facts']): string {
  if (typeof lostWh !== 'number' || lostWh < LEAST_TOLD_WH) return ''
  const energy = formatEnergy(lostWh, locale).text
  const money = typeof lostIncome === 'number' ? ` (${formatMoney(lostIncome, String(currency), locale)})` : ''
  return translate('messages.alarm.lost', { amount: `${energy}${money}` })
}

/** Text that equal alarms of several devices share. */
function writeWhat({ translate, has }: Writer, { what, plantName, facts, alarm }: Entry): string {
  if (alarm === undefined) {
    const key = `messages.event.${what}`
    return has(key) ? translate(key as TextKey, { plant: plantName, ...facts }) : what
  }
  const name = `alarm-rules.${what}.name`
  const own = typeof facts.ruleName === 'string' ? facts.ruleName : ''
  const rule = own || (has(name) ? translate(name as TextKey) : translate('messages.alarm.unknown'))
  return alarm.change === 'opened' ? rule : translate(`messages.alarm.${alarm.change}`, { rule })
}

type MessageFacts = Readonly<{ kind: MessageKind; count: number; plantCount: number; entries: readonly MessageEntry[] }>

/** A message in a line: its only event, or how many of what. */
export function writeTitle(writer: Writer, { kind, count, plantCount, entries }: MessageFacts): string {
  const { translate } = writer
  const [first] = entries
  if (first === undefined) return translate('messages.many', { count })
  if (kind !== 'alarm') return writeEntry(writer, first)
  if (count === 1) return translate('messages.titled', { plant: first.plantName, what: writeEntry(writer, first) })
  const what = writeWhat(writer, first)
  const isOne = entries.every((entry) => writeWhat(writer, entry) === what)
  return isOne
    ? translate('messages.alarmsOf', { what, count, plants: plantCount })
    : translate('messages.alarms', { count, plants: plantCount })
}
