// npm test: everything that CI runs. Ends with one line: N passed, N failed.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { run } from './run.mjs'

for (const old of ['.cache/vitest.json', '.cache/vitest-15.json', '.cache/playwright.json'])
  rmSync(old, { force: true })

const codes = []
codes.push((await run('node', ['tools/run/check.mjs'])).code)
if (existsSync('/usr/lib/postgresql/15/bin/postgres')) {
  console.log('Room tests once more on PostgreSQL 15 ...')
  const args = [
    'run',
    '--project',
    'server',
    '--reporter=default',
    '--reporter=json',
    '--outputFile=.cache/vitest-15.json',
  ]
  const rooms = [
    ...['fleet/telemetry', 'fleet/loggers', 'fleet/plants', 'fleet/devices'],
    ...['people/accounts', 'http', 'intake/ingest/ingest'],
  ].map((room) => `apps/server/src/${room}`)
  // Refusals, networks and amounts are the same on any PostgreSQL: the run before has shown them. access-matrix stays: it
  // runs the statements of every call.
  const others = [
    ...['hidden-calls', 'public-calls', 'named-plants', 'attacks', 'hostile-calls', 'hostile-values'],
    ...['device-scan-calls', 'late-fleet'],
  ].flatMap((name) => ['--exclude', `**/${name}.test.ts`])
  codes.push(
    (await run('node_modules/.bin/vitest', [...args, ...others, ...rooms], { env: { HELIOGRAPH_TEST_PG: '15' } })).code,
  )
}
codes.push((await run('node', ['tools/run/e2e.mjs'])).code)

let passed = 0
let failed = 0
for (const file of ['.cache/vitest.json', '.cache/vitest-15.json'])
  if (existsSync(file)) {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    passed += report.numPassedTests
    failed += report.numFailedTests
  }
if (existsSync('.cache/playwright.json')) {
  const { stats } = JSON.parse(readFileSync('.cache/playwright.json', 'utf8'))
  passed += stats.expected + stats.flaky
  failed += stats.unexpected
}
// A step that failed without a failing test (lint, types, directions, dead code, no report) counts as one failure.
if (failed === 0 && codes.some((code) => code !== 0)) failed = codes.filter((code) => code !== 0).length
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
