// npm run check: lint, types, numbers of migrations, statements of a cluster, titles, doc comments, style, directions, dead code, tests.
// npm run check:fast: all but dead code and tests.
import { readFileSync } from 'node:fs'
import { run } from './run.mjs'
import './link-workspaces.mjs'

const isFast = process.argv.includes('--fast')
const bin = (name) => `node_modules/.bin/${name}`
const lint = ['lint and format', bin('biome'), ['check', '--error-on-warnings', '.']]
const types = ['types', 'node', ['tools/run/types.mjs']]
const directions = ['directions', 'node', ['tools/check/directions.mjs']]
const titles = ['test titles', 'node', ['tools/check/test-titles.mjs']]
const docs = ['doc comments', 'node', ['tools/check/doc-comments.mjs']]
const style = ['house style', 'node', ['tools/check/house-style.mjs']]
const cluster = ['statements of a cluster', 'node', ['tools/check/cluster-statements.mjs']]
const migrations = ['numbers of migrations', 'node', ['tools/check/migrations.mjs']]
const deadCode = ['dead code', 'node', ['tools/check/dead-code.mjs']]
const tests = [
  'unit and room tests',
  bin('vitest'),
  ['run', '--reporter=default', '--reporter=json', '--outputFile=.cache/vitest.json'],
]

let failed = 0
async function runStep([name, command, args]) {
  const startedMs = performance.now()
  const { code } = await run(command, args)
  const seconds = ((performance.now() - startedMs) / 1000).toFixed(1)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
  if (code !== 0) failed++
}

/** Two cores: each takes the next step when it is free, the longest first. */
const steps = [types, lint, directions, ...(isFast ? [] : [deadCode]), style, cluster, titles, docs, migrations]
async function takeSteps() {
  for (let step = steps.shift(); step; step = steps.shift()) await runStep(step)
}
await Promise.all([takeSteps(), takeSteps()])
if (!isFast) {
  await runStep(tests)
  const report = JSON.parse(readFileSync('.cache/vitest.json', 'utf8'))
  console.log(`vitest: ${report.numPassedTests} passed, ${report.numFailedTests} failed`)
}
process.exit(failed === 0 ? 0 : 1)
