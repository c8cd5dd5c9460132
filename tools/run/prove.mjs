// npm run prove measured|simulated|layout-photos|citus [-- --flag value ...]: tables of docs/alarms.md and docs/benchmarks.md.
import { readdirSync } from 'node:fs'
import { buildAll } from './build.mjs'
import { run } from './run.mjs'

const names = readdirSync('tools/prove').flatMap((file) => (file.endsWith('.ts') ? [file.slice(0, -3)] : []))
const [name = '', ...flags] = process.argv.slice(2)
if (!names.includes(name)) {
  console.error(`npm run prove ${names.join('|')}`)
  process.exit(2)
}
// Its calls are asked of the built server.
if (name === 'citus' && process.env.CITUS_URL) await buildAll()
const { code } = await run('node_modules/.bin/tsx', [`tools/prove/${name}.ts`, ...flags])
process.exit(code ?? 1)
