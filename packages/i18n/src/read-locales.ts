/** The locale folders as they lie on disk, for the checks. */
import { readdirSync, readFileSync } from 'node:fs'
import { legalTexts as german } from './legal/de.ts'
import { legalTexts as english } from './legal/en.ts'
import type { LegalTexts } from './legal/legal-text.ts'
import { legalTexts as chinese } from './legal/zh.ts'
import type { Locales } from './locale-check.ts'

const root = new URL('./', import.meta.url)

/** A JSON file beside this one, as it is: the caller knows its shape. */
export const readJson = (path: string): unknown => JSON.parse(readFileSync(new URL(path, root), 'utf8'))

export const readLocales = (): Locales =>
  Object.fromEntries(
    readdirSync(new URL('locales/', root)).map((language) => [
      language,
      Object.fromEntries(
        readdirSync(new URL(`locales/${language}/`, root)).map((file) => [
          file.replace(/\.json$/, ''),
          readJson(`locales/${language}/${file}`) as Record<string, unknown>,
        ]),
      ),
    ]),
  )

/** The terms and the privacy notice, text by text, under the same key in each language. */
export const readLegalTexts = (): Locales =>
  Object.fromEntries(
    Object.entries({ en: english, de: german, zh: chinese }).map(([language, texts]) => [
      language,
      { legal: Object.fromEntries(listTexts(texts)) },
    ]),
  )

function listTexts({ terms, privacy, asOf, always }: LegalTexts): readonly (readonly [string, string])[] {
  const rows = Object.entries({ terms, privacy }).flatMap(([name, { title, lead, sections }]) =>
    [{ title, paragraphs: lead, kept: [] }, ...sections].flatMap((section, at) => [
      [`${name}.${at}`, section.title] as const,
      ...section.paragraphs.map((paragraph, index) =>
        typeof paragraph === 'string'
          ? ([`${name}.${at}.${index}`, paragraph] as const)
          : ([`${name}.${at}.${index}.${paragraph.when}`, paragraph.text] as const),
      ),
      ...(section.kept ?? []).flatMap(({ what, until }, index) => [
        [`${name}.${at}.kept.${index}.what`, what] as const,
        [`${name}.${at}.kept.${index}.until`, until] as const,
      ]),
    ]),
  )
  return [['asOf', asOf], ['always', always], ...rows]
}

/** With the names and pieces of advice of the fault library, which lie beside its codes, and the legal texts. */
export const readAllTexts = (): Locales => {
  const legal = readLegalTexts()
  return Object.fromEntries(
    Object.entries(readLocales()).map(([language, files]) => {
      const faults = readJson(`../../devices/src/faults/texts/${language}.json`) as Record<string, string[]>
      const texts = Object.entries(faults).flatMap(([id, both]) => both.map((text, at) => [`${id}.${at}`, text]))
      return [
        language,
        { ...files, ...legal[language], 'fault-codes': Object.fromEntries(texts) as Record<string, unknown> },
      ]
    }),
  )
}
