import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parse, TYPE } from '@formatjs/icu-messageformat-parser'
import type { Plugin } from 'vite'
import { firstFiles, firstKeys, laterFiles, signInFiles, signInKeys } from './src/texts/first-texts.ts'

const localesDir = fileURLToPath(new URL('../../packages/i18n/src/locales/', import.meta.url))
const INDEX = 'virtual:texts'
/** Used by the server only. */
const SERVERS = ['mail.json', 'alarm-rules.json', 'messages.json', 'proof.json', 'reports.json']
/** Parts that are no files of their own. */
const FIRST = ['first.json']
const PARTS = [...FIRST, 'rest.json']
const ONE = /^virtual:texts\/([a-z]{2})(?:\/([a-z-]+))?$/

/** The chunk that a text comes in. */
function partOf(file: string, key: string): string | undefined {
  if (SERVERS.includes(file)) return undefined
  if (laterFiles.includes(file)) return file.replace('.json', '')
  const isOf = (files: readonly string[], keys: readonly string[]): boolean =>
    files.includes(file) || keys.some((start) => key.startsWith(start))
  if (isOf(signInFiles, signInKeys)) return 'sign-in'
  return isOf(firstFiles, firstKeys) ? 'first' : 'rest'
}

function readLanguage(code: string, part: string, seen: (file: string) => void): Record<string, unknown> {
  const texts: Record<string, unknown> = {}
  for (const name of readdirSync(`${localesDir}${code}`)) {
    const file = `${localesDir}${code}/${name}`
    seen(file)
    const entries = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    for (const [key, text] of entries) {
      if (partOf(name, key) !== part) continue
      const parsed = parse(text)
      const only = parsed[0]
      // A text without arguments is sent as plain text; load-texts.ts wraps it again.
      texts[key] = parsed.length === 1 && only?.type === TYPE.literal ? only.value : parsed
    }
  }
  return texts
}

/**
 * Three chunks per language with its texts as parsed messages, sign-in, first and rest, and one for each later file:
 * `import { loaders } from 'virtual:texts'`. That of the sign-in knows the others of its language.
 * @param isFirstOnly without what the first screens do without
 */
export function textsPlugin(isFirstOnly = false): Plugin {
  const toRow = (name: string, place: string): string => `'${name}': () => import('${INDEX}/${place}')`
  const listLater = (code: string): readonly string[] =>
    (isFirstOnly ? FIRST : [...PARTS, ...laterFiles]).map((file) => {
      const part = file.replace('.json', '')
      const isTranslated = PARTS.includes(file) || existsSync(`${localesDir}${code}/${file}`)
      return toRow(part, `${isTranslated ? code : 'en'}/${part}`)
    })
  return {
    name: 'heliograph-texts',
    resolveId: (id) => (id === INDEX || ONE.test(id) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${INDEX}`)
        return `export const loaders = { ${readdirSync(localesDir)
          .map((code) => toRow(code, code))
          .join(', ')} }`
      const [, code, part] = ONE.exec(id.slice(1)) ?? []
      if (!id.startsWith('\0') || code === undefined) return undefined
      const seen = (file: string): void => this.addWatchFile(file)
      const texts = JSON.stringify(JSON.stringify(readLanguage(code, part ?? 'sign-in', seen)))
      const later = part === undefined ? `export const later = { ${listLater(code).join(', ')} }` : ''
      return `export const texts = JSON.parse(${texts})\n${later}`
    },
  }
}
