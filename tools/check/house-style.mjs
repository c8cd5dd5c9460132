// Finds what the house writes otherwise: object literals spread into an object literal, plain constants of a module that
// are not in capitals, names that do not say what they hold, comments that open with a question word instead of their
// subject. Planted cases prove first that the check sees.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'

const capitals = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/
const isTest = (file) => /\.(test|spec)\.tsx?$|\/testing\/|^(e2e|tools)\//.test(file)
/** Words of a name, in product code. */
const dialect = new Set(['told', 'untold', 'said', 'unsaid', 'homeless', 'unborn', 'strangers', 'makers', 'asks'])
const wordsOf = (name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(' ')
const isFunction = (node) => ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)

/** The name that a declaration brings in, when it says nothing of what it holds. */
function findDialect(node, parent) {
  const isLocal = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isBindingElement(node)
  const declares = isLocal || ts.isFunctionDeclaration(node) || ts.isTypeAliasDeclaration(node)
  if (!declares || !node.name || !ts.isIdentifier(node.name)) return undefined
  const { text } = node.name
  if (wordsOf(text).some((word) => dialect.has(word))) return text
  const isParameter = ts.isParameter(node) && isFunction(parent)
  if (isParameter && (text === 'given' || text === 'of')) return text
  // In a comparison `one` and `other` are a pair.
  const isLambda = isParameter && !ts.isFunctionDeclaration(parent) && parent.parameters.length === 1
  return isLambda && text === 'one' ? text : undefined
}

const arithmetic = new Set([
  ts.SyntaxKind.PlusToken,
  ts.SyntaxKind.MinusToken,
  ts.SyntaxKind.AsteriskToken,
  ts.SyntaxKind.SlashToken,
  ts.SyntaxKind.AsteriskAsteriskToken,
])

/** Milliseconds of a minute, an hour and a day; domain/duration.ts names them. */
const spans = new Set(['60000', '3600000', '86400000'])
/** These name spans themselves, or have such numbers of something else. */
const isSpanSource = (file) =>
  /^vitest\.config\.ts|^packages\/(domain\/src\/duration\.ts|solar\/)|^apps\/simulator\/src\/fleet\.ts/.test(file)
const isSpan = (node) => ts.isNumericLiteral(node) && spans.has(node.text)

/** A quantity that is divided for a formatter which multiplies it again. */
const isScaledTwice = (node) =>
  ts.isCallExpression(node) &&
  ts.isPropertyAccessExpression(node.expression) &&
  ts.isIdentifier(node.expression.expression) &&
  node.expression.expression.text === 'format' &&
  /^(energy|power|peak)/.test(node.expression.name.text) &&
  node.arguments.some(
    (argument) =>
      ts.isBinaryExpression(argument) &&
      argument.operatorToken.kind === ts.SyntaxKind.SlashToken &&
      ts.isNumericLiteral(argument.right) &&
      argument.right.text === '1000',
  )

/** Whether an expression is a number, a text without places, or arithmetic of those and of constants. */
function isPlain(node) {
  if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node) || ts.isStringLiteralLike(node)) return true
  if (ts.isPrefixUnaryExpression(node)) return isPlain(node.operand)
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return isPlain(node.expression)
  if (!ts.isBinaryExpression(node) || !arithmetic.has(node.operatorToken.kind)) return false
  return [node.left, node.right].every((side) => isPlain(side) || (ts.isIdentifier(side) && capitals.test(side.text)))
}

const questions = /(?<=^|[\s{])(?:\/\/ +|\/\*[\s*]*)(What|Who|Whoever|Whatever|Whose)\b/gm
/** Text up to a line comment that stands alone below another one and so continues it. */
const continued = /(?:^|\n)[ \t]*\/\/.*\n[ \t]*$/

/** Places and first words of the comments that open with a question word. */
const findQuestions = (text) =>
  [...text.matchAll(questions)]
    .filter(({ 0: opening, index }) => !opening.startsWith('//') || !continued.test(text.slice(0, index)))
    .map(({ 1: word, index }) => ({ word, index }))

/** `file:line` and words for each fault of a file. */
function listFaults(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
  const faults = []
  const note = (position, words) => {
    const { line } = source.getLineAndCharacterOfPosition(position)
    faults.push(`${file}:${line + 1}: ${words}`)
  }
  const tell = (node, words) => note(node.getStart(source), words)
  if (!isTest(file))
    for (const { word, index } of findQuestions(text))
      note(index, `the comment opens with ${word}; its subject, a noun, comes first`)
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement) || !(statement.declarationList.flags & ts.NodeFlags.Const)) continue
    for (const { name, initializer } of statement.declarationList.declarations)
      if (initializer && ts.isIdentifier(name) && isPlain(initializer) && !capitals.test(name.text))
        tell(name, `${name.text} is a plain constant and stands in capitals`)
  }
  const visit = (node, parent) => {
    const name = isTest(file) ? undefined : findDialect(node, parent)
    if (name) tell(node, `${name} does not say what it holds`)
    const isSpread = ts.isSpreadAssignment(node) || ts.isJsxSpreadAttribute(node)
    if (isSpread && ts.isObjectLiteralExpression(node.expression)) tell(node, 'the spread object is its properties')
    if (isSpan(node) && !isTest(file) && !isSpanSource(file))
      tell(node, 'a span of time has its name in domain/duration.ts')
    if (isScaledTwice(node)) tell(node, 'a quantity is formatted in the unit that it has')
    ts.forEachChild(node, (child) => visit(child, node))
  }
  visit(source)
  return faults
}

const planted = [
  'const a = { ...{ b: 1 } }',
  'f({ a, ...{ b, c } })',
  'const a = <B {...{ c, d }} />',
  'const mostRows = 10',
  "export const name = 'x'",
  'const windowMs = 5 * MINUTE_MS',
  'const lowest = -1',
  'const f = (startMs) => startMs + 86_400_000',
  'wait(3600000)',
  'const text = format.peakKwp(plant.capacityWp / 1000)',
  'function f(given) {}',
  'const f = (of) => of',
  'rows.map((one) => one.id)',
  'const told = read()',
  'type ToldEvent = { id: number }',
  'function listStrangers() {}',
  'const { reason: said } = failure',
  '/** What a device sends right now. */\nlet sent',
  '/**\n * Who asks for the weather,\n * or null.\n */\nlet weather',
  '// Whoever finishes meets the fault.\nrun()',
  'run() // Whatever it does.',
  'run() // Runs.\n// Whose turn it is.\nrun()',
  'const a = <B>{/* Whose report it is. */}</B>',
]
const innocent = [
  'const text = format.peakWp(plant.capacityWp)',
  'const text = format.moment(atS * 1000, zone)',
  'const a = { ...b, c: 1 }',
  'const a = { ...(b ? { c } : {}) }',
  'const a = <B {...props} />',
  'const MOST_ROWS = 10',
  'function f() { const count = 1 }',
  'let count = 0',
  'const limits = { rows: 10 }',
  'const later = (ms) => ms + 1',
  'const text = read`a`',
  'rows.sort((one, other) => one.at - other.at)',
  'const row = { of: 1, told: 2 }',
  'const f = ({ of }) => of()',
  '/** Quantities that a device delivers now. */\nlet sent',
  '/** Whole days. */\nlet days',
  '// The subject comes first.\n// What follows continues it.\nrun()',
  '/**\n * The subject comes first.\n * What follows continues it.\n */\nrun()',
  "const LINK = 'https://What'",
]

const blind = planted.filter((text) => listFaults('planted.tsx', text).length !== 1)
const falseAlarms = innocent.filter((text) => listFaults('planted.tsx', text).length > 0)
for (const text of blind) console.error(`The check is blind: the planted fault was not found in ${text}`)
for (const text of falseAlarms) console.error(`False alarm: ${text}`)

const listed = execFileSync(
  'git',
  ['ls-files', '-co', '--exclude-standard', '--deduplicate', '*.ts', '*.tsx', '*.mjs'],
  {
    encoding: 'utf8',
  },
)
const files = listed.split('\n').filter((file) => file && ts.sys.fileExists(file))
const faults = files.flatMap((file) => listFaults(file, readFileSync(file, 'utf8')))
for (const fault of faults) console.error(fault)
console.log(`house style: ${files.length} files, ${faults.length} faults`)
process.exitCode = blind.length + falseAlarms.length + faults.length > 0 || files.length < 1000 ? 1 : 0
