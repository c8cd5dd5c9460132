/** Bare SQL stays where ADR 12 says: a file outside its list is found, and so is an entry of the list without any. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const rule = { name: 'bare-sql-stays-where-adr-12-says', severity: 'error' }

const ADR = 'docs/adr/0012-kysely-and-bare-sql.md'
const SERVER = 'apps/server/src'
const bare = /\b(?:pool|client)\.query[(<]|\bPoolClient\b/
const isTest = (file) => /\.test\.ts$|\/testing\//.test(file)

/** The rooms and files in the items of the list. */
function readAllowed(root) {
  if (!existsSync(join(root, ADR))) return []
  const text = readFileSync(join(root, ADR), 'utf8')
  const items = text.slice(text.indexOf('is for:'), text.indexOf('`tools/check/bare-sql.mjs`'))
  return [...items.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
}

/** One violation for each file, and for each entry of the list that nothing needs. */
export function findBareSql(root) {
  const allowed = readAllowed(root)
  const files = readdirSync(join(root, SERVER), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, SERVER).length + 1))
    .filter((file) => !isTest(`/${file}`) && bare.test(readFileSync(join(root, SERVER, file), 'utf8')))
  const isIn = (file, path) => file === path || file.startsWith(`${path}/`)
  const outside = files.filter((file) => !allowed.some((path) => isIn(file, path)))
  const idle = allowed.filter((path) => !files.some((file) => isIn(file, path)))
  return [
    ...outside.map((file) => ({ rule, from: `${SERVER}/${file}`, to: 'bare SQL' })),
    ...idle.map((path) => ({ rule, from: ADR, to: path })),
  ]
}
