import { createInterface } from 'node:readline'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { pino } from 'pino'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import { startCluster } from '../../../platform/db/cluster.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { createReactions } from '../../../reactions.ts'
import { createIngest, openSolarman } from '../ingest.ts'
import { readClouds } from '../solarman/forward/clouds.ts'

// The ingest part of Heliograph alone, for tests and measurements: its own durable cluster in the given folder; one
// plant per logger, serials from 4,000,000,000 on. Reports its ports on one line and stays. A URL instead of the folder
// names a database that is migrated already. A cloud: the streams of all loggers go there too.
const [place = '', loggers = '1', poolSize = '5', bounds = 'none', cloud = 'off'] = process.argv.slice(2)
const log = pino({ level: process.env.LOG_LEVEL ?? 'warn' }, pino.destination(2))
const cluster = place.startsWith('postgres://')
  ? undefined
  : await startCluster({ dataDir: place, log, settings: { fsync: 'on', synchronous_commit: 'on' } })
const server = cluster === undefined ? { url: place } : { connection: cluster.connection }
const db = await openDatabase({ ...server, poolSize: Number(poolSize), log })
if (cluster) await migrate(db.pool, { log })
const { rowCount } = await db.pool.query('select from plants limit 1')
if (rowCount === 0) {
  const { rows } = await db.pool.query<{ id: number }>(
    `insert into plants (name, type, grid_type, capacity_wp, latitude, longitude, zone, currency, azimuth_deg, tilt_deg)
     select 'Roof ' || n, 'HOUSE_ROOF', 'EXCESS', 5000, 51, 0, 'Europe/Berlin', 'EUR', 180, 20
     from generate_series(1, $1::int) as n returning id`,
    [Number(loggers)],
  )
  await db.pool.query(
    `insert into loggers (wire, address, plant_id, registered_at)
     select 'solarman-v5', (3999999999 + n)::text, id, now() from unnest($1::bigint[]) with ordinality p (id, n)`,
    [rows.map(({ id }) => id)],
  )
  if (cloud !== 'off')
    await db.pool.query(
      'insert into logger_forwards (logger_id, plant_id, cloud, started_at) select id, plant_id, $1, now() from loggers',
      [cloud],
    )
}
let liveMs: number | undefined
const now = (): number => liveMs ?? Date.now()
const ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
await ingest.start()
const settings = {
  host: '127.0.0.1',
  port: 0,
  framesPerMinute: 1e9,
  clouds: readClouds({ LOGGER_CLOUDS: cloud }),
  // The load generator connects every logger before the first one sends.
  ...(bounds === 'none'
    ? {
        maxUnprovenPerAddress: 1e6,
        maxConnectionsPerAddress: 1e6,
        maxConnections: 1e6,
        handshakeTimeoutMs: HOUR_MS,
        unprovenLifeMs: HOUR_MS,
      }
    : {}),
}
const { port } = (await ingest.open(openSolarman({ settings }))).ports()
process.stdout.write(`${JSON.stringify({ port, postgresPid: cluster?.pid, host: cluster?.connection.host })}\n`)

// Lines on standard input: `clock <ms>` sets the present, any other asks for the counters and the memory usage.
createInterface({ input: process.stdin }).on('line', (line) => {
  const [word, ms] = line.split(' ')
  if (word === 'clock') liveMs = Number(ms)
  else {
    const { rss, heapUsed } = process.memoryUsage()
    process.stdout.write(`${JSON.stringify({ ...ingest.stats(), rssBytes: rss, heapBytes: heapUsed })}\n`)
  }
})
process.on('SIGTERM', async () => {
  await ingest.close()
  await db.close()
  await cluster?.stop()
  process.exit(0)
})
