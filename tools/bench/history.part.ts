import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  append,
  type DeviceMeta,
  ensurePartitions,
  type NewSample,
  sealDays,
} from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { type ClusterConnection, startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { createBenchPlant, kinds, RATED_W, readPlant, ZONE } from './telemetry.part.ts'

/** Plants of two inverters, and the history of the first, for the benches that read it or add to it. */
export const DAY = 86_400_000
const STEP = 300_000
const log = pino({ level: 'error' })

export const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)
export const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}`

/** A database of its own for the time of a bench. */
export async function withBenchDatabase(
  name: string,
  work: (db: Db, connection: ClusterConnection) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), `heliograph-bench-${name}-`))
  const cluster = await startCluster({ dataDir, log, settings: { max_wal_size: '2GB' } })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })
  try {
    await migrate(db.pool, { log })
    await work(db, cluster.connection)
  } finally {
    await db.close()
    await cluster.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

export async function addBenchPlants({ pool }: Db, count: number): Promise<void> {
  await pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, price_per_kwh, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'BATTERY_BACKUP', 10000, 48, 10, $2, 'EUR', 0.3, 180, 20 from generate_series(1, $1::int) n`,
    [count, ZONE],
  )
  await pool.query(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
     select p, 'B' || p || '-' || k, 'Inverter ' || k, 'INVERTER', 'sofar-2708',
            case k when 1 then $2::text[] else $3::text[] end, case k when 1 then $4::text[] else $5::text[] end, $6
     from generate_series(1, $1::int) p, generate_series(1, 2) k order by p, k`,
    [count, kinds[0]?.quantities, kinds[1]?.quantities, kinds[0]?.flows, kinds[1]?.flows, RATED_W],
  )
}

/** The days before an instant, a sample every 5 minutes, of the first plant; all but the last four days are sealed. */
export async function fillFirstPlant(db: Db, nowMs: number, days: number): Promise<void> {
  await ensurePartitions(db, nowMs)
  const plant = createBenchPlant(1)
  const rule = { ratedW: RATED_W, totalStepWh: 1000, todayStepWh: 10, maxStepWh: 10_000 }
  const devices = kinds.map(
    (kind, i): DeviceMeta => ({ plantId: 1, deviceId: i + 1, zone: ZONE, ruleOf: () => rule, sun: null, ...kind }),
  )
  let batch: NewSample[] = []
  for (let atMs = nowMs - days * DAY; atMs <= nowMs; atMs += STEP) {
    const values = readPlant(plant, atMs)
    devices.forEach((device, i) => {
      const at = { device, atMs: Math.floor(atMs / 1000) * 1000 }
      batch.push({ ...at, timeSource: 'frame', slot: 1, values: values[i] ?? {} })
    })
    if (batch.length >= 1_000 || atMs + STEP > nowMs) {
      await append(db, batch)
      batch = []
    }
  }
  await sealDays(db, { beforeDay: dayOf(nowMs - 4 * DAY) })
}

/** The most memory of this process while something runs, above what it needed before, MB. */
export async function watchMemory<T>(work: () => Promise<T>): Promise<Readonly<{ result: T; grownMb: number }>> {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 10)
  try {
    return { result: await work(), grownMb: (Math.max(most, process.memoryUsage.rss()) - before) / 1024 / 1024 }
  } finally {
    clearInterval(timer)
  }
}
