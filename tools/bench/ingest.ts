/**
 * How many frames a second the logger server acknowledges, each stored durably before, and how long an acknowledgment
 * takes. The server runs in its own process on a fresh embedded PostgreSQL with fsync on; this process is the
 * simulator's load: one connection per logger, the next record sent when the last is acknowledged.
 *
 * The records are 200 days old, as of a fleet that was away. With --live the server's present follows them: a record
 * of five minutes more each time, so that all is due that a live fleet's record of each five minutes makes due.
 *
 * With --held so many sticks only connect, send a record and stay: what their connections take in the server's memory.
 *
 * With --windows it tells so many times of five seconds before: a fleet's first day, in which each device is new and delivers
 * more from record to record, and what comes after.
 *
 *   npm run bench ingest [-- --sticks 2000 --seconds 20 --rate 1000 (frames a second of the second, paced run)
 *     --live --windows 8 --held 19000 --server FILE (the built ingest-child.js of another commit, for turns)]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createLoad, type LoadResult } from '@heliograph/simulator/load.ts'
import { minus, type ProcessorMs, processorOf } from './processor.part.ts'

const { values: options } = parseArgs({
  options: {
    sticks: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '1000' },
    live: { type: 'boolean', default: false },
    windows: { type: 'string', default: '0' },
    held: { type: 'string' },
    server: { type: 'string', default: fileURLToPath(new URL('ingest-child.js', import.meta.url)) },
  },
})
const sticks = Number(options.held ?? options.sticks)
const seconds = Number(options.seconds)
const windows = Number(options.windows)
const WINDOW_S = 5
const FIRST_SERIAL = 4_000_000_000
const CLOCK_MS = 20
/** A record is on its way for a while. */
const AHEAD_MS = 5_000
/** Sticks that come together, before they have proven themselves. */
const GROUP = 1_000

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
const server = spawn(process.execPath, [options.server, dataDir, String(sticks)], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const lines = createInterface({ input: server.stdout })
  const started = JSON.parse(String((await once(lines, 'line'))[0])) as { port: number; postgresPid: number }
  const { port, postgresPid } = started
  if (options.held !== undefined) await hold(port, lines)
  else await measure(port, lines, () => processorOf(server.pid as number, postgresPid))
} finally {
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(dataDir, { recursive: true, force: true })
}

async function measure(port: number, lines: Interface, used: () => ProcessorMs): Promise<void> {
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
  for (let window = 1; window <= windows; window++) {
    const before = used()
    const result = await load.run(WINDOW_S)
    report(`window ${window}`, result, await ask(server, lines), minus(used(), before))
  }
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
}

async function hold(port: number, lines: Interface): Promise<void> {
  const tell = async (when: string) => {
    const { connections, rssBytes = 0, heapBytes = 0 } = await ask(server, lines)
    const [rss, heap] = [rssBytes, heapBytes].map((bytes) => (bytes / 1e6).toFixed(0))
    console.log(`${when}: ${connections} connections, ${rss} MB resident, heap ${heap} MB`)
  }
  await tell('before')
  const loads: Awaited<ReturnType<typeof createLoad>>[] = []
  for (let held = 0; held < sticks; held += GROUP) {
    const group = { sticks: Math.min(GROUP, sticks - held), firstSerial: FIRST_SERIAL + held }
    const load = await createLoad({ host: '127.0.0.1', port, nowMs: Date.now(), ...group })
    loads.push(load)
    await load.introduce()
    if (held % (5 * GROUP) === 0) await tell('while they come')
  }
  await tell('all have come')
  await delay(20_000)
  await tell('20 s later')
  for (const load of loads) load.close()
}
