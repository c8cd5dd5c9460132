/**
 * What one turn of the judging of days takes: of houses, and of plants so large that a turn is a few days or one.
 *
 *   npm run bench judging [-- --inverters 2,60,240,480]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { append, type DeviceMeta, ensurePartitions, MAX_BATCH } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { countDuePerformance, takeTurn } from '@heliograph/server/insight/performance/count-due.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const { values: options } = parseArgs({ options: { inverters: { type: 'string', default: '2,60,240,480' } } })
/** Days times inverters of a turn (count-plant-days.ts). */
const CHUNK = 240
const DAYS = 31
const RATED_W = 5_000
const NOW = Date.parse('2026-07-01T06:00:00Z')
const QUANTITIES: readonly QuantityId[] = ['acPowerW', 'generationTotalWh']
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-judging-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

try {
  await migrate(db.pool, { log })
  await ensurePartitions(db, NOW, 2)
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, fsync on`)
  for (const count of options.inverters.split(',').map(Number)) {
    const days = Math.max(1, Math.min(DAYS, Math.floor(CHUNK / count)))
    const plantId = await seed(count, days)
    const took: number[] = []
    await countDuePerformance(db, NOW, {
      mostMs: 60_000,
      turn: async (...given) => {
        const from = performance.now()
        await takeTurn(...given)
        took.push(performance.now() - from)
      },
    })
    const { rows } = await db.pool.query('select 1 from performance_days where plant_id = $1', [plantId])
    if (rows.length !== days) throw new Error(`${rows.length} days of ${days} were judged`)
    console.log(`${count} inverters, ${days} days: ${took.map((ms) => ms.toFixed(0)).join(', ')} ms`)
  }
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Inverters that report every five minutes from five in the morning to nine in the evening, in a field of their own. */
async function seed(count: number, days: number): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     values ('Field', 'GROUND', 'EXCESS', $1, 48, 10, 'UTC', 'EUR', 180, 20) returning id`,
    [count * RATED_W],
  )
  const plantId = rows[0]?.id ?? 0
  const found = await db.pool.query<{ id: number }>(
    `insert into devices (plant_id, serial, name, type, profile_id, quantities, flows, rated_w)
     select $1::int, 'J' || $1::int || '-' || n, 'Inverter ' || n, 'INVERTER', 'solis-0507', $2, '{generation}', $3
     from generate_series(1, $4::int) n returning id`,
    [plantId, QUANTITIES, RATED_W, count],
  )
  const rule = { ratedW: RATED_W, totalStepWh: 1, todayStepWh: 1, maxStepWh: 1_000 }
  const devices = found.rows.map(
    ({ id }): DeviceMeta => ({
      plantId,
      deviceId: id,
      zone: 'UTC',
      quantities: QUANTITIES,
      flows: ['generation'],
      sun: null,
      ruleOf: () => rule,
    }),
  )
  let samples: Parameters<typeof append>[1][number][] = []
  const send = async (): Promise<void> => {
    if (samples.length > 0) await append(db, samples)
    samples = []
  }
  const totals = devices.map(() => 100_000)
  for (let day = days; day > 0; day -= 1)
    for (let atMs = NOW - 6 * HOUR_MS - day * DAY_MS + 5 * HOUR_MS, end = atMs + 16 * HOUR_MS; atMs < end; ) {
      const acPowerW = Math.round(0.8 * RATED_W * Math.sin((Math.PI * (16 * HOUR_MS - (end - atMs))) / (16 * HOUR_MS)))
      for (const [at, device] of devices.entries()) {
        const generationTotalWh = (totals[at] ?? 0) + Math.round(acPowerW / 12)
        totals[at] = generationTotalWh
        samples.push({ device, atMs, timeSource: 'frame', values: { acPowerW, generationTotalWh } })
        if (samples.length === MAX_BATCH) await send()
      }
      atMs += 5 * MINUTE_MS
    }
  await send()
  return plantId
}
