import { loaders } from 'virtual:texts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { LanguageCode } from '@heliograph/domain/languages.ts'

export type Messages = Record<string, MessageFormatElement[]>
/** As the build writes them: a text without arguments is plain. */
export type ParsedTexts = Readonly<Record<string, string | MessageFormatElement[]>>

const loaded = new Map<string, Messages>()
/** Parts beside the texts of the sign-in, each with all before it (first-texts.ts). */
const parts = ['first', 'rest'] as const
/** How many parts the page wants, since the first screen that needs them. */
let wanted = 0
/** How many the last texts that it got had. */
let options = 0
/** The language that was asked for last: the page's. */
let spoken: LanguageCode | undefined
const listeners = new Set<() => Promise<void>>()

/**
 * The texts of a language in react-intl's parsed form: those of the sign-in, and the parts that a screen wanted so far.
 * @throws when a chunk cannot be loaded
 */
export async function loadTexts(language: LanguageCode): Promise<Messages> {
  spoken = language
  const more = parts.slice(0, wanted)
  const texts = await Promise.all([
    loadOnce(language, loaders[language]),
    ...more.map((part) => loadLaterTexts(language, part)),
  ])
  options = more.length
  return Object.assign({}, ...texts)
}

/** The texts of one screen, where they come later than the rest. @throws when the chunk cannot be loaded */
export async function loadLaterTexts(language: LanguageCode, feature: string): Promise<Messages> {
  const { later } = await loaders[language]()
  const load = later[feature]
  if (!load) throw new Error(`The page was built without texts for ${feature}`)
  return loadOnce(`${language}/${feature}`, load)
}

/** Before any text is loaded: the page opens behind the sign-in. */
export function wantFirstTexts(): void {
  wanted = Math.max(wanted, 1)
}

/** Loads what the sign-in does without, in the page's language, and waits until the page has it. @throws when the chunk cannot be loaded */
export const loadFirstTexts = (): Promise<void> => loadParts(1)

/** The same with what the first screens do without. @throws when the chunk cannot be loaded */
export const loadRestOfTexts = (): Promise<void> => loadParts(parts.length)

async function loadParts(count: number): Promise<void> {
  wanted = Math.max(wanted, count)
  if (spoken === undefined || hasAll()) return
  const language = spoken
  await Promise.all(parts.slice(0, wanted).map((part) => loadLaterTexts(language, part)))
  await Promise.all([...listeners].map((listener) => listener()))
}

const hasAll = (): boolean => parts.slice(0, wanted).every((part) => loaded.has(`${spoken}/${part}`))

/** @param onMore the page's language has more texts now; called at once when they came before */
export function watchTexts(onMore: () => Promise<void>): () => void {
  listeners.add(onMore)
  if (options < wanted && hasAll()) void onMore()
  return () => void listeners.delete(onMore)
}

async function loadOnce(place: string, load: () => Promise<{ texts: ParsedTexts }>): Promise<Messages> {
  const known = loaded.get(place)
  if (known) return known
  const { texts } = await load()
  const messages: Messages = {}
  for (const [key, text] of Object.entries<string | MessageFormatElement[]>(texts))
    messages[key] = typeof text === 'string' ? [{ type: 0, value: text }] : text
  loaded.set(place, messages)
  return messages
}
