// Checks the import directions, and proves first that each rule sees: planted violations must be found.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { cruise } from 'dependency-cruiser'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { rule as bareSql, findBareSql } from './bare-sql.mjs'
import { options, readRules } from './directions.config.mjs'
import { innocent, planted } from './directions.planted.mjs'
import { findTranslations, findWireWords, translationRule, rule as wireWords } from './wire-words.mjs'

const tsConfig = extractTsConfig('tsconfig.json')

async function findViolations(root) {
  const given = { ...options, baseDir: root, ruleSet: readRules(root), validate: true }
  const { output } = await cruise(['packages', 'apps'], given, undefined, { tsConfig })
  return {
    ...output.summary,
    violations: [...output.summary.violations, ...findWireWords(root), ...findTranslations(root), ...findBareSql(root)],
  }
}

/** A small repository with the same folders: a violation of each rule, and imports that break none. */
async function proveThatRulesSee() {
  const root = mkdtempSync(join(tmpdir(), 'heliograph-directions-'))
  try {
    const files = { ...innocent, ...Object.assign({}, ...Object.values(planted).flat()) }
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, dirname(file)), { recursive: true })
      writeFileSync(join(root, file), text)
    }
    const { violations } = await findViolations(root)
    return [...listBlindRules(violations), ...listFalseAlarms(violations)]
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

function listBlindRules(violations) {
  return [...readRules('.').forbidden, wireWords, translationRule, bareSql].flatMap(({ name }) => {
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

const blind = await proveThatRulesSee()
for (const line of blind) console.error(line)
const { violations, totalCruised, totalDependenciesCruised } = await findViolations(process.cwd())
for (const { rule, from, to, cycle } of violations)
  console.error(`${rule.name}: ${from} -> ${to}${cycle ? ` (${cycle.map((c) => c.name ?? c).join(' -> ')})` : ''}`)
console.log(`${totalCruised} modules, ${totalDependenciesCruised} imports, ${violations.length} violations`)
if (blind.length > 0 || totalCruised < 500 || violations.length > 0) process.exitCode = 1
