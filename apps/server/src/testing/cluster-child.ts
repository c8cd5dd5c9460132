import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import pg from 'pg'
import { pino } from 'pino'
import { startCluster } from '../platform/db/cluster.ts'

// Heliograph's database part alone, for tests that kill it. It starts on the folder of the command line, adds a row,
// reports it on one line and stays; with `leave` it ends without stopping the server.
const [dataDir = '', then] = process.argv.slice(2)
const log = pino({ level: 'warn' }, pino.destination(2))
const cluster = await startCluster({ dataDir, log, settings: { fsync: 'on' } })
const client = new pg.Client({ ...cluster.connection, ssl: false })
await client.connect()
await client.query('create table if not exists kept (note text); insert into kept values ($$from the child$$)')
await client.end()
process.stdout.write(`${JSON.stringify({ pid: cluster.pid, host: cluster.connection.host })}\n`)
if (then === 'leave') process.exit(0)
setInterval(() => {}, MINUTE_MS)
