/**
 * The layout of a plant of 1,500 micro-inverters, each behind one module: what the page asks for now, at first and after
 * each further reading of all of them, and over a day.
 *
 *   npm run bench layout [-- --devices 1500 --hours 12 --rounds 20]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { emptyLayout, usualModule } from '@heliograph/domain/module-layout/layout.ts'
import { addGrid } from '@heliograph/domain/module-layout/module-grid.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { append, type DeviceMeta, ensurePartitions, MAX_BATCH } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { readLayoutShown, saveLayout } from '@heliograph/server/insight/module-layout/module-layout.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const { values: options } = parseArgs({
  options: {
    devices: { type: 'string', default: '1500' },
    hours: { type: 'string', default: '12' },
    rounds: { type: 'string', default: '20' },
  },
})
const count = Number(options.devices)
const steps = Number(options.hours) * 12
const rounds = Number(options.rounds) + 2
const COLUMNS = 50
const STEP = 300_000
const DAY = '2026-06-20'
const NOW = Date.parse(`${DAY}T18:00:00Z`)
const quantities: readonly QuantityId[] = ['pvPowerW', 'acPowerW', 'generationTotalWh']
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-layout-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

try {
  await migrate(db.pool, { log })
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, fsync on`)
  const { plantId, devices } = await seed()
  const measure = async (day: string | null, nowMs: number) => {
    const from = performance.now()
    const shown = await readLayoutShown(db, plantId, day, nowMs)
    const tookMs = performance.now() - from
    return { tookMs, bytes: JSON.stringify(shown).length }
  }
  const first = await measure(null, NOW)
  console.log(`now, ${count} modules, ${steps} readings each, first time: ${first.tookMs.toFixed(0)} ms`)
  const now: Measured[] = []
  for (let round = 0; round < rounds; round += 1) {
    await send(devices, NOW + round * STEP)
    now.push(await measure(null, NOW + (round + 1) * STEP))
  }
  print('now, after each reading', now)
  const whole: Measured[] = []
  for (let round = 0; round < rounds; round += 1) whole.push(await measure(DAY, NOW))
  print('a day', whole)
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

type Measured = Readonly<{ tookMs: number; bytes: number }>

function print(name: string, all: readonly Measured[]): void {
  const taken = all
    .slice(2)
    .map(({ tookMs }) => tookMs)
    .sort((a, b) => a - b)
  const at = (share: number): string => (taken[Math.floor((taken.length - 1) * share)] ?? Number.NaN).toFixed(0)
  console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, ${all.at(-1)?.bytes} bytes`)
}

async function send(devices: readonly DeviceMeta[], atMs: number): Promise<void> {
  for (let first = 0; first < devices.length; first += MAX_BATCH)
    await append(
      db,
      devices.slice(first, first + MAX_BATCH).map((device, index) => ({
        device,
        atMs: atMs + (index % 200) * 1000,
        timeSource: 'frame' as const,
        values: { pvPowerW: 300 + (index % 7), acPowerW: 290, generationTotalWh: 100_000 + ((atMs - NOW) / STEP) * 25 },
      })),
    )
}

async function seed() {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     values ('Field', 'GROUND', 'EXCESS', 600000, 48, 10, 'UTC', 'EUR', 180, 20) returning id`,
  )
  const plantId = rows[0]?.id ?? 0
  const found = await db.pool.query<{ id: number }>(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
     select $1, 'M' || lpad(n::text, 6, '0'), 'Micro ' || n, 'MICRO_INVERTER', 'bench', $2, '{generation}', 400
     from generate_series(1, $3::int) n returning id`,
    [plantId, quantities, count],
  )
  const rule = { ratedW: 400, totalStepWh: 100, todayStepWh: 10, maxStepWh: 1_000 }
  const devices = found.rows.map(
    ({ id }): DeviceMeta => ({
      plantId,
      deviceId: id,
      zone: 'UTC',
      quantities,
      flows: ['generation'] as const,
      ruleOf: () => rule,
      sun: null,
    }),
  )
  const cells = devices.map((_, index) => ({
    row: Math.floor(index / COLUMNS),
    column: index % COLUMNS,
    serial: `M${String(index + 1).padStart(6, '0')}`,
  }))
  const grid = { rows: Math.ceil(count / COLUMNS), columns: COLUMNS, cells }
  const { layout } = addGrid(emptyLayout, grid, { name: 'Field', ...usualModule })
  const { rows: users } = await db.pool.query<{ id: number }>(
    `insert into users (account, nickname, password_hash) values ('bench', 'Bench', '') returning id`,
  )
  await saveLayout(db, { plantId, userId: users[0]?.id ?? 0, layout, basedOn: 0, nowMs: NOW })
  await ensurePartitions(db, NOW, 2)
  for (let step = steps; step > 0; step -= 1) await send(devices, NOW - step * STEP)
  await db.pool.query('analyze')
  return { plantId, devices }
}
