/**
 * The same samples in Heliograph, VictoriaMetrics and InfluxDB side by side: storing, disk, a device's day, a month of one
 * quantity. Plants of two inverters with twenty quantities each, a sample every five minutes. Programs that are not
 * installed (Debian: victoria-metrics, influxdb) are named and left out. Heliograph also keeps meters, hours, days and the
 * plant's balance in the same transaction; the others keep samples only.
 *
 *   npm run bench peers [-- --plants 5 --days 60 --rounds 100]
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import {
  append,
  type DeviceMeta,
  deviceSeries,
  type NewSample,
  sealDays,
  sealHours,
  sealMonths,
} from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { createBenchPlant, kinds, RATED_W, readPlant, ZONE } from './telemetry.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '5' },
    days: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '100' },
  },
})
const PLANTS = Number(options.plants)
const DAYS = Number(options.days)
const ROUNDS = Number(options.rounds)
const BATCH = 1_000
const START = Date.parse('2025-05-01T00:00:00Z')
const END = START + DAYS * DAY_MS
const log = pino({ level: 'error' })

/** Of one device at one instant. */
type Sample = Readonly<{ plant: number; inverter: number; atMs: number; values: Readonly<Record<string, number>> }>
type Range = Readonly<{ plant: number; inverter: number; fromMs: number; toMs: number }>

type Store = Readonly<{
  store: (batch: readonly Sample[]) => Promise<void>
  /** Everything is on the disk in its final form. @returns its bytes: of the samples, and of everything */
  settle: () => Promise<Readonly<{ samples: number; all: number }>>
  /** All quantities of a device. @returns the number of values */
  readDay: (range: Range) => Promise<number>
  readMonth: (range: Range, quantity: QuantityId) => Promise<number>
  close: () => Promise<void>
}>

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-peers-'))

const quantile = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

function* batches(): Generator<readonly Sample[]> {
  let batch: Sample[] = []
  for (let plant = 0; plant < PLANTS; plant++) {
    const model = createBenchPlant(plant + 1)
    for (let atMs = START + ((plant * 7_919) % 290) * 1_000; atMs < END; atMs += 5 * MINUTE_MS) {
      for (const [inverter, values] of readPlant(model, atMs).entries())
        batch.push({ plant, inverter, atMs, values: values as Record<string, number> })
      if (batch.length < BATCH) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

async function openHeliograph(): Promise<Store> {
  const cluster = await startCluster({ dataDir: join(folder, 'heliograph'), log, settings: { max_wal_size: '2GB' } })
  const db: Db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })
  await migrate(db.pool, { log })
  const devices = await addPlants(db)
  const deviceOf = (plant: number, inverter: number): DeviceMeta => {
    const device = devices[plant]?.[inverter]
    if (device === undefined) throw new Error(`no device ${plant} ${inverter}`)
    return device
  }
  const seriesOf = async (range: Range, quantities: readonly QuantityId[]): Promise<number> => {
    const { fromMs, toMs } = range
    const device = deviceOf(range.plant, range.inverter)
    const series = await deviceSeries(db, { ...device, fromMs, toMs, quantities, resolution: 'sample' })
    return series.reduce((sum, { points }) => sum + points.length, 0)
  }
  return {
    store: async (batch) => {
      const samples = batch.map(({ plant, inverter, atMs, values }): NewSample => {
        return { device: deviceOf(plant, inverter), atMs, timeSource: 'frame', values }
      })
      await append(db, samples)
    },
    settle: async () => {
      const beforeDay = new Date(END + 40 * DAY_MS).toISOString().slice(0, 10)
      await sealDays(db, { beforeDay })
      await sealMonths(db, { beforeDay })
      await sealHours(db, { beforeDay })
      await db.pool.query('vacuum full')
      const { rows } = await db.pool.query<{ name: string; bytes: number }>(
        `select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
         where relkind = 'r' and relnamespace = 'public'::regnamespace
           and relname = any('{sealed_months,sealed_days,device_rollups,sealed_periods,meter_days,plant_days}')`,
      )
      const sum = (names: readonly string[]) =>
        rows.reduce((total, { name, bytes }) => total + (names.includes(name) ? bytes : 0), 0)
      return { samples: sum(['sealed_months', 'sealed_days']), all: sum(rows.map(({ name }) => name)) }
    },
    readDay: (range) => seriesOf(range, kinds[range.inverter]?.quantities ?? []),
    readMonth: (range, quantity) => seriesOf(range, [quantity]),
    close: async () => {
      await db.close()
      await cluster.stop()
    },
  }
}

async function addPlants({ pool }: Db): Promise<readonly (readonly DeviceMeta[])[]> {
  const { rows: ids } = await pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, $2, 'EUR', 180, 20 from generate_series(1, $1::int) n
     returning id`,
    [PLANTS, ZONE],
  )
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const plants: DeviceMeta[][] = []
  for (const { id: plantId } of ids) {
    const devices: DeviceMeta[] = []
    for (const [i, kind] of kinds.entries()) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
         values ($1, $2, 'Inverter', 'INVERTER', 'bench', $3, $4, $5) returning id`,
        [plantId, `${plantId}-${i}`, kind.quantities, kind.flows, RATED_W],
      )
      devices.push({ plantId, deviceId: rows[0]?.id ?? 0, zone: ZONE, ruleOf: () => rule, sun: null, ...kind })
    }
    plants.push(devices)
  }
  return plants
}

const linesOf = (batch: readonly Sample[]): string =>
  batch
    .map(({ plant, inverter, atMs, values }) => {
      const fields = Object.entries(values).map(([name, value]) => `${name}=${value}`)
      return `pv,plant=${plant},inverter=${inverter} ${fields.join(',')} ${atMs}`
    })
    .join('\n')

async function call(url: string, init?: RequestInit): Promise<string> {
  const response = await fetch(url, init)
  const text = await response.text()
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text.slice(0, 200)}`)
  return text
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function untilUp(url: string): Promise<void> {
  for (let tries = 0; tries < 150; tries++) {
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await wait(200)
  }
  throw new Error(`${url} does not answer`)
}

async function stop(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** What it takes on the disk: InfluxDB reserves files that stay empty. */
const bytesUnder = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? bytesUnder(join(path, entry.name)) : statSync(join(path, entry.name)).blocks * 512),
    0,
  )

/** Until it no longer changes: both merge their files in the background. */
async function untilStill(path: string): Promise<number> {
  let before = -1
  let still = 0
  for (let tries = 0; still < 10 && tries < 180; tries++) {
    const now = bytesUnder(path)
    still = now === before ? still + 1 : 0
    before = now
    await wait(1_000)
  }
  return before
}

async function openVictoriaMetrics(): Promise<Store> {
  const port = await freePort()
  const data = join(folder, 'victoria-metrics')
  const flags = [`-storageDataPath=${data}`, `-httpListenAddr=127.0.0.1:${port}`, '-retentionPeriod=10y']
  const child = spawn('victoria-metrics', [...flags, '-search.latencyOffset=0s'], { stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  await untilUp(`${base}/health`)
  const read = async (name: string, { plant, inverter, fromMs, toMs }: Range): Promise<number> => {
    const match = `{__name__=~"${name}",plant="${plant}",inverter="${inverter}"}`
    const query = new URLSearchParams({ 'match[]': match, start: `${fromMs / 1000}`, end: `${(toMs - 1) / 1000}` })
    const text = await call(`${base}/api/v1/export?${query}`)
    const series = text.split('\n').filter((line) => line !== '')
    return series.reduce((sum, line) => sum + (JSON.parse(line) as { values: number[] }).values.length, 0)
  }
  return {
    store: async (batch) => void (await call(`${base}/write?precision=ms`, { method: 'POST', body: linesOf(batch) })),
    settle: async () => {
      await call(`${base}/internal/force_flush`)
      await call(`${base}/internal/force_merge`)
      const all = await untilStill(data)
      return { samples: bytesUnder(join(data, 'data')), all }
    },
    readDay: (range) => read('pv_.*', range),
    readMonth: (range, quantity) => read(`pv_${quantity}`, range),
    close: () => stop(child),
  }
}

async function openInfluxDb(): Promise<Store> {
  const [port, rpcPort] = [await freePort(), await freePort()]
  const data = join(folder, 'influxdb')
  mkdirSync(data)
  writeFileSync(
    join(data, 'influxdb.conf'),
    `reporting-disabled = true
bind-address = "127.0.0.1:${rpcPort}"
[meta]
  dir = "${data}/meta"
[data]
  dir = "${data}/data"
  wal-dir = "${data}/wal"
  cache-snapshot-write-cold-duration = "5s"
  compact-full-write-cold-duration = "5s"
  query-log-enabled = false
[http]
  bind-address = "127.0.0.1:${port}"
  log-enabled = false
[logging]
  level = "error"
`,
  )
  const child = spawn('influxd', ['-config', join(data, 'influxdb.conf')], { stdio: 'ignore' })
  const base = `http://127.0.0.1:${port}`
  await untilUp(`${base}/ping`)
  const ask = (q: string): Promise<string> =>
    call(`${base}/query`, { method: 'POST', body: new URLSearchParams({ db: 'pv', epoch: 'ms', q }) })
  await ask('create database pv')
  type Answer = { results: { series?: { values: unknown[][] }[] }[] }
  const read = async (fields: string, { plant, inverter, fromMs, toMs }: Range): Promise<number> => {
    const where = `plant = '${plant}' and inverter = '${inverter}' and time >= ${fromMs}ms and time < ${toMs}ms`
    const { results } = JSON.parse(await ask(`select ${fields} from pv where ${where}`)) as Answer
    const rows = results[0]?.series?.[0]?.values ?? []
    return rows.reduce((sum, [, ...cells]) => sum + cells.filter((cell) => typeof cell === 'number').length, 0)
  }
  return {
    store: async (batch) => {
      await call(`${base}/write?db=pv&precision=ms`, { method: 'POST', body: linesOf(batch) })
    },
    settle: async () => {
      // The clock of its compactions runs once a second, after the shard is cold.
      await wait(8_000)
      const all = await untilStill(data)
      return { samples: bytesUnder(join(data, 'data')), all }
    },
    readDay: (range) => read(kinds[range.inverter]?.quantities.map((id) => `"${id}"`).join(', ') ?? '*', range),
    readMonth: (range, quantity) => read(`"${quantity}"`, range),
    close: () => stop(child),
  }
}

const isInstalled = (program: string): boolean => {
  try {
    execFileSync('which', [program], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Figures = Readonly<{
  valuesPerSecond: number
  bytesPerValue: number
  allBytesPerValue: number
  dayMs: number
  monthMs: number
}>

async function measure(open: () => Promise<Store>, expected: Map<string, number>): Promise<Figures> {
  const store = await open()
  try {
    let values = 0
    let storingMs = 0
    for (const batch of batches()) {
      values += batch.reduce((sum, sample) => sum + Object.keys(sample.values).length, 0)
      const from = performance.now()
      await store.store(batch)
      storingMs += performance.now() - from
    }
    const { samples, all } = await store.settle()
    const read = async (name: string, days: number, work: (range: Range) => Promise<number>): Promise<number> => {
      const taken: number[] = []
      for (let round = 0; round < ROUNDS + 3; round++) {
        const fromMs = START + ((round * 7) % Math.max(1, DAYS - days)) * DAY_MS
        const range = { plant: round % PLANTS, inverter: round % 2, fromMs, toMs: fromMs + days * DAY_MS }
        const beganAt = performance.now()
        const count = await work(range)
        // The first few warm the caches.
        if (round >= 3) taken.push(performance.now() - beganAt)
        const key = `${name} ${round}`
        const before = expected.get(key)
        if (before !== undefined && before !== count) throw new Error(`${key}: ${count} values instead of ${before}`)
        expected.set(key, count)
      }
      return quantile(taken, 0.5)
    }
    return {
      valuesPerSecond: values / (storingMs / 1000),
      bytesPerValue: samples / values,
      allBytesPerValue: all / values,
      dayMs: await read('day', 1, store.readDay),
      monthMs: await read('month', 30, (range) => store.readMonth(range, 'acPowerW')),
    }
  } finally {
    await store.close()
  }
}

const peers: readonly (readonly [name: string, program: string | undefined, open: () => Promise<Store>])[] = [
  ['Heliograph', undefined, openHeliograph],
  ['VictoriaMetrics', 'victoria-metrics', openVictoriaMetrics],
  ['InfluxDB', 'influxd', openInfluxDb],
]
try {
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`)
  console.log(`${PLANTS} plants x 2 inverters x 20 quantities, ${DAYS} days, every five minutes`)
  const expected = new Map<string, number>()
  let own: Figures | undefined
  for (const [name, program, open] of peers) {
    if (program !== undefined && !isInstalled(program)) {
      console.log(`${name}: ${program} is not installed, left out`)
      continue
    }
    const figures = await measure(open, expected)
    own ??= figures
    const ratio = (key: keyof Figures, digits: number): string =>
      `${figures[key].toFixed(digits)} (${(figures[key] / (own?.[key] ?? Number.NaN)).toFixed(2)})`
    console.log(`${name}, in brackets the ratio to Heliograph:`)
    console.log(`  values stored a second           ${ratio('valuesPerSecond', 0)}`)
    console.log(`  bytes of a value, samples alone  ${ratio('bytesPerValue', 3)}`)
    console.log(`  bytes of a value, all it keeps   ${ratio('allBytesPerValue', 3)}`)
    console.log(`  a device's day, all quantities   ${ratio('dayMs', 1)} ms`)
    console.log(`  a month of one quantity          ${ratio('monthMs', 1)} ms`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
