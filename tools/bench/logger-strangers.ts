/**
 * How long a registered logger waits for its acknowledgment while strangers hold thousands of connections to the same
 * port. The server runs in its own process with its ordinary bounds, on a fresh embedded PostgreSQL with fsync on.
 *
 *   npx tsx tools/bench/logger-strangers.ts [--connections 10000] [--addresses 50] [--sticks 50] [--seconds 20]
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createLoad, type LoadResult } from '@heliograph/simulator/load.ts'
import { encodeFrame, frameTypes } from '@heliograph/wires/solarman-v5/frame.ts'

const { values: options } = parseArgs({
  options: {
    connections: { type: 'string', default: '10000' },
    addresses: { type: 'string', default: '50' },
    sticks: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '20' },
  },
})
const [wanted, addresses, sticks, seconds] = [
  options.connections,
  options.addresses,
  options.sticks,
  options.seconds,
].map(Number) as [number, number, number, number]
const FIRST_SERIAL = 4_000_000_000
const SETTLE_MS = 20_000

const at = ({ latenciesMs }: LoadResult, share: number): string =>
  (latenciesMs[Math.floor(latenciesMs.length * share)] ?? 0).toFixed(1)
const tell = (name: string, result: LoadResult): void =>
  console.log(
    `${name.padEnd(34)} ack p50 ${at(result, 0.5)} ms, p95 ${at(result, 0.95)} ms, p99 ${at(result, 0.99)} ms`,
  )

const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-'))
const script = new URL('../../apps/server/src/intake/ingest/testing/ingest-child.ts', import.meta.url).pathname
const server = spawn(process.execPath, ['--import', 'tsx', script, dataDir, String(sticks + 1), '5', 'ordinary'], {
  stdio: ['pipe', 'pipe', 'inherit'],
})
try {
  const lines = createInterface({ input: server.stdout })
  const { port } = JSON.parse(String((await once(lines, 'line'))[0])) as { port: number }
  const stats = async (): Promise<Record<string, number>> => {
    const line = once(lines, 'line')
    server.stdin?.write('stats\n')
    return JSON.parse(String((await line)[0]))
  }
  const load = await createLoad({ host: '127.0.0.1', port, sticks, firstSerial: FIRST_SERIAL, nowMs: Date.now() })
  await load.introduce()
  console.log(
    `${sticks} registered sticks, ${sticks} frames a second together, fsync on, strangers on the same machine`,
  )
  tell('alone', await load.run(seconds, sticks))

  let isOver = false
  let opened = 0
  const held = new Set<Socket>()
  /** Every second one is silent, the others send heartbeats under invented serials. Who is thrown out comes again. */
  const intrude = (index: number): void => {
    if (isOver) return
    const peer = index % addresses
    const localAddress = `127.9.${Math.floor(peer / 250)}.${(peer % 250) + 1}`
    const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    held.add(socket)
    opened += 1
    socket.on('connect', () => {
      if (index % 2 === 0) return
      const loggerSerial = 1_000_000_000 + Math.floor(Math.random() * 1e9)
      socket.write(
        encodeFrame({
          type: frameTypes.heartbeat,
          seqServer: 0,
          seqLogger: 1,
          loggerSerial,
          payload: Uint8Array.of(0),
        }),
      )
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      held.delete(socket)
      setTimeout(() => intrude(index), 1_000 + Math.random() * 4_000)
    })
  }
  for (let index = 0; index < wanted; index += 1) {
    intrude(index)
    if (index % 100 === 0) await delay(10)
  }
  tell(`while ${wanted} strangers come`, await load.run(seconds, sticks))
  // Until then each address has spent what a stranger may leave in the database.
  await delay(SETTLE_MS)
  tell('while they stay', await load.run(seconds, sticks))
  const late = await createLoad({
    host: '127.0.0.1',
    port,
    sticks: 1,
    firstSerial: FIRST_SERIAL + sticks,
    nowMs: Date.now(),
  })
  const beganMs = performance.now()
  await late.introduce()
  console.log(
    `${'a registered stick that comes now'.padEnd(34)} first ack after ${(performance.now() - beganMs).toFixed(0)} ms`,
  )
  const { connections, connectionsDropped, connectionsRefused, rssBytes = 0 } = await stats()
  console.log(
    `${opened} connections of strangers opened; at the end ${connections} open, ${connectionsDropped} gave way, ` +
      `${connectionsRefused} refused; server memory ${(rssBytes / 1e6).toFixed(0)} MB`,
  )
  isOver = true
  for (const socket of held) socket.destroy()
  late.close()
  load.close()
} finally {
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(dataDir, { recursive: true, force: true })
}
process.exit(0)
