// Finds statements that a cluster (Citus, docs/citus.md) refuses or runs in the wrong place: the tables of
// operator/distribution/table-places.ts are on other machines than the rest. Each rule is a case that a cluster refused.
// Planted statements prove first that the check sees.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { innocent, planted } from './cluster-statements.planted.mjs'

const PLACES = 'apps/server/src/operator/distribution/table-places.ts'

/** The names in an array of the list, pieces that are spread into it included. */
function readNames(name) {
  const source = ts.createSourceFile(PLACES, readFileSync(PLACES, 'utf8'), ts.ScriptTarget.Latest)
  const names = []
  const collect = (node) => {
    if (ts.isStringLiteral(node)) names.push(node.text)
    ts.forEachChild(node, collect)
  }
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const declaration of statement.declarationList.declarations)
        if (declaration.name.text === name) collect(declaration.initializer)
  return names
}

/** With the view over two of them. */
const distributed = [...readNames('distributedTables'), 'plant_day_entries']
const local = readNames('localTables')
const tableOf = (names, before = '(?:from|join|update|into|using|,)\\s+(?:only\\s+)?') =>
  new RegExp(`\\b${before.replace('\\b', '')}(?:public\\.)?(?:${names.join('|')})\\b`, 'i')
const onWorkers = tableOf(distributed)
const onCoordinator = tableOf(local, '(?:from|join|update|into|using)\\s+')
const emptyList = tableOf(distributed, 'select\\s+from\\s+')

/** Parts that are read before the rest runs: their tables meet no others there. */
function withoutMaterialized(text) {
  let rest = text
  for (let found = /as\s+materialized\s*\(/i.exec(rest); found; found = /as\s+materialized\s*\(/i.exec(rest)) {
    let depth = 1
    let end = found.index + found[0].length
    while (end < rest.length && depth > 0) {
      if (rest[end] === '(') depth++
      if (rest[end] === ')') depth--
      end++
    }
    rest = rest.slice(0, found.index) + rest.slice(end)
  }
  return rest
}

/** Tables by the name that a statement gives them; parts and functions have none. */
const aliasesOf = (text) =>
  new Map([
    ...[...text.matchAll(/\)\s+(?:as\s+)?(\w+)/gi)].map(([, alias]) => [alias, '']),
    ...[
      ...text.matchAll(
        /\b(?:from|join|using|update|,)\s+(?:only\s+)?(?:public\.)?(\w+)\b(?!\s*\.)(?:\s+(?:as\s+)?(?!on\b)(\w+))?/gi,
      ),
    ].flatMap(([, table, alias]) => [
      [table, table],
      [alias ?? table, table],
    ]),
  ])

/** The end of what a parenthesis holds. */
function endOf(text, open) {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '(') depth++
    if (text[at] === ')') depth--
    if (depth === 0) return at
  }
  return text.length
}

/** Sub-selects in a list or condition, not those that are read as tables of their own. */
const subselectsOf = (text) =>
  [...text.matchAll(/((?:\b(?:union|except|intersect)\s+)?\w*)\s*\(\s*select\b/gi)].flatMap(
    ({ 0: found, 1: before, index }) => {
      const open = index + found.indexOf('(')
      return /^(from|join|as|materialized|lateral|(union|except|intersect)(\s+all)?)$/i.test(before)
        ? []
        : [text.slice(open + 1, endOf(text, open))]
    },
  )

/** Whether a sub-select depends on rows that are on another machine than its own: only rows of one plant are together. */
function dependsAfar(inner, outerTables) {
  const own = aliasesOf(inner)
  const tables = [...own.values()]
  const isOnWorkers = tables.some((table) => distributed.includes(table))
  const outer = [...inner.matchAll(/(?<![\w.$⟨])([a-z_]\w*)\.[a-z_]\w*/g)]
    .map(([, alias]) => alias)
    .filter((alias) => !own.has(alias) && outerTables.has(alias))
  return outer.some((alias) => {
    const isFar = distributed.includes(outerTables.get(alias))
    if (!isOnWorkers) return isFar && tables.some((table) => local.includes(table))
    const isTogether = new RegExp(
      `\\.plant_id\\s*=\\s*${alias}\\.plant_id|\\b${alias}\\.plant_id\\s*=\\s*\\w+\\.plant_id`,
    )
    return !isFar || !isTogether.test(inner)
  })
}

const ofOnePlant = /\bplant_id\s*=\s*(\$\d|\$\{|⟨)/i
const isWrite = /^\s*(with\b[\s\S]*?\b)?(update|delete\s+from)\s/i
const isPlainColumn = /^\s*(\*|[\w.]+(\s+as\s+\w+)?)\s*$/i

/** Each rule: its words, and whether a statement that names a distributed table breaks it. */
export const rules = {
  'row locks of several plants': (text) =>
    /\bfor\s+(no\s+key\s+update|update|key\s+share|share)\b/i.test(text) &&
    onWorkers.test(withoutMaterialized(text)) &&
    !ofOnePlant.test(text),
  'locks on the machine of the table, not the coordinator’s': (text) => /\bpg_(try_)?advisory_/i.test(text),
  'a select list without columns': (text) => emptyList.test(text),
  'a computed value in returning': (text) => {
    const writes = [
      ...text.matchAll(
        /\b(?:delete\s+from|update|insert\s+into)\s+(?:public\.)?(\w+)[\s\S]*?\breturning\s+([^)]*?(?:\([^)]*\)[^)]*?)*)(?=\)|$)/gi,
      ),
    ]
    return writes.some(
      ([, table, list]) =>
        distributed.includes(table) && list.split(/,(?![^(]*\))/).some((item) => !isPlainColumn.test(item)),
    )
  },
  'a write that joins tables of workers and coordinator': (text) => {
    const rest = withoutMaterialized(text)
    return (
      isWrite.test(rest) &&
      onWorkers.test(rest) &&
      onCoordinator.test(rest) &&
      !/\bas\s*\(\s*(delete|update|insert)/i.test(rest)
    )
  },
  'a lateral join over several plants': (text) =>
    /\blateral\s*\(/i.test(text) && onWorkers.test(withoutMaterialized(text)) && !ofOnePlant.test(text),
  'rows of the coordinator locked by what the workers have': (text) =>
    /\bfor\s+(no\s+key\s+update|update|key\s+share|share)\b/i.test(text) &&
    onWorkers.test(withoutMaterialized(text)) &&
    onCoordinator.test(withoutMaterialized(text)),
  'a sub-select that depends on rows of another machine': (text) => {
    const rest = withoutMaterialized(text)
    return subselectsOf(rest).some((inner) => dependsAfar(inner, aliasesOf(rest)))
  },
  'a cast to an array as a table': (text) => /\bunnest\s*\(\s*[a-z_]+\.\w+::\w+\[\]/i.test(text),
}

/** Texts of a file that look like SQL; names of constants of the same file are filled in. */
function statementsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const constants = new Map()
  const textOf = (node, depth = 0) => {
    if (ts.isTaggedTemplateExpression(node)) return textOf(node.template, depth)
    if (ts.isStringLiteralLike(node)) return node.text
    if (ts.isTemplateExpression(node))
      return node.templateSpans.reduce(
        (whole, { expression, literal }) => whole + fill(expression, depth) + literal.text,
        node.head.text,
      )
    return undefined
  }
  const fill = (expression, depth) => {
    const own = textOf(expression, depth)
    if (own !== undefined) return own
    const known = ts.isIdentifier(expression) && depth < 4 ? constants.get(expression.text) : undefined
    return (known && textOf(known, depth + 1)) ?? `⟨${expression.getText(source)}⟩`
  }
  const found = []
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer) {
      if (textOf(node.initializer) !== undefined) constants.set(node.name.text, node.initializer)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  const collect = (node) => {
    const whole = textOf(node)
    if (whole !== undefined && /\b(select|update|delete|insert)\b/i.test(whole)) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ text: whole, line: line + 1 })
    }
    ts.forEachChild(node, collect)
  }
  collect(source)
  return [...found, ...locksOf(source, (node) => fill(node, 0))]
}

const locks = { forUpdate: 'update', forNoKeyUpdate: 'no key update', forShare: 'share', forKeyShare: 'key share' }

/** What chains of calls that lock rows would send: their tables, conditions and the pieces of SQL in them. */
function locksOf(source, textOf) {
  const found = []
  const visit = (node) => {
    const method = ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression
    const lock = method && Object.hasOwn(locks, method.name.text) ? locks[method.name.text] : undefined
    if (lock !== undefined) {
      const { line } = source.getLineAndCharacterOfPosition(method.name.getStart(source))
      found.push({ text: `select * ${partsOf(method.expression, textOf).join(' ')} for ${lock}`, line: line + 1 })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** The calls of a chain, as SQL that is close enough for the rules. */
function partsOf(chain, textOf) {
  if (!ts.isCallExpression(chain) || !ts.isPropertyAccessExpression(chain.expression)) return []
  const { expression, name } = chain.expression
  const [first, operator] = chain.arguments
  const words = first && ts.isStringLiteralLike(first) ? first.text : ''
  const before = name.text === 'selectFrom' ? 'from ' : /Join$/.test(name.text) ? 'join ' : ''
  const condition = operator && ts.isStringLiteralLike(operator) && operator.text === '=' ? ' = $1' : ''
  const pieces = []
  const collect = (node) => {
    if (ts.isIdentifier(node) || ts.isTemplateLiteral(node)) pieces.push(textOf(node))
    else ts.forEachChild(node, collect)
  }
  for (const argument of chain.arguments) collect(argument)
  return [...partsOf(expression, textOf), `${before}${words}${condition}`, ...pieces]
}

/** `file:line` and rule of each fault of statements that name a table of the workers. */
const listRefused = (file, statements) =>
  statements.flatMap(({ text, line }) =>
    Object.entries(rules)
      .filter(([, breaks]) => breaks(text))
      .map(([name]) => ({ name, place: `${file}:${line}` })),
  )
const readStatements = (file, text) => statementsOf(file, text).filter((statement) => onWorkers.test(statement.text))
const findRefused = (file, text) => listRefused(file, readStatements(file, text))

const blind = Object.keys(rules).flatMap((name) => {
  const statements = planted[name] ?? []
  if (statements.length === 0) return [`No statement is planted for "${name}".`]
  return statements
    .filter((text) => !findRefused('planted.ts', text).some((found) => found.name === name))
    .map((text) => `The check is blind to "${name}": ${text}`)
})
const falseAlarms = innocent.flatMap((text) =>
  findRefused('innocent.ts', text).map(({ name }) => `False alarm, "${name}": ${text}`),
)
const files = execFileSync('git', ['ls-files', 'apps/server/src/*.ts', 'apps/server/src/**/*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && !/\.test\.ts$|\/testing\//.test(file))
let seen = 0
const faults = [...new Set(files)].flatMap((file) => {
  const statements = readStatements(file, readFileSync(file, 'utf8'))
  seen += statements.length
  return listRefused(file, statements).map(({ name, place }) => `${place}: ${name}`)
})
for (const line of [...blind, ...falseAlarms, ...faults]) console.error(line)
console.log(`statements of a cluster: ${seen} over its workers, ${faults.length} that it refuses`)
if (blind.length + falseAlarms.length + faults.length > 0 || distributed.length < 10 || seen < 50) process.exitCode = 1
