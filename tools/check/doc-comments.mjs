// Finds exported functions of the pure packages without a doc comment. Planted ones prove first that the check sees.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const packages = ['domain', 'wires', 'devices', 'solar']

const isExported = (node) => node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true

/** Names of the functions that a statement exports: `export function f`, `export const f = () => ...`. */
function listFunctions(statement) {
  if (!isExported(statement)) return []
  if (ts.isFunctionDeclaration(statement)) return [statement.name.text]
  if (!ts.isVariableStatement(statement)) return []
  return statement.declarationList.declarations
    .filter(
      ({ initializer }) => initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
    )
    .map(({ name }) => name.text)
}

/** Whether the comment directly above a statement is a doc comment. */
function isDocumented(statement, text) {
  const above = ts.getLeadingCommentRanges(text, statement.pos)?.at(-1)
  return above !== undefined && text.startsWith('/**', above.pos) && !text.startsWith('/***', above.pos)
}

function listUndocumented(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const functions = source.statements.flatMap((statement) =>
    listFunctions(statement).map((name) => ({ name, statement })),
  )
  const missing = functions.filter(({ statement }) => !isDocumented(statement, text)).map(({ name }) => name)
  return { count: functions.length, missing }
}

const planted = [
  'export function planted() {}',
  'export async function planted() {}',
  'export const planted = () => 1',
  'export const planted = function () {}',
  '// Not a doc comment.\nexport function planted() {}',
  '/** Of another one. */\nexport const other = () => 1\nexport const planted = () => 1',
  '/** Of another one. */\n// Not a doc comment.\nexport const planted = () => 1',
]
const innocent = [
  '/** Says why. */\nexport function innocent() {}',
  '/** Says why. */\nexport const innocent = () => 1',
  'export const innocent = 1',
  'function innocent() {}',
]

const blind = planted.filter((text) => listUndocumented('planted.ts', text).missing.join() !== 'planted')
const falseAlarms = innocent.filter((text) => listUndocumented('planted.ts', text).missing.length > 0)
for (const text of blind) console.error(`The check is blind: the planted function was not found in ${text}`)
for (const text of falseAlarms) console.error(`False alarm: ${text}`)

const patterns = packages.map((name) => `packages/${name}/src/*.ts`)
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...patterns], {
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => file && !file.endsWith('.test.ts') && ts.sys.fileExists(file))
let total = 0
let undocumented = 0
for (const file of files) {
  const { count, missing } = listUndocumented(file, readFileSync(file, 'utf8'))
  for (const name of missing) console.error(`${file}: ${name} has no doc comment`)
  total += count
  undocumented += missing.length
}
console.log(`doc comments: ${total} exported functions in ${files.length} files, ${undocumented} without one`)
process.exitCode = blind.length + falseAlarms.length + undocumented > 0 || total < 100 ? 1 : 0
