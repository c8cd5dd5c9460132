/**
 * p50 and p95 of every read call of /maintain-s and /device-s, and how many statements each runs, as the samples of the tests
 * make it, on 1,000 plants of two inverters, a meter and 30 days each, over HTTP against the built server. A reply that is
 * not 2xx fails the bench: a refusal is quick and says nothing.
 * One plant's month goes through the telemetry room; the other plants' rows are copies of it, because only reading is
 * measured.
 *
 * Calls of the SOLARMAN OpenAPI are measured in turns with ours that say the same (--only openapi).
 *
 *   npm run bench calls [-- --plants 1000 --days 30 --rounds 100 --only trial --keep FOLDER]
 *
 * With --keep the database stays in the folder, and a second run measures it again without filling it. With --database URL
 * it is that one instead, filled or measured as --part says; its statements are not counted (`npm run prove citus`).
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type CallName, calls, endpoints } from '@heliograph/contract/calls.ts'
import { rightsOfRole } from '@heliograph/domain/permissions.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import type { CallParts } from '@heliograph/server/testing/call.ts'
import { callSamples } from '@heliograph/server/testing/call-samples.ts'
import { pino } from 'pino'
import { type Ask, addMeters, addSubjects, makeSubjects } from './call-subjects.part.ts'
import { addBenchPlants, DAY, dayOf, fillFirstPlant } from './history.part.ts'
import { measurePairs, pairCalls } from './openapi.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '1000' },
    days: { type: 'string', default: '30' },
    rounds: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    keep: { type: 'string' },
    database: { type: 'string' },
    part: { type: 'string', default: 'both' },
  },
})
const PLANTS = Number(options.plants)
const DAYS = Number(options.days)
const ROUNDS = Number(options.rounds)
const WARM = 10
const account = { account: 'bench', password: 'Bench-the-sun-9' }
const log = pino({ level: 'error' })
const isFilled = options.keep !== undefined && existsSync(options.keep)
const dataDir = options.keep ?? mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-calls-'))

async function fill(): Promise<void> {
  const cluster = options.database === undefined ? await startCluster({ dataDir, log }) : undefined
  const server = cluster ? { connection: cluster.connection } : { url: options.database ?? '' }
  const db = await openDatabase({ ...server, poolSize: 2, log })
  try {
    await migrate(db.pool, { log })
    const userId = await addUser(db, { ...account, isAdmin: true })
    await addBenchPlants(db, PLANTS)
    const nowMs = Date.now()
    await fillFirstPlant(db, nowMs, DAYS)
    await copyFirst(db, userId, await addMeters(db, PLANTS, nowMs))
    await addSubjects(db, userId, PLANTS, nowMs)
    await db.pool.query('analyze')
  } finally {
    await db.close()
    await cluster?.stop()
  }
}

async function copyFirst(db: Db, userId: number, firstMeter: number): Promise<void> {
  await db.pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select p, $2, 'owner', $3 from generate_series(1, $1::int) p`,
    [PLANTS, userId, [...rightsOfRole.owner]],
  )
  await db.pool.query(
    `insert into loggers (wire, address, plant_id, last_seen_at) select 'solarman-v5', '17' || lpad(p::text, 6, '0'), p, now()
     from generate_series(1, $1::int) p`,
    [PLANTS],
  )
  await db.pool.query('update devices set logger_id = plant_id')
  for (const table of ['samples', 'sealed_days', 'device_latest', 'device_rollups', 'plant_days']) {
    const { rows } = await db.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position`,
      [table],
    )
    const ofDevice = `case device_id when ${firstMeter} then ${firstMeter} + p - 1 else (p - 1) * 2 + device_id end`
    const copies: Record<string, string> = { plant_id: 'p', device_id: ofDevice }
    const columns = rows.map(({ name }) => `"${name}"`).join(', ')
    const values = rows.map(({ name }) => copies[name] ?? `"${name}"`).join(', ')
    await db.pool.query(
      `insert into ${table} (${columns}) select ${values} from ${table}, generate_series(2, ${PLANTS}) p where plant_id = 1`,
    )
  }
}

/** Calls that read something of one plant, device or logger, or of all plants. */
function isRead(name: CallName): boolean {
  const entry: Readonly<{ right: Readonly<{ kind: string }>; reads?: boolean; stream?: boolean }> = calls[name]
  const isAbout = ['plant', 'device', 'logger', 'owner', 'user'].includes(entry.right.kind)
  const isPlain = entry.stream !== true && (name.startsWith('GET ') || entry.reads === true)
  return isAbout && isPlain && /^\w+ \/(maintain-s|device-s)\//.test(name)
}

/** The samples are of other days: their dates become yesterday, which has data. */
function requestOf(name: CallName, { params = {}, query = {} }: CallParts, dateMs: number) {
  const [method = 'GET', template = ''] = name.split(' ')
  const path = template.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params[key])))
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) search.append(key, /^\d{4}-\d\d-\d\d$/.test(String(one)) ? dayOf(dateMs) : String(one))
  const text = search.toString()
  return { method, path: text === '' ? path : `${path}?${text}` }
}

type Measured = Readonly<{ name: string; p50: number; p95: number; statements: number; status: string }>

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

const print = ({ name, p50, p95, statements, status }: Measured) =>
  console.log(`${name.padEnd(72)} p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${statements} SQL ${status}`)

/** The built server on the filled database, and what is asked of it as its user. */
async function startServer(): Promise<Readonly<{ server: ChildProcess; request: Request; url: string }>> {
  const port = 18_900 + Math.floor(Math.random() * 900)
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      LOGGER_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: options.database ?? '',
      LOG_LEVEL: 'error',
      NODE_ENV: 'production',
      CALL_UNITS_PER_MINUTE: '0',
    },
    stdio: 'ignore',
  })
  while (
    !(await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 50))
  const form = new URLSearchParams({ grant_type: 'password', username: account.account, password: account.password })
  const { access_token: token } = (await (
    await fetch(`${url}/oauth2-s/oauth/token`, { method: 'POST', body: form })
  ).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const request: Request = (method, path, body) =>
    fetch(url + path, { method, headers, ...(method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }) })
  return { server, request, url }
}
type Request = (method: string, path: string, body?: unknown) => Promise<Response>

/** What PostgreSQL ran meanwhile; the server's own work comes between, so the least of a few counts. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const path = join(dataDir, 'postgres.log')
  const counts: number[] = []
  for (let n = 0; n < 5; n++) {
    const from = statSync(path).size
    await work()
    counts.push(
      (
        readFileSync(path)
          .subarray(from)
          .toString('utf8')
          .match(/ LOG: {2}(execute|statement)/g) ?? []
      ).length,
    )
  }
  return Math.min(...counts)
}

/** From now on PostgreSQL writes down each statement. */
async function logStatements(): Promise<void> {
  writeFileSync(join(dataDir, 'postgres.conf'), "log_statement = 'all'\n")
  process.kill(Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGHUP')
  await new Promise((resolve) => setTimeout(resolve, 1_000))
}

async function measure(): Promise<void> {
  rmSync(join(dataDir, 'postgres.conf'), { force: true })
  const { server, request, url } = await startServer()
  const ask: Ask = async (method, path, body) => {
    const reply = await request(method, path, body)
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return (await reply.json()) as Record<string, unknown>
  }
  if (options.only === '' || options.only === 'openapi')
    await measurePairs(await pairCalls(url, ask, account.password, PLANTS), ROUNDS)
  const nowMs = Date.now()
  const subjects = await makeSubjects(ask, nowMs)
  const names = (Object.keys(endpoints) as CallName[]).filter((name) => isRead(name) && name.includes(options.only))
  console.log(
    `${PLANTS} plants x 2 inverters x 20 quantities x ${DAYS} days; ${ROUNDS} calls each, one at a time, a plant at random`,
  )
  const call = async (name: CallName, n: number): Promise<number> => {
    const plant = 1 + ((n * 7_919) % PLANTS)
    const device = plant * 2 - 1
    const place = { plant, device, meter: PLANTS * 2 + plant, logger: plant, organization: 1 }
    const parts = (subjects[name] ?? callSamples[name])(place)
    const { method, path } = requestOf(name, parts, nowMs - DAY)
    const reply = await request(method, path, parts.body)
    await reply.arrayBuffer()
    return reply.status
  }
  const times = new Map<CallName, Omit<Measured, 'statements'>>()
  for (const name of names) {
    const taken: number[] = []
    const statuses = new Set<number>()
    for (let n = 0; n < ROUNDS + WARM; n++) {
      const began = performance.now()
      statuses.add(await call(name, n))
      if (n >= WARM) taken.push(performance.now() - began)
    }
    const status = [...statuses].filter((value) => value < 200 || value > 299).join(' ')
    times.set(name, { name, p50: quantile(taken, 0.5), p95: quantile(taken, 0.95), status })
  }
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  if (options.database === undefined) await logStatements()
  const measured: Measured[] = []
  for (const [name, one] of times) {
    const statements = options.database === undefined ? await countStatements(() => call(name, 7)) : Number.NaN
    const full = { ...one, statements }
    measured.push(full)
    print(full)
  }
  console.log('\nthe slowest:')
  for (const one of [...measured].sort((a, b) => b.p95 - a.p95).slice(0, 15)) print(one)
  console.log('\nmost statements:')
  for (const one of [...measured].sort((a, b) => b.statements - a.statements).slice(0, 10)) print(one)
  console.log(
    `resident memory of the server after ${(ROUNDS + WARM) * names.length} calls: ${(Number(rss) / 1024).toFixed(0)} MB`,
  )
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
  const refused = measured.filter(({ status }) => status !== '')
  console.log(`${measured.length - refused.length} of ${measured.length} calls answered`)
  if (refused.length > 0) throw new Error(`refused: ${refused.map(({ name }) => name).join(', ')}`)
}

try {
  const began = performance.now()
  if (!isFilled && options.part !== 'measure') await fill()
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  if (options.part !== 'fill') await measure()
} finally {
  if (options.keep === undefined) rmSync(dataDir, { recursive: true, force: true })
}
