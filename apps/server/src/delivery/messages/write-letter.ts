import { formatMoment } from '@heliograph/domain/format/timestamp.ts'
import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { MessageEntry } from '../../people/inbox/inbox.ts'
import { readVisit, styleLink } from '../../platform/branding/branding.ts'
import type { Letter, LetterMessage } from './letter.ts'
import { createWriter, writeEntry, writeTitle } from './write-message.ts'

/** A letter names so many events; the others are counted. */
const MOST_LINES = 20

export type LetterFacts = Readonly<{
  id: string
  kind: 'messages' | 'digest' | 'test'
  digest: 'daily' | 'weekly'
  language: string
  brandName: string
  host: string
  publicUrl: string
  nowMs: number
  /** Of a plant, or the reader's where a plant is gone. */
  zoneOf: (plantId: number | null) => string
  /** All plants of its messages, each once. */
  plantCount: number
  messages: readonly (LetterMessage & Readonly<{ plantCount: number }>)[]
}>

/** Puts what is due for an address into words of its reader's language. */
export function writeLetter(facts: LetterFacts): Letter {
  const language: LanguageCode = isLanguage(facts.language) ? facts.language : 'en'
  const writer = createWriter(language)
  const { translate } = writer
  const { messages, publicUrl, brandName } = facts
  const here = (link: string) => styleLink(link, readVisit(facts.host), publicUrl)
  const common = { id: facts.id, kind: facts.kind, language, brandName, host: facts.host, messages }
  if (facts.kind === 'test')
    return {
      ...common,
      title: translate('messages.test.title'),
      lines: [{ label: '', text: translate('messages.test.text', { brand: brandName }) }],
      more: '',
      link: here(`${publicUrl}/account/settings/message`),
      level: 1,
      atMs: facts.nowMs,
    }
  const events = messages.flatMap(({ entries }) => entries)
  const total = messages.reduce((sum, { count }) => sum + count, 0)
  const shown = events.slice(0, MOST_LINES)
  const [only] = messages
  const title =
    facts.kind === 'digest'
      ? translate(`messages.digest.${facts.digest}`, { count: total })
      : messages.length === 1 && only !== undefined
        ? writeTitle(writer, only)
        : messages.every(({ kind }) => kind === 'alarm')
          ? translate('messages.alarms', { count: total, plants: facts.plantCount })
          : translate('messages.many', { count: total })
  const toLine = (entry: MessageEntry) => {
    const time = writeTime(entry.atMs, facts.zoneOf(entry.plantId), language, facts.nowMs)
    const label = entry.alarm === undefined ? time : `${entry.plantName} · ${time}`
    return { label: cleanLine(label, 160), text: cleanLine(writeEntry(writer, entry), 300) }
  }
  return {
    ...common,
    title: cleanLine(title, 200),
    lines: shown.map(toLine),
    more: total > shown.length ? translate('messages.more', { count: total - shown.length }) : '',
    link: here(linkOf(publicUrl, messages)),
    level: Math.max(0, ...messages.map(({ level }) => level)),
    atMs: Math.max(0, ...messages.map(({ lastAtMs }) => lastAtMs)) || facts.nowMs,
  }
}

/** The alarms of the one plant, else the message center. */
function linkOf(publicUrl: string, messages: LetterFacts['messages']): string {
  const plantIds = new Set(messages.map(({ kind, plantId }) => (kind === 'alarm' ? plantId : null)))
  const [plantId] = plantIds
  return plantIds.size === 1 && typeof plantId === 'number'
    ? `${publicUrl}/plant/infos/alert?id=${plantId}`
    : `${publicUrl}/messages`
}

/** By the plant's clock, with its offset from UTC. */
const writeTime = (atMs: number, zone: string, language: LanguageCode, nowMs: number): string =>
  formatMoment(atMs, zone, getLanguage(language).locale, nowMs, { offset: true })
