import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { firstFiles, firstKeys, laterFiles, signInFiles, signInKeys } from './first-texts.ts'

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url))
const locale = here('../../../../packages/i18n/src/locales/en/')
const keys = new Map(
  readdirSync(locale).flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(`${locale}${file}`, 'utf8')) as object).map((key): [string, string] => [
      key,
      file,
    ]),
  ),
)
const packages = here('../../../../packages/')

/** What the sign-in runs: everything that these import, and the parts that they load with `firstPart`. */
const signIn = ['main.tsx', 'features/public/login/login-page.tsx']
/** The same of the first screens behind it. */
const firstScreens = [
  ...signIn,
  'signed-in-routes.tsx',
  'features/plant/plant-data/plant-data-page.tsx',
  'features/fleet/fleet/fleet-page.tsx',
]

const staticImport = /(?:import|export)\s+(?!type\b)(?:[^'"();]*?from\s+)?['"]([^'"]+)['"]/g
const firstImport = /firstPart\(\s*(?:\(\) => import\('([^']+)'\)|load)/g
const textLiteral = /['"`]([a-z][\w-]*\.[^'"`\s]*?)(\$\{|['"`])/gi

function findFile(from: string, path: string): string | undefined {
  const shared = /^@heliograph\/([a-z]+)\/(.+)$/.exec(path)
  const file = shared
    ? `${packages}${shared[1]}/src/${shared[2]}`
    : path.startsWith('.')
      ? resolve(dirname(from), path)
      : ''
  return /\.tsx?$/.test(file) && existsSync(file) ? file : undefined
}

function collect(file: string, seen: Map<string, string>): void {
  if (seen.has(file)) return
  const source = readFileSync(file, 'utf8')
  seen.set(file, source)
  const paths = [...source.matchAll(staticImport), ...source.matchAll(firstImport)].flatMap(([, path]) => path ?? [])
  for (const path of paths) {
    const found = findFile(file, path)
    if (found) collect(found, seen)
  }
}

/** Texts that a load uses and does not bring. */
function missingOf(entries: readonly string[], files: readonly string[], starts: readonly string[]): readonly string[] {
  const seen = new Map<string, string>()
  for (const entry of entries) collect(here(`../${entry}`), seen)
  return [...seen].flatMap(([file, source]) =>
    [...source.matchAll(textLiteral)].flatMap(([, start = '', end]) => {
      const used = end === '${' ? [...keys.keys()].filter((key) => key.startsWith(start)) : [start]
      return used.flatMap((key) => {
        const of = keys.get(key)
        const isThere = of === undefined || files.includes(of) || starts.some((text) => key.startsWith(text))
        return isThere ? [] : [`${key} in ${file}`]
      })
    }),
  )
}

test('the sign-in brings every text that it uses', () => {
  expect(missingOf(signIn, signInFiles, signInKeys)).toEqual([])
})

test('the first load brings every text that its screens use', () => {
  const files = [...signInFiles, ...firstFiles, ...laterFiles]
  expect(missingOf(firstScreens, files, [...signInKeys, ...firstKeys])).toEqual([])
})

test('the check follows what the first screens import', () => {
  const seen = new Map<string, string>()
  for (const entry of firstScreens) collect(here(`../${entry}`), seen)
  expect(seen.size).toBeGreaterThan(300)
})

test('each part that waits for texts of its own has such a chunk', () => {
  const pages = readdirSync(here('..'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx$/.test(file))
  const named = pages.flatMap((file) =>
    [...readFileSync(here(`../${file}`), 'utf8').matchAll(/<LaterTexts feature="([^"]+)"/g)].map(
      ([, name]) => `${name}.json`,
    ),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(named.filter((file) => !laterFiles.includes(file))).toEqual([])
})
