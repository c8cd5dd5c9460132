/**
 * The calls of the fleet page, of searches, of the map and of the large screen, with 100,000 (or a million) plants over
 * Germany seeded by SQL: of an organization that holds all, of one that holds a tenth, and of an owner of few.
 *
 * Of a million, PostgreSQL has a gigabyte of shared buffers, as whoever has so many would give it.
 *
 *   npm run bench fleet [-- --plants 100000 --rounds 40 --keep FOLDER --only WORDS]
 *
 * With --keep the database stays in the folder, and a second run measures it again without filling it.
 */
import { existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  countPlants,
  getFleetToday,
  keepFleetSums,
  listFleet,
  listPlaces,
  readFleetScreen,
  watchLargeFleets,
} from '@heliograph/server/fleet/plants/plants.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { minus, processorOf } from './processor.part.ts'
import { readSeeded, type SeededHolders, seedHolders } from './seed-holders.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '40' },
    keep: { type: 'string' },
    only: { type: 'string', default: '' },
  },
})
const plantCount = Number(options.plants)
const rounds = Number(options.rounds)
const NOW = Date.parse('2026-06-20T12:00:00Z')
const log = pino({ level: 'error' })
const isFilled = options.keep !== undefined && existsSync(options.keep)
const folder = options.keep ?? mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-fleet-'))
const cluster = await startCluster({
  dataDir: folder,
  log,
  settings: { max_wal_size: '2GB', shared_buffers: plantCount < 500_000 ? '128MB' : '1GB' },
})
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

/** Rounds that warm the caches. */
const WARMING = 3

async function timed(name: string, work: (n: number) => Promise<unknown>): Promise<void> {
  if (!name.includes(options.only)) return
  const taken: number[] = []
  for (let n = 0; n < WARMING; n++) await work(n)
  const before = processorOf(process.pid, cluster.pid)
  for (let n = 0; n < rounds; n++) {
    const from = performance.now()
    await work(n)
    taken.push(performance.now() - from)
  }
  const used = minus(processorOf(process.pid, cluster.pid), before)
  console.log(
    `${name}: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms; processor ` +
      `server ${(used.node / rounds).toFixed(1)} ms, database ${(used.database / rounds).toFixed(1)} ms; load ${loadavg()[0]?.toFixed(1)}`,
  )
}

try {
  await migrate(db.pool, { log })
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, ${plantCount} plants`)
  const from = performance.now()
  const seeded = isFilled ? await readSeeded(db) : await seedHolders(db, cluster.administrator, plantCount, NOW)
  if (!isFilled) console.log(`seeded in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  const keepFrom = performance.now()
  await watchLargeFleets(db)
  await keepFleetSums(db, NOW)
  await db.pool.query('vacuum analyze fleet_tiles')
  console.log(`sums counted in ${((performance.now() - keepFrom) / 1000).toFixed(1)} s`)
  await measure(seeded)
} finally {
  await db.close()
  await cluster.stop()
  if (options.keep === undefined) rmSync(folder, { recursive: true, force: true })
}

async function measure(seeded: SeededHolders): Promise<void> {
  const all = { userId: 1, organizationId: seeded.all, organizationRole: 'admin' } as const
  const tenth = { userId: 1, organizationId: seeded.tenth, organizationRole: 'admin' } as const
  // The tenth owner of the first ten has the most plants.
  const few = { userId: seeded.fewUserId + 9, organizationId: null, organizationRole: null } as const
  const page = { size: 25, order: 'status', direction: 'DESC' } as const
  for (const { holder, whose } of [
    { holder: all, whose: 'of all' },
    { holder: tenth, whose: 'of a tenth' },
    { holder: few, whose: 'of an owner' },
  ]) {
    await timed(`list ${whose}, worst first`, (n) => listFleet(db, { holder, page: 1 + (n % 5), ...page }, NOW))
    await timed(`list ${whose}, by specific yield`, (n) =>
      listFleet(db, { holder, page: 1 + (n % 5), ...page, order: 'fullPowerHoursDay' }, NOW),
    )
    await timed(`list ${whose}, by name`, (n) =>
      listFleet(db, { holder, page: 1 + (n % 5), ...page, order: 'name', direction: 'ASC' }, NOW),
    )
    await timed(`list ${whose}, a status`, () => listFleet(db, { holder, page: 1, ...page, statuses: ['fault'] }, NOW))
    await timed(`list ${whose}, a grid type`, () =>
      listFleet(db, { holder, page: 1, ...page, gridType: 'OFF_GRID' }, NOW),
    )
    await timed(`search ${whose}, one plant by its name`, (n) =>
      listFleet(db, { holder, page: 1, ...page, keyword: ` ${plantCount / 2 + 10 * n}x` }, NOW),
    )
    await timed(`search ${whose}, nothing is found`, (n) =>
      listFleet(db, { holder, page: 1, ...page, keyword: `zzz${n}` }, NOW),
    )
    await timed(`search ${whose}, a town`, () => listFleet(db, { holder, page: 1, ...page, keyword: 'Chemnitz' }, NOW))
    await timed(`search ${whose}, a letter`, () => listFleet(db, { holder, page: 1, ...page, keyword: 'e' }, NOW))
    await timed(`map ${whose}`, () => listPlaces(db, { holder }, NOW))
    const country = { west: 5, south: 47, east: 15.5, north: 55 }
    await timed(`map ${whose}, a country`, () => listPlaces(db, { holder, bounds: country }, NOW))
    const region = { west: 9, south: 49, east: 11.4, north: 50.8 }
    await timed(`map ${whose}, 180 km`, () => listPlaces(db, { holder, bounds: region }, NOW))
    const near = { west: 10, south: 50, east: 10.4, north: 50.2 }
    await timed(`map ${whose}, 28 km`, () => listPlaces(db, { holder, bounds: near }, NOW))
    await timed(`sums ${whose}, counts and power`, () => countPlants(db, { holder }, NOW))
    await timed(`sums ${whose}, energy and money of today`, () => getFleetToday(db, { holder }, NOW))
    await timed(`large screen ${whose}`, () => readFleetScreen(db, { holder }, NOW))
  }
}
