import { pino } from 'pino'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import { createApp } from '../../../http/app.ts'
import { createLiveTopics } from '../../../http/live-topics.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { openSecretKey } from '../../../platform/secret-key/secret-key.ts'
import { createReactions } from '../../../reactions.ts'
import { createTestServices } from '../../../testing/services.ts'
import { createIngest, openPolled } from '../../ingest/ingest.ts'
import { openAgents } from '../agents.ts'

// The calls of agents alone, on a database that is there, for tests that kill them. Says its port on its first line.
export type AgentServerOptions = Readonly<{
  connection: object
  keyFile: string
  port: number
  /** So much faster does the time pass, from an instant on. */
  speed: number
  fromMs: number
}>

const { connection, keyFile, port, speed, fromMs } = JSON.parse(process.argv[2] ?? '{}') as AgentServerOptions
const now = (): number => fromMs + Math.round((Date.now() - fromMs) * speed)
const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' }, pino.destination(2))
const db = await openDatabase({ connection: connection as never, poolSize: 5, log })
await openSecretKey(db, keyFile)
const ingest = createIngest({ db, telemetry, reactions: createReactions(now), now, log })
await ingest.start()
const desk = await ingest.open(openPolled)
const agents = await openAgents({ db, log, desk, now, noteScan: async () => true })
const app = createApp({
  db,
  log,
  topics: createLiveTopics({ db, now, log }),
  publicUrl: 'http://127.0.0.1',
  loggerPort: 10_000,
  now,
  unitsPerMinute: 0,
  services: createTestServices({ agents }),
})
await app.listen({ port, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${JSON.stringify({ port: typeof address === 'object' && address ? address.port : 0 })}\n`)
