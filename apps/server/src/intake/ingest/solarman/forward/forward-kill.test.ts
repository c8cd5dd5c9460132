import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createDice } from '../../../../testing/dice.ts'
import { driveLoggers, storedRecords } from '../../testing/driven-loggers.ts'
import { openStandInCloud } from '../../testing/stand-in-cloud.ts'

const LOGGERS = 4
const RECORDS_EACH = 30
const KILLS = 2

type Server = { child: ChildProcess; port: number; host: string }
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

async function startServer(dataDir: string, cloud: string): Promise<Server> {
  const script = new URL('../../testing/ingest-child.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', script, dataDir, String(LOGGERS), '5', 'none', cloud]
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, stdio: ['pipe', 'pipe', 'inherit'] })
  children.push(child)
  const lines = createInterface({ input: child.stdout })
  const [line] = (await Promise.race([once(lines, 'line'), once(child, 'close').then(() => ['{}'])])) as [string]
  return { child, ...(JSON.parse(line) as Omit<Server, 'child'>) }
}

test('a server that is killed midway loses no record, for itself or for the cloud', async () => {
  const dice = createDice(20_261_129)
  const cloud = await openStandInCloud()
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-forward-'))
  folders.push(dataDir)
  let server = await startServer(dataDir, `127.0.0.1:${cloud.port}`)
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
    restarted = (async () => {
      server.child.kill('SIGKILL')
      await once(server.child, 'close')
      server = await startServer(dataDir, `127.0.0.1:${cloud.port}`)
    })()
    await restarted
  }
  await driven.done

  const { host } = server
  const client = new pg.Client({ host, port: 5432, user: 'heliograph_app', database: 'heliograph', ssl: false })
  await client.connect()
  const stored = await storedRecords(client)
  const { rows } = await client.query<{ missed: number }>(
    'select sum(missed_records)::int as missed from logger_forwards',
  )
  await client.end()
  expect(stored.size).toBe(LOGGERS)
  for (const [serial, powers] of stored) {
    const sent = [...(driven.acked.get(serial) ?? [])].sort((a, b) => a - b)
    expect(sent).toHaveLength(RECORDS_EACH)
    expect(powers, `logger ${serial}`).toEqual(sent)
    // Bytes 17 and 18 of a record are its number.
    const records = cloud
      .frames()
      .filter(({ type, loggerSerial }) => type === frameTypes.data && loggerSerial === serial)
      .map(({ payload }) => (payload[17] ?? 0) | ((payload[18] ?? 0) << 8))
    expect(new Set(records).size, `logger ${serial}`).toBe(RECORDS_EACH)
  }
  expect(rows[0]?.missed).toBe(0)
  await cloud.close()
}, 120_000)
