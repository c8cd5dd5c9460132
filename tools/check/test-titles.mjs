// Finds titles of tests that are longer than 80 characters. Planted titles prove first that the check sees.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const LONGEST = 80
const calls = new Set(['it', 'test', 'describe'])
const parts = new Set([
  'describe',
  'step',
  'each',
  'for',
  'only',
  'skip',
  'skipIf',
  'runIf',
  'concurrent',
  'sequential',
])

/** Whether an expression is `it`, `test.describe`, `describe.skipIf(...)`, `it.each(...)` and the like. */
function isTitled(expression) {
  if (ts.isIdentifier(expression)) return calls.has(expression.text)
  if (ts.isPropertyAccessExpression(expression))
    return parts.has(expression.name.text) && isTitled(expression.expression)
  const inner = ts.isTaggedTemplateExpression(expression) ? expression.tag : expression.expression
  return (ts.isCallExpression(expression) || ts.isTaggedTemplateExpression(expression)) && isTitled(inner)
}

/** `file:line` and title of each title in a file; a template counts with its placeholders. */
function listTitles(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const found = []
  const visit = (node) => {
    const [first] = ts.isCallExpression(node) ? node.arguments : []
    if (first && isTitled(node.expression) && (ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) {
      const { line } = source.getLineAndCharacterOfPosition(first.getStart(source))
      found.push({ place: `${file}:${line + 1}`, title: first.getText(source).slice(1, -1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

const findLong = (file, text) => listTitles(file, text).filter(({ title }) => title.length > LONGEST)

const long = 'x'.repeat(LONGEST + 1)
const planted = [
  `it('${long}', () => {})`,
  `test("${long}", () => {})`,
  `describe('outer', () => { it.each([1])('${long}', () => {}) })`,
  `test.describe('${long}', () => {})`,
  `describe.skipIf(true)(\`${long}\`, () => {})`,
  `it.each\`a\`('${long}', () => {})`,
  `it(\`${'x'.repeat(LONGEST - 5)}\${name}\`, () => {})`,
]
const innocent = [`it('${long.slice(1)}', () => {})`, `test.db.pool.query('${long}')`, `insert('${long}')`]

const blind = planted.filter((text) => findLong('planted.test.ts', text).length !== 1)
const falseAlarms = innocent.filter((text) => findLong('planted.test.ts', text).length > 0)
for (const text of blind) console.error(`The check is blind: the planted title was not found in ${text}`)
for (const text of falseAlarms) console.error(`False alarm: ${text}`)

const patterns = ['*.test.ts', '*.test.tsx', '*.spec.ts']
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--deduplicate', ...patterns], {
  encoding: 'utf8',
})
const files = listed.split('\n').filter((file) => file && ts.sys.fileExists(file))
const titles = files.flatMap((file) => listTitles(file, readFileSync(file, 'utf8')))
const tooLong = titles.filter(({ title }) => title.length > LONGEST)
for (const { place, title } of tooLong) console.error(`${place}: ${title.length} characters: ${title}`)
console.log(`test titles: ${titles.length} in ${files.length} files, ${tooLong.length} over ${LONGEST} characters`)
process.exitCode = blind.length + falseAlarms.length + tooLong.length > 0 || titles.length < 1000 ? 1 : 0
