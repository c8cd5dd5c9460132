import type { Clock } from '@heliograph/collect/clock.ts'
import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { AT_ONCE, oneFamily } from '@heliograph/collect/testing/one-family.ts'
import { pino } from 'pino'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import { createMqttWriters } from '../../../http/mqtt-writers.ts'
import { addAccessToken, addUser, findSession, signIn } from '../../../people/accounts/accounts.ts'
import { startCluster } from '../../../platform/db/cluster.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { openSecretKey } from '../../../platform/secret-key/secret-key.ts'
import { createReactions } from '../../../reactions.ts'
import { addTestPlant } from '../../../testing/app.ts'
import { openMqttBroker } from '../../broker/broker.ts'
import { createIngest, openPolled, type PolledDesk } from '../../ingest/ingest.ts'
import { readCollectConfig, runTargets } from '../collect.ts'
import { addTarget } from '../targets.ts'
import { testOffer } from './test-offer.ts'

// Collecting alone, for tests and measurements: a durable cluster in the given folder, devices at the given ports of this
// machine, and a broker. Says where everything is on its first line, and each stored reading after its commit.
export type ChildOptions = Readonly<{
  dataDir: string
  plants: number
  /** Devices of `oneFamily` whose serial is 1, 2, ... */
  ports: readonly number[]
  pollSeconds: number
  storeSeconds: number
  /** So much faster does the time pass, from an instant on. */
  speed: number
  fromMs: number
  saysStored: boolean
}>
export type ChildHello = Readonly<{
  postgresPid: number
  host: string
  mqttPort: number
  plants: readonly Readonly<{ id: number; token: string }>[]
}>

const options = JSON.parse(process.argv[2] ?? '{}') as ChildOptions
const { speed, fromMs } = options
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const clock: Clock = {
  now: () => fromMs + Math.round((Date.now() - fromMs) * speed),
  after: (ms, run) => {
    // What a device has for its answer is real time.
    const timer = setTimeout(run, ms < 5_000 ? ms : ms / speed)
    return () => clearTimeout(timer)
  },
}
const { now } = clock
const log = pino({ level: process.env.LOG_LEVEL ?? 'warn' }, pino.destination(2))
const durable = { fsync: 'on', synchronous_commit: 'on' }
const cluster = await startCluster({ dataDir: options.dataDir, log, settings: durable })
const db = await openDatabase({ connection: cluster.connection, poolSize: 5, log })
await migrate(db.pool, { log })
await openSecretKey(db, `${options.dataDir}/secret.key`)
await telemetry.ensurePartitions(db, now(), 4)

const plants: { id: number; token: string }[] = []
const { rowCount } = await db.pool.query('select from plants limit 1')
if (rowCount === 0) {
  for (let n = 1; n <= options.plants; n += 1) {
    const login = { account: `owner${n}`, password: 'Walrus-27-tusks' }
    const userId = await addUser(db, { ...login, isAdmin: false })
    const { token: session } = await signIn(db, { ...login, keep: true, nowMs: now(), address: '', userAgent: '' })
    const found = await findSession(db, session, now())
    if (found === undefined) throw new Error('not signed in')
    const scopes = ['reading:write'] as const
    const made = await addAccessToken(db, found, { name: 'x', scopes, expiresInDays: 30, center: '', nowMs: now() })
    plants.push({ id: await addTestPlant(db, userId, { capacityWp: 100_000 }), token: made.token })
  }
  for (const [index, port] of options.ports.entries()) {
    const plantId = plants[index % plants.length]?.id ?? 0
    const offer = { plantId, ...testOffer(port, String(index + 1)) }
    const { pollSeconds, storeSeconds } = options
    const rates = { pollSeconds, storeSeconds }
    await addTarget(db, {
      plantId,
      userId: null,
      offers: [offer],
      secrets: [],
      name: '',
      nowMs: now(),
      ...rates,
    }).catch((error: unknown) => {
      throw new Error(`target ${index}`, { cause: error })
    })
  }
}
// Its leases are those of a node that was killed: nobody waits for their end here.
await db.pool.query(`update collect_targets set held_until = '-infinity'`)

const ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
await ingest.start()
const polled = await ingest.open(openPolled)
let stored = 0
const desk: PolledDesk = {
  ...polled,
  store: async (from, reading) => {
    const outcome = await polled.store(from, reading)
    stored += 1
    const { deviceSerial, values } = reading.decoded
    if (options.saysStored && outcome === 'stored')
      say({ serial: deviceSerial, atMs: reading.atMs, totalWh: values.generationTotalWh })
    return outcome
  },
}
const config = readCollectConfig({ DEVICE_LOOPBACK_PORTS: '1024-65535' })
const gate = createDeviceGate({ ...config, ownPorts: new Set() })
const ways = { 'modbus-tcp': createModbusTcp(oneFamily, AT_ONCE) }
const runner = await runTargets({ db, log, gate, ways, desk, clock })
const broker = await openMqttBroker({
  db,
  log,
  desk,
  config: { host: '127.0.0.1', port: 0, tls: undefined, mostClients: 1_000 },
  findWriter: createMqttWriters({ db, center: '', now }),
  storeSeconds: options.storeSeconds,
  clock,
})
const { pid: postgresPid = 0, connection } = cluster
const mqttPort = broker.ports.plain ?? 0
say({ postgresPid, host: connection.host, mqttPort, plants } satisfies ChildHello)

// A line on standard input asks for what it has used so far.
process.stdin.on('data', () => say({ stored, cpuUs: process.cpuUsage(), rssBytes: process.memoryUsage.rss() }))
process.on('SIGTERM', async () => {
  await runner.close()
  await broker.close()
  await ingest.close()
  await db.close()
  await cluster.stop()
  process.exit(0)
})
