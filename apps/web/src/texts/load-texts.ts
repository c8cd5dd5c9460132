import { laterLoaders, loaders } from 'virtual:texts'
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser'
import type { LanguageCode } from '@heliograph/domain/languages.ts'

export type Messages = Record<string, MessageFormatElement[]>
/** As the build writes them: a text without arguments is plain. */
export type ParsedTexts = Readonly<Record<string, string | MessageFormatElement[]>>

const loaded = new Map<LanguageCode, Messages>()

/** All texts of a language in react-intl's parsed form. @throws when the chunk cannot be loaded */
export async function loadTexts(language: LanguageCode): Promise<Messages> {
  const known = loaded.get(language)
  if (known) return known
  const load = loaders[language] ?? loaders.en
  if (!load) throw new Error('The page was built without English texts')
  const { texts } = await load()
  const messages = toMessages(texts)
  loaded.set(language, messages)
  return messages
}

/** The texts of one screen, where they come later than the rest. @throws when the chunk cannot be loaded */
export async function loadLaterTexts(language: LanguageCode, feature: string): Promise<Messages> {
  const load = laterLoaders[`${language}/${feature}`] ?? laterLoaders[`en/${feature}`]
  if (!load) throw new Error(`The page was built without texts for ${feature}`)
  return toMessages((await load()).texts)
}

function toMessages(texts: ParsedTexts): Messages {
  const messages: Messages = {}
  for (const [key, text] of Object.entries<string | MessageFormatElement[]>(texts))
    messages[key] = typeof text === 'string' ? [{ type: 0, value: text }] : text
  return messages
}
