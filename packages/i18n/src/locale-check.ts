/** Checks between the locale folders: the test beside it runs them, also on planted faults. */

import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import { getLanguage, isLanguage, type LanguageCode } from '@heliograph/domain/languages.ts'

/** language -> feature -> key -> text, as read from disk: not trusted. */
export type Locales = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>

/** Keys whose text may equal the English one: by language, `*` for all. */
export type SameAsEnglish = Readonly<Record<string, readonly string[]>>

/** The arguments of a text, each with its kind (and a select's options), in a fixed order; plurals report gaps. */
function readText(text: string, language: LanguageCode): Readonly<{ shape: string; faults: readonly string[] }> {
  const shape = new Set<string>()
  const faults: string[] = []
  const { locale } = getLanguage(language)
  const walk = (elements: readonly MessageFormatElement[]): void => {
    for (const element of elements) {
      if (element.type === TYPE.literal || element.type === TYPE.pound) continue
      if (element.type === TYPE.tag) {
        shape.add(`<${element.value}>`)
        walk(element.children)
      } else if (element.type === TYPE.select) {
        shape.add(`{${element.value}, select, ${Object.keys(element.options).sort().join(' ')}}`)
        for (const option of Object.values(element.options)) walk(option.value)
      } else if (element.type === TYPE.plural) {
        const type = element.pluralType ?? 'cardinal'
        shape.add(`{${element.value}, ${type}}`)
        const { pluralCategories } = new Intl.PluralRules(locale, { type }).resolvedOptions()
        const named = Object.keys(element.options).filter((name) => !name.startsWith('='))
        for (const name of pluralCategories)
          if (!named.includes(name)) faults.push(`plural of {${element.value}} lacks "${name}"`)
        for (const name of named) {
          if (!(pluralCategories as readonly string[]).includes(name))
            faults.push(`plural of {${element.value}} has a needless "${name}"`)
        }
        for (const option of Object.values(element.options)) walk(option.value)
      } else {
        shape.add(`{${element.value}, ${TYPE[element.type]}}`)
      }
    }
  }
  try {
    walk(parse(text))
  } catch (fault) {
    faults.push(`is no ICU message: ${fault instanceof Error ? fault.message : String(fault)}`)
  }
  return { shape: [...shape].sort().join(' '), faults }
}

const difference = (left: readonly string[], right: readonly string[]): readonly string[] =>
  left.filter((text) => !right.includes(text))

/**
 * Lists every fault of the locales as a sentence; an empty list means none. English is the model: each
 * language has the same files, keys and arguments.
 */
export function checkLocales(locales: Locales, sameAsEnglish: SameAsEnglish): readonly string[] {
  const faults: string[] = []
  const english = locales.en ?? {}
  const owner = new Map<string, string>()
  for (const [feature, texts] of Object.entries(english)) {
    for (const key of Object.keys(texts)) {
      const other = owner.get(key)
      if (other !== undefined) faults.push(`en/${feature}: ${key} stands in ${other} too`)
      owner.set(key, feature)
    }
  }
  for (const [language, files] of Object.entries(locales)) {
    if (!isLanguage(language)) {
      faults.push(`${language}: no row in domain/languages.ts`)
      continue
    }
    const allowed = new Set([...(sameAsEnglish['*'] ?? []), ...(sameAsEnglish[language] ?? [])])
    for (const name of difference(Object.keys(english), Object.keys(files))) faults.push(`${language}/${name}: missing`)
    for (const [feature, texts] of Object.entries(files)) {
      const place = `${language}/${feature}`
      const model = english[feature]
      if (!model) {
        faults.push(`${place}: not in English`)
        continue
      }
      for (const key of difference(Object.keys(model), Object.keys(texts))) faults.push(`${place}: ${key} is missing`)
      for (const [key, text] of Object.entries(texts)) {
        const original = model[key]
        if (original === undefined) faults.push(`${place}: ${key} is not in English`)
        if (typeof text !== 'string' || text.trim() === '') {
          faults.push(`${place}: ${key} is empty`)
          continue
        }
        if (text !== text.trim()) faults.push(`${place}: ${key} has blanks around it`)
        const read = readText(text, language)
        for (const fault of read.faults) faults.push(`${place}: ${key} ${fault}`)
        if (language === 'en' || typeof original !== 'string') continue
        const { shape } = readText(original, 'en')
        if (read.shape !== shape)
          faults.push(`${place}: ${key} takes ${read.shape || 'nothing'}, English ${shape || 'nothing'}`)
        // Signs such as "%" or "{a} / {b}" have nothing to translate.
        const hasWords = /\p{L}/u.test(original.replace(/\{[^{}]*\}/g, ''))
        if (text === original && hasWords && !allowed.has(key)) faults.push(`${place}: ${key} is the English text`)
      }
    }
  }
  return [...faults, ...checkAllowList(locales, sameAsEnglish, owner)]
}

/** An unneeded exception would hide the next English text. */
function checkAllowList(
  locales: Locales,
  sameAsEnglish: SameAsEnglish,
  owner: ReadonlyMap<string, string>,
): readonly string[] {
  const faults: string[] = []
  for (const [language, keys] of Object.entries(sameAsEnglish)) {
    for (const key of keys) {
      const feature = owner.get(key)
      const original = feature === undefined ? undefined : locales.en?.[feature]?.[key]
      if (feature === undefined) faults.push(`same-as-english: ${key} is not in English`)
      else if (language !== '*' && locales[language]?.[feature]?.[key] !== original)
        faults.push(`same-as-english: ${key} differs in ${language}`)
    }
  }
  return faults
}
