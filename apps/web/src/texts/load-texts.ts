import { laterLoaders, loaders } from 'virtual:texts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { LanguageCode } from '@heliograph/domain/languages.ts'

export type Messages = Record<string, MessageFormatElement[]>
/** As the build writes them: a text without arguments is plain. */
export type ParsedTexts = Readonly<Record<string, string | MessageFormatElement[]>>

const loaded = new Map<string, Messages>()
/** Set from the first screen on that needs more texts than the first load has. */
let isWholeWanted = false
/** The language that was asked for last: the page's. */
let spoken: LanguageCode | undefined
const listeners = new Set<() => Promise<void>>()

/**
 * The texts of a language in react-intl's parsed form: those of the first screens, and all once a screen wanted the rest.
 * @throws when a chunk cannot be loaded
 */
export async function loadTexts(language: LanguageCode): Promise<Messages> {
  spoken = language
  const load = loaders[language] ?? loaders.en
  if (!load) throw new Error('The page was built without English texts')
  const [first, rest] = await Promise.all([
    loadOnce(language, load),
    isWholeWanted ? loadLaterTexts(language, 'rest') : undefined,
  ])
  return rest ? { ...first, ...rest } : first
}

/** The texts of one screen, where they come later than the rest. @throws when the chunk cannot be loaded */
export async function loadLaterTexts(language: LanguageCode, feature: string): Promise<Messages> {
  const place = `${language}/${feature}`
  const load = laterLoaders[place] ?? laterLoaders[`en/${feature}`]
  if (!load) throw new Error(`The page was built without texts for ${feature}`)
  return loadOnce(place, load)
}

/** Loads what the first screens do without, in the page's language, and waits until the page has it. @throws when the chunk cannot be loaded */
export async function loadRestOfTexts(): Promise<void> {
  if (spoken === undefined || hasWhole()) return
  isWholeWanted = true
  await loadLaterTexts(spoken, 'rest')
  await Promise.all([...listeners].map((listener) => listener()))
}

const hasWhole = (): boolean => isWholeWanted && loaded.has(`${spoken}/rest`)

/** @param onMore the page's language has more texts now; called at once when they came before */
export function watchTexts(onMore: () => Promise<void>): () => void {
  listeners.add(onMore)
  if (hasWhole()) void onMore()
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
