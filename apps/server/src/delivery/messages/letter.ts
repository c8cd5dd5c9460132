import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { MessageEntry } from '../../people/inbox/inbox.ts'

/** Content of one sending, in words and as data. */
export type Letter = Readonly<{
  /** Stays the same over all tries. */
  id: string
  kind: 'messages' | 'digest' | 'test'
  language: string
  brandName: string
  host: string
  title: string
  /** One line per event, the first ones. */
  lines: readonly Readonly<{ label: string; text: string }>[]
  /** How many more there are, in words; '': none. */
  more: string
  /** Opens the subject of the letter. */
  link: string
  /** The highest level in it. */
  level: number
  atMs: number
  /** For programs. */
  messages: readonly LetterMessage[]
}>

export type LetterMessage = Readonly<{
  id: number
  kind: MessageKind
  level: number
  count: number
  plantId: number | null
  firstAtMs: number
  lastAtMs: number
  entries: readonly MessageEntry[]
}>

/** The letter as plain lines, cut so that it fits a channel. */
export function writeLines({ lines, more }: Letter, mostLength: number): string {
  const all = [...lines.map(({ label, text }) => (label === '' ? text : `${label}: ${text}`)), more].filter(Boolean)
  const text = all.join('\n')
  if (text.length <= mostLength) return text
  const fitting: string[] = []
  let length = 2
  for (const line of all) {
    if (length + line.length + 1 > mostLength) break
    fitting.push(line)
    length += line.length + 1
  }
  return fitting.length === 0 ? `${text.slice(0, mostLength - 1)}…` : `${fitting.join('\n')}\n…`
}
