// npm run bench [name ... [-- --flag value ...]]: the figures of docs/benchmarks.md. Flags go to each bench named.
import { readdirSync } from 'node:fs'
import { buildAll, buildBench } from './build.mjs'
import { run } from './run.mjs'

await buildAll()
const all = readdirSync('tools/bench')
  .filter((f) => f.endsWith('.ts') && !f.includes('.part.'))
  .map((f) => f.slice(0, -3))
const given = process.argv.slice(2)
const firstFlag = given.findIndex((one) => one.startsWith('--'))
const flags = firstFlag < 0 ? [] : given.slice(firstFlag)
const names = firstFlag < 0 ? given : given.slice(0, firstFlag)
const measuresInside = ['alarms', 'imports', 'ingest', 'now']
const wanted = names.length > 0 ? names : all
let failed = 0
for (const name of wanted) {
  console.log(`\n== ${name} (npm run bench ${name})`)
  const { code } = measuresInside.includes(name)
    ? await run(process.execPath, [await buildBench(name), ...flags])
    : await run('node_modules/.bin/tsx', [`tools/bench/${name}.ts`, ...flags])
  if (code !== 0) failed++
}
process.exit(failed === 0 ? 0 : 1)
