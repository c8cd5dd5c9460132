import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createDice } from '../../testing/dice.ts'
import { connectLogger, type LoggerClient } from './testing/logger-client.ts'
import { createStick } from './testing/scene.ts'

const LOGGERS = 12
const RECORDS_EACH = 150
const KILLS = 6
const MINUTE_MS = 60_000

type Server = { child: ChildProcess; port: number; postgresPid: number; host: string }
const children: ChildProcess[] = []
const folders: string[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGTERM')
    await once(child, 'close')
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

async function startServer(dataDir: string): Promise<Server> {
  const script = new URL('./testing/ingest-child.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', script, dataDir, String(LOGGERS)]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'close').then(() => ['{}'])])) as [string]
  return { child, ...(JSON.parse(line) as Omit<Server, 'child'>) }
}

test('every acknowledged record exists exactly once after repeated kills', async () => {
  const dice = createDice(20_261_121)
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-crash-'))
  folders.push(dataDir)
  let server = await startServer(dataDir)
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - RECORDS_EACH * MINUTE_MS

  const acked = new Map<number, Set<number>>()
  let ackedCount = 0
  const wakers: (() => void)[] = []
  const whenAcked = async (count: number): Promise<void> => {
    while (ackedCount < count) await new Promise<void>((resolve) => wakers.push(resolve))
  }
  const note = (serial: number, record: number): void => {
    acked.get(serial)?.add(record)
    ackedCount += 1
    for (const wake of wakers.splice(0)) wake()
  }

  let restarted: Promise<void> = Promise.resolve()
  /** Like a real logger: one record at a time, repeated with new time fields until it is acknowledged. */
  const runStick = async (serial: number): Promise<void> => {
    acked.set(serial, new Set())
    const stick = createStick(serial)
    let client: LoggerClient | undefined
    for (let record = 0; record < RECORDS_EACH; record += 1) {
      for (let attempt = 0; ; attempt += 1) {
        try {
          client ??= await connectLogger(server.port)
          // The power identifies the record; the time fields change with every attempt.
          const atMs = startMs + record * MINUTE_MS
          const frame = stick.data(
            atMs,
            { acPowerW: record, generationTotalWh: 100_000 + record * 100 },
            { recordCounter: record },
          )
          const totalS = Math.floor(atMs / 1000) + attempt - 1_600_000_000
          const view = new DataView(frame.payload.buffer, frame.payload.byteOffset)
          view.setUint32(3, totalS, true)
          view.setUint32(7, 1_000, true)
          view.setUint32(11, 1_600_000_000, true)
          await client.exchange(frame)
          note(serial, record)
          break
        } catch {
          await client?.end()
          client = undefined
          await restarted
        }
      }
    }
    await client?.end()
  }

  const everybody = Promise.all(Array.from({ length: LOGGERS }, (_, index) => runStick(4_000_000_000 + index)))
  const share = Math.floor((LOGGERS * RECORDS_EACH) / (KILLS + 1))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await whenAcked(kill * share + 20 + dice(share - 20))
    // Every third time PostgreSQL dies too, and must recover from its log.
    restarted = (async () => {
      server.child.kill('SIGKILL')
      if (kill % 3 === 2) process.kill(server.postgresPid, 'SIGKILL')
      await once(server.child, 'close')
      server = await startServer(dataDir)
    })()
    await restarted
  }
  await everybody
  expect(ackedCount).toBe(LOGGERS * RECORDS_EACH)

  const client = new pg.Client({
    host: server.host,
    port: 5432,
    user: 'heliograph_app',
    database: 'heliograph',
    ssl: false,
  })
  await client.connect()
  const { rows } = await client.query<{ serial: string; powers: number[] }>(
    `select l.address as serial, array_agg(s.values[array_position(d.quantities, 'acPowerW')] order by s.at) as powers
     from samples s join devices d on d.id = s.device_id join loggers l on l.id = d.logger_id
     group by l.address`,
  )
  await client.end()
  expect(rows).toHaveLength(LOGGERS)
  for (const { serial, powers } of rows) {
    const sent = [...(acked.get(Number(serial)) ?? [])].sort((a, b) => a - b)
    expect(powers, `logger ${serial}`).toEqual(sent)
  }
}, 120_000)
