/**
 * The current state of 100,000 plants of one organization, seeded by SQL: the list worst first, counts and the sum of
 * power, and the cost of the rows for an append (paired: the same batches with and without them, in turns). Its part
 * `turns` alone feeds all plants one after the other, and then a third of them.
 *
 *   npm run bench now [-- --plants 100000 --rounds 60 --part all|reads|append|rate|turns --sizes 500,50,1]
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { moveClock } from '@heliograph/server/fleet/now/now.ts'
import { countPlants, listPlants } from '@heliograph/server/fleet/plants/plants.ts'
import { ensurePartitions } from '@heliograph/server/fleet/telemetry/telemetry.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'
import { batchSizes, measureAppends, measureAtRate } from './now-append.part.ts'
import { measureInTurns } from './now-turns.part.ts'
import { seedFleet } from './seed-fleet.part.ts'

const { values: options } = parseArgs({
  options: {
    plants: { type: 'string', default: '100000' },
    rounds: { type: 'string', default: '60' },
    part: { type: 'string', default: 'all' },
    sizes: { type: 'string', default: batchSizes.join() },
  },
})
const plantCount = Number(options.plants)
const rounds = Number(options.rounds)
const NOW = Date.parse('2026-06-20T12:00:00Z')
const log = pino({ level: 'error' })
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-now-'))
const cluster = await startCluster({ dataDir: folder, log, settings: { max_wal_size: '2GB' } })
const db = await openDatabase({ connection: cluster.connection, poolSize: 4, log })

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

async function timed(name: string, work: (n: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let n = 0; n < rounds + 5; n++) {
    const from = performance.now()
    await work(n)
    // The first few warm the cache.
    if (n >= 5) taken.push(performance.now() - from)
  }
  console.log(`${name}: p50 ${quantile(taken, 0.5).toFixed(1)} ms, p95 ${quantile(taken, 0.95).toFixed(1)} ms`)
}

try {
  await migrate(db.pool, { log })
  console.log(`${cpus().length} x ${cpus()[0]?.model}, Node ${process.version}, fsync on, ${plantCount} plants`)
  const organizationId = await seedFleet(db, plantCount, NOW)
  if (options.part === 'all' || options.part === 'reads') await measureReads(organizationId)
  if (options.part === 'all' || options.part === 'append') await measureAppend()
  if (options.part === 'rate') {
    await ensurePartitions(db, NOW, 3)
    await measureAtRate(db, rounds, NOW - 6 * 3_600_000)
  }
  if (options.part === 'turns') {
    await ensurePartitions(db, NOW, 3)
    await measureInTurns(db, plantCount, NOW - 6 * 3_600_000)
  }
} finally {
  await db.close()
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}

async function measureReads(organizationId: number): Promise<void> {
  const all = { userId: 1, organizationId, organizationRole: 'admin' } as const
  const few = { userId: 1, organizationId: null, organizationRole: null } as const
  const page = { size: 20, order: 'status', direction: 'DESC' } as const
  await timed('list worst first, 20 of all', (n) => listPlants(db, { holder: all, page: 1 + (n % 5), ...page }, NOW))
  await timed('list worst first, 20 of the silent', (n) =>
    listPlants(db, { holder: all, page: 1 + (n % 5), statuses: ['silent', 'partSilent'], ...page }, NOW),
  )
  await timed('list worst first, of 10 among all', () => listPlants(db, { holder: few, page: 1, ...page }, NOW))
  await timed('counts by status and sum of power now, all', () => countPlants(db, { holder: all }, NOW))
  await timed('the same with a keyword', () => countPlants(db, { holder: all, keyword: 'plant 99' }, NOW))
}

async function measureAppend(): Promise<void> {
  await ensurePartitions(db, NOW, 3)
  const nowMs = await measureAppends(db, rounds, NOW - 6 * 3_600_000, options.sizes.split(',').map(Number))
  const from = performance.now()
  const looked = await moveClock(db, nowMs + 2 * 3_600_000)
  console.log(`clock: ${looked} plants two hours later in ${((performance.now() - from) / 1000).toFixed(1)} s`)
}
