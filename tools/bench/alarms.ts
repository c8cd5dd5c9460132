/**
 * The alarm engine over 100,000 plants of two inverters, seeded by SQL: what it adds to storing a sample (paired: the
 * same batches with and without it, in turns), its jobs of the clock without an alarm, while a regional outage opens
 * 10,000 and with 100,000 open, and the lists of alarms then.
 *
 *   npm run bench alarms [-- --plants 100000 --rounds 40 --part all|append|jobs]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensurePartitions } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import {
  countAlarms,
  countByPlant,
  escalateAlarms,
  judgeFacts,
  judgeSilence,
  listMetRules,
  lookAgain,
  readAllWell,
  restDormant,
  searchAlarms,
  tellAlarms,
} from '@heliograph/server/insight/alarms/alarms.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { measureRules } from './now-append.part.ts'
import { seedFleet } from './seed-fleet.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    part: { type: 'string', default: 'all' },
  },
})
const plantCount = Number(options.plants)
const rounds = Number(options.rounds)
const NOW = Date.parse('2026-06-20T12:00:00Z')
const OUTAGE = 10_000
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-alarms-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

async function timed(name: string, times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let n = 0; n < times + 2; n++) {
    const from = performance.now()
    await work(n)
    // The first two warm the cache.
    if (n >= 2) taken.push(performance.now() - from)
  }
  console.log(`  ${name}: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`)
  return quantile(taken, 0.5)
}

async function once(name: string, work: () => Promise<number>): Promise<void> {
  const from = performance.now()
  const count = await work()
  console.log(`  ${name}: ${count} in ${((performance.now() - from) / 1000).toFixed(2)} s`)
}

try {
  await migrate(db.pool, { log })
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, fsync on, ${plantCount} plants`)
  const organizationId = await seedFleet(db, plantCount, NOW)
  if (options.part !== 'jobs') {
    await ensurePartitions(db, NOW, 3)
    await measureRules(db, rounds, NOW - 6 * 3_600_000)
  }
  if (options.part !== 'append') await measureJobs(organizationId)
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureJobs(organizationId: number): Promise<void> {
  await addLoggers()
  await measureClock('no alarm is open')
  await silence(OUTAGE)
  console.log(`${OUTAGE} loggers fall silent:`)
  await once('alarms opened', () => judgeSilence(db, NOW))
  await once('alarms opened by the next run', () => judgeSilence(db, NOW))
  await once('told', () => tellAlarms(db, NOW))
  await measureClock(`${OUTAGE} alarms are open`)
  await measureLists(organizationId, OUTAGE)
  await openMany()
  await measureClock('100,000 more are open')
  await measureLists(organizationId, plantCount)
}

/** A logger for each plant, heard a minute ago, and what is so now of its devices. */
async function addLoggers(): Promise<void> {
  await db.pool.query(
    `insert into loggers (wire, address, plant_id, first_seen_at, last_seen_at, interval_s)
     select 'solarman-v5', (4100000000 + id)::text, id, $1, $1, 300 from plants
     on conflict do nothing`,
    [new Date(NOW - 60_000)],
  )
  await db.pool.query('update devices d set logger_id = l.id from loggers l where l.plant_id = d.plant_id')
  await db.pool.query(
    `insert into device_now (plant_id, device_id, presence, status_since)
     select plant_id, id, 'reporting', $1 from devices on conflict (plant_id, device_id) do update set presence = 'reporting'`,
    [new Date(NOW - 3_600_000)],
  )
  await db.pool.query('vacuum analyze devices, device_now, loggers, plant_now')
}

async function silence(count: number): Promise<void> {
  await db.pool.query(
    `update device_now set presence = 'silent', status_since = $2,
       reason = jsonb_build_object('kind', 'silent', 'sinceMs', $3::float8) where plant_id <= $1`,
    [count, new Date(NOW - 3_600_000), NOW - 3_600_000],
  )
}

/** A string of each plant, as the engine would have stored it over time. */
async function openMany(): Promise<void> {
  await db.pool.query(
    `insert into alarms (plant_id, device_id, part, rule, level, influence, opened_at, found_at, last_seen_at)
     select plant_id, min(id), 'pv1', 'stringDead', 2, 1, $1, $1, $1 from devices group by plant_id`,
    [new Date(NOW - 7_200_000)],
  )
  await db.pool.query(
    'update plant_now n set open_alarms = open_alarms + 1, alarm_level = 2 where plant_id in (select id from plants)',
  )
  await db.pool.query('vacuum analyze alarms, plant_now')
}

async function measureClock(when: string): Promise<void> {
  console.log(`jobs of the clock, ${when}:`)
  const perS = [
    (await timed('silence, every 10 s', 7, () => judgeSilence(db, NOW))) / 10_000,
    (await timed('late samples, every 10 s', 7, () => lookAgain(db, NOW))) / 10_000,
    (await timed('facts, every 5 min', 3, () => judgeFacts(db, NOW))) / 300_000,
    (await timed('messages, every 2 s', 7, () => tellAlarms(db, NOW))) / 2_000,
    (await timed('escalation, every 10 min', 3, () => escalateAlarms(db, NOW))) / 600_000,
    (await timed('rest, every 10 min', 3, () => restDormant(db, NOW))) / 600_000,
  ]
  const share = perS.reduce((sum, value) => sum + value, 0)
  const perTickS = share * 300
  const samples = plantCount * 2
  console.log(
    `  all of them: ${(share * 100).toFixed(1)} % of a connection, ` +
      `${((perTickS * 1e6) / samples).toFixed(1)} us per sample of a five-minute tick of ${samples}`,
  )
}

async function measureLists(organizationId: number, open: number): Promise<void> {
  console.log(`lists of an organization with ${open} open alarms or more:`)
  const all = { userId: 1, organizationId, organizationRole: 'admin' } as const
  const few = { userId: 1, organizationId: null, organizationRole: null } as const
  const page = { isByDay: false, direction: 'DESC', size: 20, isOpen: true, isBlocked: false } as const
  const search =
    (holder: typeof all | typeof few, more: object = {}) =>
    (n: number) =>
      searchAlarms(db, { holder, ...page, order: 'startTime', page: 1 + (n % 5), ...more }, NOW)
  await timed('newest first, 20 of all', 11, search(all))
  await timed('worst first, 20 of all', 11, search(all, { order: 'level' }))
  await timed('faults alone, 20 of all', 11, search(all, { levels: [2] }))
  await timed('newest first, 20 of ten plants', 11, search(few))
  await timed('their counts, of all', 11, () => countAlarms(db, { holder: all }, NOW))
  await timed('counts by plant, of all', 5, () => countByPlant(db, all, NOW))
  await timed('rules of the filter', 5, () => listMetRules(db, { holder: all }, NOW))
  await timed('why all is well', 5, () => readAllWell(db, all, undefined, NOW))
}
