// npm run bench [name ...]: the figures of docs/benchmarks.md. Each bench prints what it measured and with what.
import { readdirSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { run } from './run.mjs'

await buildAll()
const all = readdirSync('tools/bench')
  .filter((f) => f.endsWith('.ts') && !f.includes('.part.'))
  .map((f) => f.slice(0, -3))
const wanted = process.argv.length > 2 ? process.argv.slice(2) : all
let failed = 0
for (const name of wanted) {
  console.log(`\n== ${name} (npm run bench ${name})`)
  const { code } = await run('node_modules/.bin/tsx', [`tools/bench/${name}.ts`])
  if (code !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
