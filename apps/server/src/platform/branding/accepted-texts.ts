import { type LegalTextType, shippedLanguage, shippedTexts } from '@heliograph/domain/brand/shipped-texts.ts'
import type { Db } from '../db/database.ts'
import { readBrand } from './brand-book.ts'
import { readVisit } from './reader-brand.ts'

/**
 * Terms that a person accepts on registration: the brand and its texts, each with the link that the page showed. The
 * shipped texts change with the server: their date and the language in which they were shown identify them.
 */
export type AcceptedTexts = Readonly<{
  at: string
  system: string
  texts: readonly Readonly<{ type: LegalTextType; link: string; date?: string; language?: string }>[]
}>

/**
 * @param asked.shown what the page says that it showed @returns null where nothing was shown, or the brand has no such text
 */
export async function findTextsToAccept(
  db: Db,
  {
    visit,
    language,
    shown,
    nowMs,
  }: Readonly<{
    visit: string
    language: string
    shown: readonly LegalTextType[] | undefined
    nowMs: number
  }>,
): Promise<AcceptedTexts | null> {
  const brand = await readBrand(db, readVisit(visit))
  const texts = [...new Set(shown)].flatMap((type) => {
    const ofType = brand.texts.filter((item) => item.type === type && item.text !== '')
    const inLanguage = (wanted: string) => ofType.find((item) => item.language === wanted)
    // The order in which the page chooses.
    const text = inLanguage(language) ?? inLanguage('') ?? inLanguage('en') ?? ofType[0]
    if (!text) return []
    const { path, date } = shippedTexts[type]
    return [{ type, link: text.text, ...(text.text === path && { date, language: shippedLanguage(language) }) }]
  })
  return texts.length === 0 ? null : { at: new Date(nowMs).toISOString(), system: brand.system, texts }
}
