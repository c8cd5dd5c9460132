import type { BrandDraft, BrandTextType } from '@heliograph/domain/brand/brand-parts.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'

/** A draft with one text changed; an empty one is left out. */
export function withText(
  { texts }: Pick<BrandDraft, 'texts'>,
  type: BrandTextType,
  language: LanguageCode | '',
  text: string,
): Pick<BrandDraft, 'texts'> {
  const others = texts.filter((item) => item.type !== type || item.language !== language)
  return { texts: text === '' ? others : [...others, { type, language, text }] }
}
