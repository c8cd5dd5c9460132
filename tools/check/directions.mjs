// Checks the import directions, and proves first that each rule sees: planted violations must be found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { rule as bareSql, findBareSql } from './bare-sql.mjs'
import { readRules } from './directions.config.mjs'
import { innocent, planted } from './directions.planted.mjs'
import { cycleRule, fileRule, findForbidden, readImports } from './imports.mjs'
import { findTranslations, findWireWords, translationRule, rule as wireWords } from './wire-words.mjs'

function findViolations(root) {
  const imports = readImports(root, ['packages', 'apps'])
  const forbidden = findForbidden(imports, readRules(root))
  const violations = [...forbidden, ...findWireWords(root), ...findTranslations(root), ...findBareSql(root)]
  return { fileCount: imports.size, importCount: [...imports.values()].flat().length, violations }
}

/** A small repository with the same folders: a violation of each rule, and imports that break none. */
function proveThatRulesSee() {
  const root = mkdtempSync(join(tmpdir(), 'heliograph-directions-'))
  try {
    const files = { ...innocent, ...Object.assign({}, ...Object.values(planted).flat()) }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    const { violations } = findViolations(root)
    return [...listBlindRules(violations), ...listFalseAlarms(violations)]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function listBlindRules(violations) {
  return [...readRules('.'), cycleRule, fileRule, wireWords, translationRule, bareSql].flatMap(({ name }) => {
    const houses = planted[name] ?? []
    if (houses.length === 0) return [`No violation is planted for ${name} in directions.planted.mjs.`]
    return houses
      .map((files) => Object.keys(files)[0])
      .filter((file) => !violations.some(({ from, rule }) => from === file && rule.name === name))
      .map((file) => `The check is blind: the planted violation of ${name} in ${file} was not found.`)
  })
}

const listFalseAlarms = (violations) =>
  violations
    .filter(({ from }) => from in innocent)
    .map(({ rule, from, to }) => `False alarm: ${rule.name} refuses ${from} -> ${to}.`)

const blind = proveThatRulesSee()
for (const line of blind) console.error(line)
const { violations, fileCount, importCount } = findViolations(process.cwd())
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`)
console.log(`${fileCount} files, ${importCount} imports, ${violations.length} violations`)
if (blind.length > 0 || fileCount < 500 || violations.length > 0) process.exitCode = 1
