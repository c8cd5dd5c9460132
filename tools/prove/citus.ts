/**
 * The product on a cluster (Citus): an existing database is distributed and every read call answers, records come over real
 * sockets while machines die, and the rooms' own tests run on databases that are spread over the workers.
 *
 *   CITUS_URL=postgres://postgres@coordinator/database npm run prove citus [-- --only calls|records|rooms
 *     --rooms delivery,insight --kill-worker COMMAND --start-worker COMMAND --restart-coordinator COMMAND]
 *
 * The URL names a superuser and a database of the coordinator that knows its workers; each part makes databases of its
 * own and drops them. The machines must admit this superuser and the role heliograph_app without a password: a cluster
 * for tests alone. The commands end a worker as a power cut would, start it, and restart the coordinator.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { recountPlant } from '@heliograph/server/intake/ingest/ingest.ts'
import { driveLoggers, storedRecords } from '@heliograph/server/intake/ingest/testing/driven-loggers.ts'
import { distributedTables } from '@heliograph/server/operator/distribution/distribution.ts'
import type { ClusterConnection } from '@heliograph/server/platform/db/cluster.ts'
import { clientOf } from '@heliograph/server/platform/db/cluster-connection.ts'
import { APPLICATION_ROLE, prepareApplicationRole } from '@heliograph/server/platform/db/cluster-role.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import {
  dropSpread,
  prepareWorkers,
  readCoordinator,
  spreadDatabase,
} from '@heliograph/server/testing/spread-database.ts'
import { pino } from 'pino'

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    rooms: { type: 'string', default: '' },
    'kill-worker': { type: 'string' },
    'start-worker': { type: 'string' },
    'restart-coordinator': { type: 'string' },
  },
})
const url = process.env.CITUS_URL
if (!url) {
  console.log('CITUS_URL is not set, so nothing was tried: 0 passed, 0 failed')
  process.exit(2)
}
const log = pino({ level: 'error' })
const coordinator = readCoordinator(url)
const workers = await prepareWorkers(coordinator)
let passed = 0
let failed = 0

const note = (isRight: boolean, what: string): void => {
  if (isRight) passed++
  else failed++
  console.log(`${isRight ? 'ok  ' : 'FAIL'} ${what}`)
}

/** A migrated database of its own on the coordinator, not spread yet. */
async function withDatabase(work: (own: ClusterConnection, address: string) => Promise<void>): Promise<void> {
  const own = { ...coordinator, database: `prove_${randomBytes(4).toString('hex')}` }
  const connection = await prepareApplicationRole(own)
  const address = `postgres://${APPLICATION_ROLE}@${own.host}:${own.port}/${own.database}`
  try {
    const db = await openDatabase({ connection, poolSize: 2, log })
    await migrate(db.pool, { log }).finally(db.close)
    await work(own, address)
  } finally {
    await dropSpread(own, workers)
  }
}

const countRows = async (own: ClusterConnection): Promise<string> => {
  const client = await clientOf(own)
  try {
    const counts: string[] = []
    for (const table of distributedTables) {
      const { rows } = await client.query<{ n: number }>(`select count(*)::int as n from ${table}`)
      counts.push(`${table} ${rows[0]?.n}`)
    }
    return counts.join(', ')
  } finally {
    await client.end()
  }
}

/** `npm run prove` built the server. Twenty plants with five days are filled on a plain database, which is then distributed; the read calls answer as before. */
async function proveCalls(): Promise<void> {
  const answered = (output: string): string => /\d+ of \d+ calls answered/.exec(output)?.[0] ?? ''
  // Its key seals secrets in the database: both servers need the same folder.
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-prove-'))
  const bench = (address: string, part: string): string => {
    const { stdout, status } = spawnSync(
      'node_modules/.bin/tsx',
      [
        ...['tools/bench/calls.ts', '--database', address, '--part', part],
        ...['--plants', '20', '--days', '5', '--rounds', '1'],
        ...(part === 'measure' ? ['--keep', folder] : []),
      ],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
    )
    // A call whose sample says something else than this database has is refused on each engine alike.
    if (part === 'fill' && status !== 0) throw new Error('the database was not filled')
    return stdout
  }
  await withDatabase(async (own, address) => {
    bench(address, 'fill')
    const answeredBefore = answered(bench(address, 'measure'))
    const before = await countRows(own)
    await spreadDatabase(own, workers)
    note((await countRows(own)) === before, `a filled database is distributed: ${before}`)
    const answeredAfter = answered(bench(address, 'measure'))
    note(
      answeredAfter !== '' && answeredAfter === answeredBefore,
      `${answeredAfter}, ${answeredBefore} before it was distributed`,
    )
  })
  rmSync(folder, { recursive: true })
}

const LOGGERS = 24
const RECORDS_EACH = 150

type Outage = Readonly<{ what: string; commands: readonly string[]; waitMs: number }>

/** Commands that were named; the others are not tried, and it says so. */
function listOutages(): Outage[] {
  const outages: Outage[] = []
  const { 'kill-worker': kill, 'start-worker': start, 'restart-coordinator': restart } = options
  if (kill && start) outages.push({ what: 'a worker killed and back', commands: [kill, start], waitMs: 3_000 })
  else console.log('not tried: a worker killed and back (--kill-worker, --start-worker)')
  if (restart) outages.push({ what: 'the coordinator restarted under load', commands: [restart], waitMs: 0 })
  else console.log('not tried: the coordinator restarted under load (--restart-coordinator)')
  return outages
}

async function readDays(client: Awaited<ReturnType<typeof clientOf>>): Promise<string> {
  const { rows } = await client.query<{ text: string }>(
    "select plant_id || ' ' || day || ' ' || samples || ' ' || generation_wh as text from plant_days order by plant_id, day",
  )
  return rows.map(({ text }) => text).join('\n')
}

async function recountAll(address: string, plants: number): Promise<void> {
  const db = await openDatabase({ url: address, poolSize: 2, log })
  const { signal } = new AbortController()
  for (let plantId = 1; plantId <= plants; plantId++) await recountPlant(db, plantId, { signal, onProgress: () => {} })
  await db.close()
}

/** Records over real sockets, each acknowledged after its commit; meanwhile machines die. */
async function proveRecords(): Promise<void> {
  const outages = listOutages().flatMap((outage) => [outage, outage])
  await withDatabase(async (own, address) => {
    await spreadDatabase(own, workers)
    const script = new URL('../../apps/server/src/intake/ingest/testing/ingest-child.ts', import.meta.url).pathname
    const server: ChildProcess = spawn(process.execPath, ['--import', 'tsx', script, address, String(LOGGERS)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    try {
      const [line] = await once(createInterface({ input: server.stdout as NodeJS.ReadableStream }), 'line')
      const { port } = JSON.parse(String(line)) as { port: number }
      const driven = driveLoggers({
        port: () => port,
        loggers: LOGGERS,
        recordsEach: RECORDS_EACH,
        startMs: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - RECORDS_EACH * MINUTE_MS,
        whenBack: () => delay(200),
      })
      const share = Math.floor((LOGGERS * RECORDS_EACH) / (outages.length + 1))
      for (const [n, { what, commands, waitMs }] of outages.entries()) {
        await driven.whenAcked((n + 1) * share - Math.floor(share / 2))
        for (const command of commands) {
          execFileSync('sh', ['-c', command], { stdio: 'inherit' })
          await delay(waitMs)
        }
        console.log(`     ${what}, after ${(n + 1) * share - Math.floor(share / 2)} records`)
      }
      await driven.done
      const client = await clientOf(own)
      const stored = await storedRecords(client)
      const counted = await readDays(client)
      await recountAll(address, LOGGERS)
      const again = await readDays(client)
      await client.end()
      const lost = [...driven.acked].filter(([serial, sent]) =>
        [...sent].some((record) => !stored.get(serial)?.includes(record)),
      )
      const count = [...stored.values()].reduce((sum, records) => sum + records.length, 0)
      note(lost.length === 0, `${LOGGERS * RECORDS_EACH} acknowledged records, none lost`)
      note(count === LOGGERS * RECORDS_EACH, `${count} stored, none twice`)
      note(
        counted !== '' && counted === again,
        'the days of all plants are those of a recount: nothing is counted twice',
      )
    } finally {
      server.kill('SIGTERM')
      await once(server, 'close')
    }
  })
}

const rooms = [
  ...['fleet/telemetry', 'fleet/now', 'fleet/plants', 'insight', 'intake/moves', 'intake/imports'],
  ...['delivery', 'platform/jobs'],
]
/** They make databases of older versions, or take longer than their time on any cluster. */
const left = ['**/older-database.test.ts', '**/order.test.ts']

/** The tests of rooms that read or write telemetry, each file on a database of its own. */
async function proveRooms(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'heliograph-prove-'))
  const report = join(folder, 'vitest.json')
  const flags = ['run', '--project', 'server', '--reporter=default', '--reporter=json', `--outputFile=${report}`]
  const excluded = left.flatMap((pattern) => ['--exclude', pattern])
  const folders = (options.rooms === '' ? rooms : options.rooms.split(',')).map((room) => `apps/server/src/${room}`)
  const tests = spawn('node_modules/.bin/vitest', [...flags, ...excluded, ...folders], {
    env: { ...process.env, HELIOGRAPH_TEST_CITUS: url },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await once(tests, 'close')
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  rmSync(folder, { recursive: true })
  passed += numPassedTests
  failed += numFailedTests
  console.log(`rooms: ${numPassedTests} tests passed, ${numFailedTests} failed; left out: ${left.join(', ')}`)
}

const parts = { calls: proveCalls, records: proveRecords, rooms: proveRooms }
for (const [name, prove] of Object.entries(parts))
  if (options.only === '' || options.only === name)
    await prove().catch((error: unknown) => note(false, `${name}: ${error instanceof Error ? error.message : error}`))
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
