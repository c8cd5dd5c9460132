/**
 * p50 and p95 of the plant page's calls on 1,000 plants of two devices and 30 days each, over HTTP against the built
 * server.
 * One plant's month goes through the telemetry room; the other plants' rows are copies of it, because only reading is
 * measured.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addUser } from '@heliograph/server/accounts/accounts.ts'
import { startCluster } from '@heliograph/server/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/db/database.ts'
import { migrate } from '@heliograph/server/db/migrate.ts'
import {
  append,
  type DeviceMeta,
  ensurePartitions,
  type NewSample,
  sealDays,
} from '@heliograph/server/telemetry/telemetry.ts'
import { pino } from 'pino'
import { createBenchPlant, kinds, RATED_W, readPlant, zone } from './telemetry.part.ts'

const PLANTS = 1_000
const DAYS = 30
const DAY = 86_400_000
const STEP = 300_000
const account = { account: 'bench', password: 'Bench-the-sun-9' }
const log = pino({ level: 'error' })
const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-calls-'))
const day = (atMs: number) => new Date(atMs).toISOString().slice(0, 10)

async function fill(): Promise<void> {
  const cluster = await startCluster({ dataDir, log })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
  try {
    await migrate(db.pool, { log })
    const userId = await addUser(db, { ...account, isAdmin: true })
    await fillFirst(db, Date.now())
    await copyFirst(db, userId)
    await db.pool.query('analyze')
  } finally {
    await db.close()
    await cluster.stop()
  }
}

async function fillFirst(db: Db, nowMs: number): Promise<void> {
  await db.pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, price_per_kwh, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'BATTERY_BACKUP', 10000, 48, 10, $2, 'EUR', 0.3, 180, 20 from generate_series(1, $1::int) n`,
    [PLANTS, zone],
  )
  await db.pool.query(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
     select p, 'B' || p || '-' || k, 'Inverter ' || k, 'INVERTER', 'sofar-2708',
            case k when 1 then $2::text[] else $3::text[] end, case k when 1 then $4::text[] else $5::text[] end, $6
     from generate_series(1, $1::int) p, generate_series(1, 2) k order by p, k`,
    [PLANTS, kinds[0]?.quantities, kinds[1]?.quantities, kinds[0]?.flows, kinds[1]?.flows, RATED_W],
  )
  await ensurePartitions(db, nowMs)
  const plant = createBenchPlant(1)
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const devices = kinds.map(
    (kind, i): DeviceMeta => ({
      plantId: 1,
      deviceId: i + 1,
      zone,
      ruleOf: () => rule,
      sun: null,
      ...kind,
    }),
  )
  let batch: NewSample[] = []
  for (let atMs = nowMs - DAYS * DAY; atMs <= nowMs; atMs += STEP) {
    const values = readPlant(plant, atMs)
    devices.forEach((device, i) => {
      batch.push({ device, atMs: Math.floor(atMs / 1000) * 1000, timeSource: 'frame', values: values[i] ?? {} })
    })
    if (batch.length >= 1_000 || atMs + STEP > nowMs) {
      await append(db, batch)
      batch = []
    }
  }
  await sealDays(db, { beforeDay: day(nowMs - 4 * DAY) })
}

async function copyFirst(db: Db, userId: number): Promise<void> {
  await db.pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select p, $2, 'owner', '{viewPlantInfo,viewPlantDevice,viewPlantAlert}' from generate_series(1, $1::int) p`,
    [PLANTS, userId],
  )
  for (const table of ['samples', 'sealed_days', 'device_latest', 'device_rollups', 'plant_days']) {
    const { rows } = await db.pool.query<{ name: string }>(
      `select column_name as name from information_schema.columns where table_name = $1 order by ordinal_position`,
      [table],
    )
    const copies: Record<string, string> = { plant_id: 'p', device_id: '(p - 1) * 2 + device_id' }
    const columns = rows.map(({ name }) => `"${name}"`).join(', ')
    const values = rows.map(({ name }) => copies[name] ?? `"${name}"`).join(', ')
    await db.pool.query(
      `insert into ${table} (${columns}) select ${values} from ${table}, generate_series(2, ${PLANTS}) p where plant_id = 1`,
    )
  }
}

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

async function measure(): Promise<void> {
  const port = 18_900 + Math.floor(Math.random() * 900)
  const url = `http://127.0.0.1:${port}`
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: {
      ...process.env,
      PORT: String(port),
      LOGGER_PORT: '0',
      DATA_DIR: dataDir,
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
  const now = Date.now()
  const id = (n: number) => 1 + ((n * 7_919) % PLANTS)
  const calls: Record<string, (n: number) => [string, string, unknown?]> = {
    'station search (20 of 1,000)': (n) => [
      'POST',
      `/maintain-s/operating/station/search?page=${1 + (n % 50)}&size=20`,
      {},
    ],
    'fast/system': (n) => ['GET', `/maintain-s/fast/system/${id(n)}`],
    'operating/system': (n) => ['GET', `/maintain-s/operating/system/${id(n)}`],
    'day record, yesterday (hot)': (n) => ['GET', `/maintain-s/history/power/${id(n)}/record?date=${day(now - DAY)}`],
    'day record, 20 days ago (sealed)': (n) => [
      'GET',
      `/maintain-s/history/power/${id(n)}/record?date=${day(now - 20 * DAY)}`,
    ],
    'stats month': (n) => ['GET', `/maintain-s/history/power/${id(n)}/stats/month`],
    'stats year': (n) => ['GET', `/maintain-s/history/power/${id(n)}/stats/year`],
    'stats total': (n) => ['GET', `/maintain-s/history/power/${id(n)}/stats/total`],
    'energy saved': (n) => ['POST', '/maintain-s/operating/station/generation/energy-saved', { id: id(n) }],
    'device list': (n) => ['GET', `/maintain-s/fast/device/${id(n)}/device-list`],
  }
  console.log(
    `${PLANTS} plants x 2 devices x 20 quantities x ${DAYS} days; 200 calls each, one at a time, a plant at random`,
  )
  for (const [name, call] of Object.entries(calls)) {
    const times: number[] = []
    for (let n = 0; n < 220; n++) {
      const [method, path, body] = call(n)
      const began = performance.now()
      const reply = await fetch(url + path, {
        method,
        headers,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      await reply.arrayBuffer()
      if (!reply.ok) throw new Error(`${name}: ${reply.status}`)
      if (n >= 20) times.push(performance.now() - began)
    }
    console.log(
      `${name.padEnd(34)} p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms`,
    )
  }
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]
  console.log(
    `resident memory of the server after ${220 * Object.keys(calls).length} calls: ${(Number(rss) / 1024).toFixed(0)} MB`,
  )
  const gone = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await gone
}

try {
  const began = performance.now()
  await fill()
  console.log(`filled in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  await measure()
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
