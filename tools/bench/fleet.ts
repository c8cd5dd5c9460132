/**
 * The calls of the fleet page, with 100,000 plants of one organization over Germany seeded by SQL, and of a person who holds
 * ten of them.
 *
 *   npm run bench fleet [-- --plants 100000 --rounds 40]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { statuses } from '@heliograph/domain/status.ts'
import { countPlants, getFleetToday, listFleet, listPlaces } from '@heliograph/server/fleet/plants/plants.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const { values: options } = parseArgs({
  options: { plants: { type: 'string', default: '100000' }, rounds: { type: 'string', default: '40' } },
})
const plantCount = Number(options.plants)
const rounds = Number(options.rounds)
const NOW = Date.parse('2026-06-20T12:00:00Z')
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-fleet-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

async function timed(name: string, work: (n: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let n = 0; n < rounds + 3; n++) {
    const from = performance.now()
    await work(n)
    // The first few warm the cache.
    if (n >= 3) taken.push(performance.now() - from)
  }
  console.log(`${name}: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`)
}

try {
  await migrate(db.pool, { log })
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${plantCount} plants`)
  const organizationId = await seed(db)
  const all = { userId: 1, organizationId, organizationRole: 'admin' } as const
  const few = { userId: 1, organizationId: null, organizationRole: null } as const
  const page = { size: 25, order: 'status', direction: 'DESC' } as const
  await timed('fleet, a page of 25 worst first', (n) => listFleet(db, { holder: all, page: 1 + (n % 5), ...page }, NOW))
  await timed('the same by specific yield', (n) =>
    listFleet(db, { holder: all, page: 1 + (n % 5), ...page, order: 'fullPowerHoursDay' }, NOW),
  )
  await timed('the same by name', (n) => listFleet(db, { holder: all, page: 1 + (n % 5), ...page, order: 'name' }, NOW))
  await timed('the same of 10 among all', () => listFleet(db, { holder: few, page: 1, ...page }, NOW))
  await timed('today of all', () => getFleetToday(db, { holder: all }, NOW))
  await timed('places of all', () => listPlaces(db, { holder: all }, NOW))
  const bounds = { west: 10, south: 50, east: 10.4, north: 50.2 }
  await timed('places within 28 km', () => listPlaces(db, { holder: all, bounds }, NOW))
  await timed('counts of all', () => countPlants(db, { holder: all }, NOW))
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function seed({ pool }: Db): Promise<number> {
  const userId = await addUser(db, { account: 'bench', password: 'Bench-the-sun-9', isAdmin: true })
  const { rows } = await pool.query<{ id: number }>(
    "insert into organizations (name, code) values ('Bench', 'BENCH') returning id",
  )
  const organizationId = rows[0]?.id ?? 0
  await pool.query(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, price_per_kwh, azimuth_deg, tilt_deg)
     select 'Plant ' || n, 'HOUSE_ROOF', 'EXCESS', 10000, 47.5 + 7 * random(), 6 + 9 * random(), 'Europe/Berlin',
       (array['EUR', 'CHF'])[1 + n % 2], 0.3, 180, 20 from generate_series(1, $1::int) n`,
    [plantCount],
  )
  await pool.query(
    `insert into plant_organizations (plant_id, organization_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo}' from plants`,
    [organizationId],
  )
  await pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo}' from plants where id % ($2 / 10) = 0`,
    [userId, plantCount],
  )
  // Nine of ten are well.
  await pool.query(
    `update plant_now n set status = s.status, status_rank = array_position($1::text[], s.status) - 1, pv_w = random() * 8000,
       last_at = $2, next_change_at = $2::timestamptz + interval '1 day', device_count = 2, today = '2026-06-20',
       today_wh = 12345 * random(), reason = null
     from (select plant_id, case when random() < 0.9 then 'well' else ($1::text[])[1 + floor(random() * 7)::int] end as status
       from plant_now) s where s.plant_id = n.plant_id`,
    [[...statuses], new Date(NOW)],
  )
  await pool.query(
    `insert into plant_days (plant_id, day, generation_wh)
     select id, day::date, 30000 * random() from plants, generate_series('2026-06-01', '2026-06-20', interval '1 day') day`,
  )
  // The seed wrote each row twice, which no server does.
  await pool.query('vacuum full plant_now')
  await pool.query('vacuum analyze')
  return organizationId
}
