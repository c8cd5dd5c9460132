/** Written into the document (page-hints.ts): while the scripts load it asks for the texts. */
import { atBase } from './api/base-path.ts'
import { languageCookieName, readCookie } from './preferences/language-cookie.ts'

/** As pickLanguage (domain/languages.ts) chooses; a brand may choose otherwise. @param files of each language, as the build names them */
export function loadTextsEarly(files: Readonly<Record<string, readonly string[]>>): void {
  const wished = [
    readCookie(document.cookie, languageCookieName(undefined)),
    navigator.language.slice(0, 2).toLowerCase(),
  ]
  const code = wished.find((item) => item !== undefined && Object.hasOwn(files, item)) ?? 'en'
  for (const file of files[code] ?? []) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: atBase(`/${file}`) })
    document.head.append(link)
  }
}

const script = document.currentScript
if (script) loadTextsEarly(JSON.parse(script.dataset.texts ?? '{}'))
