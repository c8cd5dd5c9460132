import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../../../', import.meta.url)
const page = readFileSync(new URL('docs/security.md', root), 'utf8')
const findLost = (text: string): readonly string[] =>
  [...text.matchAll(/(?:`|\()((?:apps|packages|e2e|docs|tools)\/[\w./-]+\.(?:ts|tsx|md|mjs))/g)]
    .flatMap(([, path]) => path ?? [])
    .filter((path) => !existsSync(new URL(path, root)))

it('names code and tests that exist', () => {
  expect(page.match(/`apps\//g)?.length).toBeGreaterThan(40)
  expect(findLost(page)).toEqual([])
  expect(findLost('a planted `apps/server/src/no-such-file.ts`')).toHaveLength(1)
})

it('has a line for each chapter of the standard, with its state', () => {
  for (let chapter = 1; chapter <= 17; chapter += 1) expect(page).toMatch(new RegExp(`\\| V${chapter}\\b`))
  const rows = page.split('\n').filter((line) => /^\| V\d/.test(line))
  for (const row of rows) expect(row).toMatch(/\| (met|part|n\/a) \|/)
})
