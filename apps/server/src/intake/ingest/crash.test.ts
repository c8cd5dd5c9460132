import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createDice } from '../../testing/dice.ts'
import { driveLoggers, storedRecords } from './testing/driven-loggers.ts'

const LOGGERS = 12
const RECORDS_EACH = 150
const KILLS = 6

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

  let restarted: Promise<void> = Promise.resolve()
  const driven = driveLoggers({
    port: () => server.port,
    loggers: LOGGERS,
    recordsEach: RECORDS_EACH,
    startMs,
    whenBack: () => restarted,
  })
  const share = Math.floor((LOGGERS * RECORDS_EACH) / (KILLS + 1))
  for (let kill = 0; kill < KILLS; kill += 1) {
    await driven.whenAcked(kill * share + 20 + dice(share - 20))
    // Every third time PostgreSQL dies too, and must recover from its log.
    restarted = (async () => {
      server.child.kill('SIGKILL')
      if (kill % 3 === 2) process.kill(server.postgresPid, 'SIGKILL')
      await once(server.child, 'close')
      server = await startServer(dataDir)
    })()
    await restarted
  }
  await driven.done

  const client = new pg.Client({
    host: server.host,
    port: 5432,
    user: 'heliograph_app',
    database: 'heliograph',
    ssl: false,
  })
  await client.connect()
  const stored = await storedRecords(client)
  await client.end()
  expect(stored.size).toBe(LOGGERS)
  for (const [serial, powers] of stored) {
    const sent = [...(driven.acked.get(serial) ?? [])].sort((a, b) => a - b)
    expect(sent).toHaveLength(RECORDS_EACH)
    expect(powers, `logger ${serial}`).toEqual(sent)
  }
}, 120_000)
