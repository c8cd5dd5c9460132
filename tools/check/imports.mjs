/** The imports of the repository, and those that break a rule of directions.config.mjs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join, posix } from 'node:path'
import ts from 'typescript'

export const cycleRule = { name: 'no-cycles' }
export const fileRule = { name: 'an-import-names-its-file' }

const isSource = (file) => /\.([mc]?[jt]s|tsx)$/.test(file)
const listFiles = (root, folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
    .filter((file) => !/(^|\/)(node_modules|dist)\//.test(file))

/** Names of our packages and their folders. */
function readPackages(root) {
  const folders = readdirSync(join(root, 'packages')).filter((name) =>
    existsSync(join(root, `packages/${name}/package.json`)),
  )
  return folders.map((name) => {
    const manifest = JSON.parse(readFileSync(join(root, `packages/${name}/package.json`), 'utf8'))
    return {
      prefix: `${manifest.name}/`,
      folder: manifest.exports['./*'].replace(/^\.\/(.*)\*$/, `packages/${name}/$1`),
    }
  })
}

/** The path that an import names: of a file here, `node_modules/<name>/`, or a module of Node. */
function resolveImport(from, name, packages) {
  const path = name.replace(/\?\w+$/, '')
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path)
  const own = packages.find(({ prefix }) => path.startsWith(prefix))
  if (own) return own.folder + path.slice(own.prefix.length)
  return isBuiltin(path) ? path.replace(/^node:/, '') : `node_modules/${path}/`
}

/** Whether the import whose name in quotes stands at `start` and ends at `end` brings in types alone. */
function isTypeImport(text, start, end) {
  const opening = Math.max(0, text.lastIndexOf('\nimport', start), text.lastIndexOf('\nexport', start))
  const before = text.slice(opening, start)
  if (/\bimport\s*\(\s*$/.test(before))
    return /\btypeof\s+import\s*\(\s*$/.test(before) || /^\s*\)\s*\.\s*[A-Z]/.test(text.slice(end, end + 80))
  return /^\s*(import|export)\s+type\b/.test(before)
}

/** For each source file below the folders its imports: `to` is a path, `isType` where only types come in. */
export function readImports(root, folders) {
  const packages = readPackages(root)
  const files = folders.flatMap((folder) => listFiles(root, folder))
  const known = new Set(files)
  const readFile = (from) => {
    const text = readFileSync(join(root, from), 'utf8')
    return ts.preProcessFile(text, true, false).importedFiles.map(({ fileName, pos }) => {
      const to = resolveImport(from, fileName, packages)
      const isMissing = /^(packages|apps)\//.test(to) && !known.has(to)
      return { from, to, isType: isTypeImport(text, pos, pos + fileName.length + 2), isMissing }
    })
  }
  return new Map(files.filter(isSource).map((from) => [from, readFile(from)]))
}

const listOf = (value) => (value === undefined ? [] : [value].flat())
const patterns = new Map()
function matches(pattern, path) {
  if (!patterns.has(pattern)) patterns.set(pattern, new RegExp(pattern))
  return patterns.get(pattern).exec(path)
}

/** The `to` of a rule for one file: `$1` stands for the first group of its `from.path`; undefined where it is not meant. */
function aimRule({ name, from, to }, file) {
  const found = from.path === undefined ? [] : matches(from.path, file)
  if (!found || listOf(from.pathNot).some((pattern) => matches(pattern, file))) return undefined
  const fill = (pattern) => pattern.replaceAll('$1', found[1] ?? '')
  return {
    name,
    path: to.path && fill(to.path),
    pathNot: listOf(to.pathNot).map(fill),
    seesTypes: to.typesToo !== false,
  }
}

/** Files that import each other in a circle, with one way round for each. */
function findCycles(imports) {
  const targets = new Map(imports)
  // A file whose imports are all in no circle is in none itself.
  for (let count = -1; count !== targets.size; ) {
    count = targets.size
    for (const [from, found] of targets) if (!found.some(({ to }) => targets.has(to))) targets.delete(from)
  }
  return [...targets.keys()].flatMap((file) => {
    const way = findWayBack(file, targets)
    return way ? [{ rule: cycleRule, from: file, to: way.join(' -> ') }] : []
  })
}

/** The shortest way from a file back to itself, or undefined. */
function findWayBack(file, targets) {
  const before = new Map()
  const queue = [file]
  for (const from of queue)
    for (const { to } of targets.get(from) ?? []) {
      if (!before.has(to)) {
        before.set(to, from)
        queue.push(to)
      }
      if (to !== file) continue
      const way = [file]
      for (let step = from; step !== file; step = before.get(step)) way.unshift(step)
      return way
    }
  return undefined
}

/** One violation for each import that a rule refuses. */
export function findForbidden(imports, rules) {
  const broken = [...imports].flatMap(([file, found]) => {
    const aimed = rules.map((rule) => aimRule(rule, file)).filter(Boolean)
    return found.flatMap(({ from, to, isType }) =>
      aimed
        .filter(({ path, pathNot, seesTypes }) => {
          if (isType && !seesTypes) return false
          return (path === undefined || matches(path, to)) && !pathNot.some((pattern) => matches(pattern, to))
        })
        .map(({ name }) => ({ rule: { name }, from, to })),
    )
  })
  const missing = [...imports.values()].flat().filter(({ isMissing }) => isMissing)
  return [...broken, ...missing.map(({ from, to }) => ({ rule: fileRule, from, to })), ...findCycles(imports)]
}
