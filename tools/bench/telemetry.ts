/**
 * The cost and response time of telemetry, on a fresh embedded PostgreSQL with fsync on: 1,000 plants of two devices
 * with twenty quantities, a sample every five minutes. Everything goes through the room's own functions.
 *
 *   npx tsx tools/bench/telemetry.ts [--plants 1000] [--hot 3] [--sealed 12] [--years 10 (plants with a whole year)]
 */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  append,
  type DeviceMeta,
  deviceSeries,
  ensurePartitions,
  fleetToday,
  getLatestOfPlants,
  type NewSample,
  plantCurve,
  plantDays,
  plantMonths,
  sealDays,
} from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { type BenchPlant, createBenchPlant, kinds, RATED_W, readPlant, ZONE } from './telemetry.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '1000' },
    hot: { type: 'string', default: '3' },
    sealed: { type: 'string', default: '12' },
    years: { type: 'string', default: '10' },
  },
})
const plantCount = Number(options.plants)
const hotDays = Number(options.hot)
const sealedDays = Number(options.sealed)
const yearCount = Math.min(Number(options.years), plantCount)

const DAY = 86_400_000
const STEP = 300_000
/** The end of the data, at noon of a day in summer: "now" for all measurements. */
const NOW = Date.parse('2026-06-20T12:00:00Z')
const log = pino({ level: 'error' })

type Plant = BenchPlant & { readonly devices: readonly DeviceMeta[] }

const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-telemetry-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })
try {
  await migrate(db.pool, { log })
  const cpu = cpus()
  console.log(`${cpu.length} x ${cpu[0]?.model}, Node ${process.version}, fsync on`)
  const plants = await addPlants(db)
  await ensurePartitions(db, NOW, hotDays + sealedDays)
  await fillYears(plants.slice(0, yearCount))
  await fill(plants)
  await db.pool.query('analyze')
  await measure(plants)
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function addPlants({ pool }: Db): Promise<Plant[]> {
  const { rows: ids } = await pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 48, 10, $2, 'EUR', 180, 20 from generate_series(1, $1::int) n returning id`,
    [plantCount, ZONE],
  )
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const plants: Plant[] = []
  for (const { id: plantId } of ids) {
    const devices: DeviceMeta[] = []
    for (const [k, kind] of kinds.entries()) {
      const { rows } = await pool.query<{ id: number }>(
        `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
         values ($1, $2, 'Inverter', 'INVERTER', 'bench', $3, $4, $5) returning id`,
        [plantId, `B${plantId}-${k}`, kind.quantities, kind.flows, RATED_W],
      )
      for (const { id } of rows)
        devices.push({ plantId, deviceId: id, zone: ZONE, ruleOf: () => rule, sun: null, ...kind })
    }
    plants.push({ ...createBenchPlant(plantId), devices })
  }
  return plants
}

function samplesOf(plant: Plant, atMs: number): NewSample[] {
  // Loggers are not in step with each other.
  const ownMs = atMs + ((plant.seed * 7_919) % 290) * 1000
  const values = readPlant(plant, ownMs)
  return plant.devices.map((device, i) => ({ device, atMs: ownMs, timeSource: 'frame', values: values[i] ?? {} }))
}

/** The earlier year, for some: in batches of many samples of few devices, as a backfill sends them. */
async function fillYears(plants: readonly Plant[]): Promise<void> {
  const startMs = NOW - 365 * DAY
  const endMs = NOW - (hotDays + sealedDays) * DAY
  const meter = startMeter()
  let samples = 0
  for (const plant of plants) {
    let batch: NewSample[] = []
    for (let atMs = startMs; atMs < endMs; atMs += STEP) {
      batch.push(...samplesOf(plant, atMs))
      if (batch.length < 1_000 && atMs + STEP < endMs) continue
      await meter.timed(() => append(db, batch))
      samples += batch.length
      batch = []
    }
  }
  if (samples === 0) return
  console.log(`backfill of ${plants.length} plants, a year each: ${meter.tell(samples)}`)
  const sealing = startMeter()
  await sealing.timed(() => sealDays(db, { beforeDay: dayOf(endMs) }))
  console.log(`sealing of it: ${sealing.tell(samples)}`)
}

/** All plants together, one sample of each device at a time: the steady load. */
async function fill(plants: readonly Plant[]): Promise<void> {
  const startMs = NOW - (hotDays + sealedDays) * DAY
  const hotFromMs = Date.parse(dayOf(NOW - hotDays * DAY))
  for (let atMs = startMs; atMs < hotFromMs; ) {
    const untilMs = Math.min(hotFromMs, atMs + DAY)
    atMs = await appendSteadily(plants, atMs, untilMs, 2_000, `a day later sealed, batches of 2,000`)
    const sealing = startMeter()
    const { samples, droppedPartitions } = await sealing.timed(() => sealDays(db, { beforeDay: dayOf(untilMs) }))
    console.log(`  sealing: ${sealing.tell(samples)}, ${droppedPartitions} partitions dropped`)
  }
  let atMs = await appendSteadily(plants, hotFromMs, hotFromMs + DAY, 500, 'hot day, batches of 500')
  atMs = await appendSteadily(plants, atMs, atMs + DAY, 2_000, 'hot day, batches of 2,000')
  atMs = await appendSteadily(plants, atMs, NOW - DAY / 4, 2_000, 'hot days, batches of 2,000')
  await appendSteadily(plants, atMs, NOW, 2_000, 'hot, two batches of 2,000 at a time', 2)
}

async function appendSteadily(
  plants: readonly Plant[],
  fromMs: number,
  toMs: number,
  size: number,
  name: string,
  atOnce = 1,
): Promise<number> {
  const meter = startMeter()
  let samples = 0
  let atMs = fromMs
  const waiting: NewSample[][] = []
  for (; atMs < toMs; atMs += STEP) {
    const all = plants.flatMap((plant) => samplesOf(plant, atMs))
    samples += all.length
    for (let i = 0; i < all.length; i += size) waiting.push(all.slice(i, i + size))
    while (waiting.length >= atOnce) {
      const batches = waiting.splice(0, atOnce)
      await meter.timed(() => Promise.all(batches.map((batch) => append(db, batch))))
    }
  }
  for (const batch of waiting) await meter.timed(() => append(db, batch))
  if (samples > 0) console.log(`${name}: ${meter.tell(samples)}`)
  return atMs
}

function dayOf(atMs: number): string {
  return new Date(atMs).toISOString().slice(0, 10)
}

/** Wall time and processor time of this process and of the database, while something is timed. */
function startMeter() {
  let wallMs = 0
  let nodeUs = 0
  let postgresUs = 0
  return {
    timed: async <T>(work: () => Promise<T>): Promise<T> => {
      const beganAt = performance.now()
      const node = process.cpuUsage()
      const postgres = postgresCpuUs()
      const result = await work()
      wallMs += performance.now() - beganAt
      const { user, system } = process.cpuUsage(node)
      nodeUs += user + system
      postgresUs += postgresCpuUs() - postgres
      return result
    },
    tell: (samples: number): string =>
      `${Math.round((samples / wallMs) * 1000).toLocaleString('en')} samples/s; processor per sample: ` +
      `Node ${(nodeUs / samples).toFixed(1)} us + PostgreSQL ${(postgresUs / samples).toFixed(1)} us`,
  }
}

/** The processes of the cluster, by their parent. Ticks are 10 ms: right only over many batches. */
function postgresCpuUs(): number {
  let ticks = 0
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').pop()?.split(' ') ?? []
      const [mine, parent] = [Number(name) === cluster.pid, Number(fields[1]) === cluster.pid]
      if (mine || parent) ticks += Number(fields[11]) + Number(fields[12])
      // Exited workers are in their parent's account.
      if (mine) ticks += Number(fields[13]) + Number(fields[14])
    } catch {
      // Exited between the two calls.
    }
  }
  return ticks * 10_000
}

async function measure(plants: readonly Plant[]): Promise<void> {
  const size = await db.pool.query<{ bytes: number; samples: number; table: number }>(
    `select pg_total_relation_size('sealed_days') as bytes, pg_table_size('sealed_days') as table,
       (select sum(samples) from sealed_days) as samples`,
  )
  const { bytes = 0, samples = 0 } = size.rows[0] ?? {}
  if (samples > 0) console.log(`sealed days: ${(bytes / samples / 20).toFixed(3)} bytes per value (aim 0.8)`)
  const rest = await db.pool.query<{ name: string; mb: number }>(
    `select relname as name, round(pg_total_relation_size(oid) / 1e6, 1) as mb from pg_class
     where relname in ('device_rollups', 'plant_days', 'device_latest', 'sealed_days')
       or (relname like 'samples_%' and relkind = 'r') order by 1`,
  )
  console.log(rest.rows.map(({ name, mb }) => `${name} ${mb} MB`).join(', '))

  let turn = 0
  const anyPlant = (): Plant => plants[(turn++ * 7_919) % plants.length] as Plant
  const anyDevice = (): DeviceMeta => anyPlant().devices[turn % 2] as DeviceMeta
  const yearPlant = (): Plant => plants[turn++ % Math.max(1, yearCount)] as Plant
  const curve = (
    device: DeviceMeta,
    fromMs: number,
    days: number,
    quantities = ['acPowerW', 'ac1VoltageV', 'inverterTemperatureC'] as const,
  ) => deviceSeries(db, { ...device, quantities, fromMs, toMs: fromMs + days * DAY, resolution: 'sample' })
  const yesterday = Date.parse(dayOf(NOW - DAY))
  const longAgo = Date.parse(dayOf(NOW - (hotDays + 2) * DAY))

  await time('day curve of a device (3 quantities), hot', 3, 400, () => curve(anyDevice(), yesterday, 1))
  if (sealedDays > 2)
    await time('day curve of a device (3 quantities), sealed', 3, 400, () => curve(anyDevice(), longAgo, 1))
  await time('day curve of a plant (2 devices), hot', undefined, 200, () => {
    const { devices } = anyPlant()
    const plantId = devices[0]?.plantId ?? 0
    const deviceIds = devices.map(({ deviceId }) => deviceId)
    const range = { fromMs: yesterday, toMs: yesterday + DAY }
    return plantCurve(db, { plantId, deviceIds, quantities: ['acPowerW', 'loadPowerW', 'gridPowerW'], ...range })
  })
  if (yearCount > 0) {
    const year = { fromMs: NOW - 365 * DAY, toMs: NOW }
    const one = (resolution: 'sample' | 'hour' | 'day') => () => {
      const device = yearPlant().devices[0] as DeviceMeta
      return deviceSeries(db, { ...device, quantities: ['acPowerW'], ...year, resolution })
    }
    await time('one quantity over a year, every sample', 60, 60, one('sample'))
    await time('one quantity over a year, hours', 60, 60, one('hour'))
    await time('one quantity over a year, days', 60, 100, one('day'))
    const sums = () => yearPlant().devices[0]?.plantId ?? 0
    await time("12 months of a plant's day sums, days", 5, 200, () => plantDays(db, sums(), '2025-06-21', '2026-06-20'))
    await time("12 months of a plant's day sums, months", 5, 200, () => plantMonths(db, sums(), '2025-07', '2026-06'))
  }
  await time("the fleet's sum of today", 20, 200, () => fleetToday(db, 'all', NOW))
  await time('newest values of 50 plants', undefined, 200, () =>
    getLatestOfPlants(
      db,
      plants.slice(0, 50).map(({ devices }) => devices[0]?.plantId ?? 0),
    ),
  )
}

async function time(
  name: string,
  aimMs: number | undefined,
  runs: number,
  work: () => Promise<unknown>,
): Promise<void> {
  for (let i = 0; i < Math.min(30, runs); i++) await work()
  const times: number[] = []
  const node = process.cpuUsage()
  const postgres = postgresCpuUs()
  for (let i = 0; i < runs; i++) {
    const beganAt = performance.now()
    await work()
    times.push(performance.now() - beganAt)
  }
  const { user, system } = process.cpuUsage(node)
  const cpuMs = (user + system + postgresCpuUs() - postgres) / runs / 1000
  times.sort((a, b) => a - b)
  const at = (share: number): string => (times[Math.floor(runs * share)] ?? Number.NaN).toFixed(2)
  console.log(
    `${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, processor ${cpuMs.toFixed(2)} ms${aimMs === undefined ? '' : ` (aim ${aimMs})`}`,
  )
}
