/**
 * Searching a list of 100,000 plants of one organization, and of a person who holds a tenth of them: names and addresses,
 * filters, tags, orders. A page of 25 with its count, as the list of plants asks for it.
 *
 *   npm run bench search [-- --plants 100000 --rounds 40 --keep FOLDER]
 *
 * With --keep the database stays in the folder, and a second run measures it again without filling it.
 */
import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { statuses } from '@heliograph/domain/status.ts'
import { countPlants, listFleet } from '@heliograph/server/fleet/plants/plants.ts'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { type Db, openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
  },
})
const plantCount = Number(options.plants)
const rounds = Number(options.rounds)
const NOW = Date.parse('2026-06-20T12:00:00Z')
const log = pino({ level: 'error' })
const isFilled = options.keep !== undefined && existsSync(options.keep)
const folder = options.keep ?? mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-search-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

async function timed(name: string, work: (n: number) => Promise<{ total: number }>): Promise<void> {
  const taken: number[] = []
  let total = 0
  let usedMs = 0
  for (let n = 0; n < rounds + 3; n++) {
    // The first few warm the cache.
    if (n === 3) usedMs = processorMs()
    const from = performance.now()
    total = (await work(n)).total
    if (n >= 3) taken.push(performance.now() - from)
  }
  usedMs = (processorMs() - usedMs) / rounds
  const [p50, p95] = [quantile(taken, 0.5), quantile(taken, 0.95)]
  console.log(
    `${name} (${total} found): p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms; ${usedMs.toFixed(1)} ms of processor`,
  )
}

const TICK_MS = 10
/** What this process and PostgreSQL's have used so far: it says more than the clock where others use the machine too. */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  // The sessions, not what PostgreSQL cleans up meanwhile.
  const sessions = readdirSync('/proc').filter(
    (pid) =>
      /^\d+$/.test(pid) && statOf(pid)[1] === String(cluster.pid) && readProc(pid, 'cmdline').includes('[local]'),
  )
  const ticks = sessions.flatMap((pid) => statOf(pid).slice(11, 13)).reduce((sum, text) => sum + Number(text), 0)
  return (user + system) / 1000 + ticks * TICK_MS
}
/** The fields after the command's name: state, parent, ..., user and system ticks at 11 and 12. */
const statOf = (pid: string): readonly string[] =>
  readProc(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ')

/** Empty: the process has ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

const streets = ['Lindenhof', 'Bahnhofstrasse', 'Sonnenallee', 'Am Weiher', 'Rue du Soleil', 'Via Roma', 'Calle Mayor']
const towns = ['Potsdam', 'Augsburg', 'Freiburg', 'Graz', 'Lyon', 'Torino', 'Sevilla', 'Zürich', 'Würzburg', 'Leipzig']
const kinds = ['roof', 'barn', 'carport', 'school', 'depot', 'farm', 'hall', 'factory']

try {
  await migrate(db.pool, { log })
  const organizationId = isFilled ? 1 : await seed(db)
  console.log(
    `${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, load ${loadavg()[0]?.toFixed(1)}, ${plantCount} plants`,
  )
  const all = { userId: 1, organizationId, organizationRole: 'admin' } as const
  const tenth = { userId: 1, organizationId: null, organizationRole: null } as const
  const few = { userId: 2, organizationId: null, organizationRole: null } as const
  const page = { page: 1, size: 25, order: 'status', direction: 'DESC' } as const
  const list = (more: object, holder: typeof all | typeof tenth | typeof few = all) =>
    listFleet(db, { holder, ...page, ...more }, NOW)
  const { rows } = await db.pool.query<{ id: number }>('select id from plant_tags order by id')
  const tagIds = rows.map(({ id }) => id)
  await timed('worst first, no filter', () => list({}))
  await timed('one plant by its name', (n) => list({ keyword: ` ${1001 + 10 * n}0x` }))
  await timed('a town in the address', (n) => list({ keyword: towns[n % towns.length] }))
  await timed('one plant by the serial number of its logger', (n) =>
    list({ keyword: `17${String(1000 + 7 * n).padStart(6, '0')}` }),
  )
  await timed('two letters', () => list({ keyword: 'ch' }))
  await timed('a letter', () => list({ keyword: 'e' }))
  await timed('nothing is found', (n) => list({ keyword: `zzz${n}` }))
  await timed('a beginning that every serial number has', () => list({ keyword: 'SN17' }))
  await timed('a name by name', (n) => list({ keyword: 'school', order: 'name', direction: 'ASC', page: 1 + (n % 5) }))
  await timed('a status', () => list({ statuses: ['fault'] }))
  await timed('a status and a name', () => list({ statuses: ['silent'], keyword: 'depot' }))
  await timed('a grid type', () => list({ gridType: 'OFF_GRID' }))
  await timed('a tag on 1 of 1,000', () => list({ tagIds: tagIds.slice(0, 1) }))
  await timed('a tag on 1 of 3', () => list({ tagIds: tagIds.slice(1, 2) }))
  await timed('two tags and a name', () => list({ tagIds, keyword: 'farm' }))
  await timed('by power', () => list({ order: 'generationPower' }))
  await timed('by specific yield', () => list({ order: 'fullPowerHoursDay' }))
  await timed('by power, the tenth page', () => list({ order: 'generationPower', page: 10 }))
  await timed('by name, the tenth page', () => list({ order: 'name', direction: 'ASC', page: 10 }))
  await timed('by capacity', () => list({ order: 'installedCapacity' }))
  await timed('a town by power', (n) => list({ keyword: towns[n % towns.length], order: 'generationPower' }))
  await timed('two letters by specific yield', () => list({ keyword: 'ch', order: 'fullPowerHoursDay' }))
  await timed('a tag on 1 of 3 by specific yield', () =>
    list({ tagIds: tagIds.slice(1, 2), order: 'fullPowerHoursDay' }),
  )
  await timed('a tag on 1 of 1,000 by power', () => list({ tagIds: tagIds.slice(0, 1), order: 'generationPower' }))
  await timed('a tag on 1 of 3, three statuses and a letter, by power', () =>
    list({
      tagIds: tagIds.slice(1, 2),
      statuses: ['fault', 'silent', 'late'],
      keyword: 'e',
      order: 'generationPower',
    }),
  )
  await timed('a person with a tenth: by specific yield', () => list({ order: 'fullPowerHoursDay' }, tenth))
  await timed('a person with a tenth: two letters by power', () =>
    list({ keyword: 'ch', order: 'generationPower' }, tenth),
  )
  await timed('a person with a tenth: one plant by its name', (n) => list({ keyword: ` ${1001 + 10 * n}0x` }, tenth))
  await timed('a person with a tenth: a town or a street', (n) =>
    list({ keyword: [towns[0], streets[n % 7]][n % 2] }, tenth),
  )
  await timed('an owner of 3 plants: a town', (n) => list({ keyword: towns[n % towns.length] }, few))
  await timed('an owner of 3 plants: a serial number', () => list({ keyword: 'SN17' }, few))
  await timed('counts by status of a name', () => countPlants(db, { holder: all, keyword: 'hall' }, NOW))
} finally {
  await db.close()
  await cluster.stop()
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function seed({ pool }: Db): Promise<number> {
  const userId = await addUser(db, { account: 'bench', password: 'Bench-the-sun-9', isAdmin: true })
  const ownerId = await addUser(db, { account: 'owner', password: 'Bench-the-sun-9', isAdmin: false })
  const { rows } = await pool.query<{ id: number }>(
    "insert into organizations (name, code) values ('Bench', 'BENCH') returning id",
  )
  const organizationId = rows[0]?.id ?? 0
  await pool.query(
    `insert into plants (name, address, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select ($2::text[])[1 + n % cardinality($2)] || ' ' || n || 'x',
       ($3::text[])[1 + n % cardinality($3)] || ' ' || n % 200 || ', ' || (10000 + n % 89999) || ' ' || ($4::text[])[1 + n % cardinality($4)],
       'HOUSE_ROOF', case when n % 50 = 0 then 'OFF_GRID' else 'EXCESS' end, 5000 + n % 20000,
       47.5 + 7 * random(), 6 + 9 * random(), 'Europe/Berlin', 'EUR', 180, 20 from generate_series(1, $1::int) n`,
    [plantCount, kinds, streets, towns],
  )
  await pool.query(
    `insert into plant_organizations (plant_id, organization_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo,viewPlantDevice}' from plants`,
    [organizationId],
  )
  await pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select id, $1, 'viewer', '{viewPlantInfo}' from plants where id % 10 = 0`,
    [userId],
  )
  await pool.query(
    `with tags as (insert into plant_tags (organization_id, name) values ($1, 'Rare'), ($1, 'North') returning id, name)
     insert into tagged_plants select p.id, t.id from plants p join tags t
       on p.id % (case t.name when 'Rare' then 1000 else 3 end) = 0`,
    [organizationId],
  )
  await pool.query(
    `insert into plant_members (plant_id, user_id, role, rights)
     select id, $1, 'owner', '{viewPlantInfo,viewPlantDevice}' from plants where id % 33333 = 1`,
    [ownerId],
  )
  await pool.query(
    `insert into loggers (wire, address, plant_id) select 'solarman-v5', '17' || lpad(id::text, 6, '0'), id from plants`,
  )
  await pool.query(
    `insert into devices (plant_id, logger_id, serial, name, type, profile_id)
     select plant_id, id, 'SN' || address, 'Inverter', 'INVERTER', '' from loggers`,
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
     select id, day::date, 30000 * random() from plants, generate_series('2026-06-14', '2026-06-20', interval '1 day') day`,
  )
  // The seed wrote each row twice, which no server does.
  await pool.query('vacuum full plant_now')
  await pool.query('vacuum analyze')
  return organizationId
}
