/** The locale folders as they lie on disk, for the checks. */
import { readdirSync, readFileSync } from 'node:fs'
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

/** With the names and pieces of advice of the fault library, which lie beside its codes. */
export const readAllTexts = (): Locales =>
  Object.fromEntries(
    Object.entries(readLocales()).map(([language, files]) => {
      const faults = readJson(`../../devices/src/faults/texts/${language}.json`) as Record<string, string[]>
      const texts = Object.entries(faults).flatMap(([id, both]) => both.map((text, at) => [`${id}.${at}`, text]))
      return [language, { ...files, 'fault-codes': Object.fromEntries(texts) as Record<string, unknown> }]
    }),
  )
