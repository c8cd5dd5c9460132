import { languages } from '@heliograph/domain/languages.ts'
import type { PublishedDocument } from '../../../api/publications.ts'

export type DocumentGroup = Readonly<{ language: string; documents: readonly PublishedDocument[] }>

/** By language: the reader's, those for all, English, the others. */
export function groupDocuments(documents: readonly PublishedDocument[], reader: string): readonly DocumentGroup[] {
  const order = [reader, '', 'en', ...languages.map(({ code }) => code as string)]
  return [...new Set(order)]
    .map((language) => ({ language, documents: documents.filter((document) => document.language === language) }))
    .filter((group) => group.documents.length > 0)
}

/** In the language's own words; undefined for ''. */
export const languageNameOf = (code: string): string | undefined =>
  languages.find((language) => language.code === code)?.name
