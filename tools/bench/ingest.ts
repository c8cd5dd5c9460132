/**
 * How many frames a second the logger server acknowledges, each stored durably before, and how long an acknowledgment
 * takes. The server runs in its own process on a fresh embedded PostgreSQL with fsync on; this process is the
 * simulator's load: one connection per logger, the next record sent when the last is acknowledged.
 *
 * The records are 200 days old, as of a fleet that was away. With --live the server's present follows them: a record
 * of five minutes more each time, so that all is due that a live fleet's record of each five minutes makes due.
 *
 *   npx tsx tools/bench/ingest.ts [--sticks 2000] [--seconds 20] [--rate 1000 (frames a second of the second, paced
 * run)] [--live]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLoad, type LoadResult } from '@heliograph/simulator/load.ts'
import { minus, type ProcessorMs, processorOf } from './processor.part.ts'

const { values: options } = parseArgs({
  options: {
    sticks: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    live: { type: 'boolean', default: false },
  },
})
const sticks = Number(options.sticks)
const seconds = Number(options.seconds)
const FIRST_SERIAL = 4_000_000_000
const CLOCK_MS = 20
/** A record is on its way for a while. */
const AHEAD_MS = 5_000

async function ask(server: ChildProcess, lines: Interface): Promise<Record<string, number>> {
  const line = once(lines, 'line')
  server.stdin?.write('stats\n')
  return JSON.parse(String((await line)[0]))
}

function report(
  name: string,
  { acks, seconds, latenciesMs }: LoadResult,
  stats: Record<string, number>,
  used: ProcessorMs,
): void {
  const at = (share: number): string => (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(1)
  console.log(
    `${name.padEnd(22)} ${(acks / seconds).toFixed(0)} frames/s acknowledged after durable storage; ack p50 ${at(0.5)} ms, p95 ${at(0.95)} ms; ` +
      `commit p50 ${stats.commitMsP50?.toFixed(1)} ms, p95 ${stats.commitMsP95?.toFixed(1)} ms; ` +
      `processor per frame: server ${((used.node * 1000) / acks).toFixed(0)} us, database ${((used.database * 1000) / acks).toFixed(0)} us`,
  )
}

const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-'))
const script = new URL('../../apps/server/src/intake/ingest/testing/ingest-child.ts', import.meta.url).pathname
const server = spawn(process.execPath, ['--import', 'tsx', script, dataDir, String(sticks)], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const lines = createInterface({ input: server.stdout })
  const started = JSON.parse(String((await once(lines, 'line'))[0])) as { port: number; postgresPid: number }
  const { port, postgresPid } = started
  const used = (): ProcessorMs => processorOf(server.pid as number, postgresPid)
  const load = await createLoad({ host: '127.0.0.1', port, sticks, firstSerial: FIRST_SERIAL, nowMs: Date.now() })
  const setPresent = () => server.stdin?.write(`clock ${load.newestAtMs() + AHEAD_MS}\n`)
  const clock = options.live ? setInterval(setPresent, CLOCK_MS) : undefined
  const connected = await ask(server, lines)
  console.log(
    `connected: ${connected.connections} connections, ${((connected.rssBytes ?? 0) / 1e6).toFixed(0)} MB resident`,
  )
  // The first record of each logger adds its device, which is not measured.
  await load.introduce()
  await delay(2_000)
  console.log(`${sticks} sticks, one connection each, fsync on, load generator on the same machine`)
  let before = used()
  const saturated = await load.run(seconds)
  const stats = await ask(server, lines)
  report('as fast as they go', saturated, stats, minus(used(), before))
  before = used()
  const paced = await load.run(seconds, Number(options.rate))
  report(`at ${options.rate} frames/s`, paced, await ask(server, lines), minus(used(), before))
  const megabytes = (bytes = 0): string => (bytes / 1e6).toFixed(0)
  console.log(
    `server memory          ${megabytes(connected.rssBytes)} MB connected, ${megabytes(stats.rssBytes)} MB under load`,
  )
  console.log(`stored ${stats.stored}, duplicates ${stats.duplicates}`)
  clearInterval(clock)
  load.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(dataDir, { recursive: true, force: true })
}
