// npm run check: lint, types, directions, dead code, texts, unit and room tests.
import { readFileSync } from 'node:fs'
import { run } from './run.mjs'

const bin = (name) => `node_modules/.bin/${name}`
let failed = 0
async function step(name, command, args) {
  const started = Date.now()
  const { code } = await run(command, args)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`)
  if (code !== 0) failed++
}

await step('lint and format', bin('biome'), ['check', '--error-on-warnings', '.'])
await step('types', bin('tsc'), ['-p', 'tsconfig.json'])
await step('directions', 'node', ['tools/check/directions.mjs'])
await step('dead code', bin('knip'), ['--no-progress'])
await step('unit and room tests', bin('vitest'), [
  'run',
  '--reporter=default',
  '--reporter=json',
  '--outputFile=.cache/vitest.json',
])

const report = JSON.parse(readFileSync('.cache/vitest.json', 'utf8'))
console.log(`vitest: ${report.numPassedTests} passed, ${report.numFailedTests} failed`)
process.exit(failed === 0 ? 0 : 1)
