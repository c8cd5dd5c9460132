/**
 * How many frames a second the logger server acknowledges, each stored durably before, and how long an acknowledgement
 * takes. The server runs in a process of its own on a fresh embedded PostgreSQL with fsync on; this process is the
 * sticks: one connection each, 0x0507 records, the next one sent when the last is answered.
 *
 *   npx tsx tools/bench/ingest.ts [--connections 2000] [--seconds 20] [--rate 0 (frames a second; 0: as fast as they go)]
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { encodeData, findProfileById } from '@heliograph/devices/profiles/registry.ts'
import { encodeFrame } from '@heliograph/devices/wire/solarman-v5/frame.ts'

const { values: given } = parseArgs({
  options: {
    connections: { type: 'string', default: '2000' },
    seconds: { type: 'string', default: '20' },
    rate: { type: 'string', default: '0' },
  },
})
const connections = Number(given.connections)
const seconds = Number(given.seconds)
const rate = Number(given.rate)
const firstSerial = 4_000_000_000
const ackBytes = 23
const everyS = 300

type Stick = { socket: Socket; serial: number; record: number; sentAt: number; received: number; isFree: boolean }

const profile = findProfileById('solis-0507')
if (profile === undefined) throw new Error('The profile of the frames is missing')
// Old enough that all records of the run lie in the past, recent enough to be taken.
const startS = Math.floor(Date.now() / 1000) - 200 * 86_400

function makeFrame(stick: Stick): Uint8Array {
  const { serial, record } = stick
  const atS = startS + record * everyS
  const share = Math.max(0, Math.sin(((atS % 86_400) / 86_400) * 2 * Math.PI - Math.PI / 2))
  const powerW = Math.round(4_000 * share)
  const at = new Date(atS * 1000)
  const payload = encodeData(
    profile as NonNullable<typeof profile>,
    {
      time: { totalS: atS - 1_600_000_000, poweronS: 1_000 + record * everyS, offsetS: 1_600_000_000 },
      recordCounter: record & 0xffff,
      buffered: false,
    },
    {
      deviceSerial: `BENCH${serial}`,
      values: {
        inverterTemperatureC: 25 + 20 * share,
        pv1VoltageV: 300 + 50 * share,
        pv2VoltageV: 310 + 40 * share,
        pv1CurrentA: powerW / 700,
        pv2CurrentA: powerW / 710,
        ac3VoltageV: 235,
        ac3CurrentA: powerW / 235,
        acFrequencyHz: 50,
        acPowerW: powerW,
        pvPowerW: powerW * 1.03,
        generationTodayWh: record * 10,
        generationTotalWh: 1_000_000 + record * 100,
        dcBusVoltageV: 360,
        powerFactor: 1,
      },
      deviceClock: {
        year: at.getUTCFullYear(),
        month: at.getUTCMonth() + 1,
        day: at.getUTCDate(),
        hour: at.getUTCHours(),
        minute: at.getUTCMinutes(),
        second: at.getUTCSeconds(),
      },
    },
  )
  return encodeFrame({ type: 0x42, seqServer: 0, seqLogger: record & 0xff, loggerSerial: serial, payload })
}

async function ask(server: ChildProcess, lines: Interface): Promise<Record<string, number>> {
  const line = once(lines, 'line')
  server.stdin?.write('stats\n')
  return JSON.parse(String((await line)[0]))
}

async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-'))
  const script = new URL('../../apps/server/src/ingest/testing/ingest-child.ts', import.meta.url).pathname
  const args = ['--import', 'tsx', script, dataDir, String(connections)]
  const server = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: server.stdout })
  const { port } = JSON.parse(String((await once(lines, 'line'))[0])) as { port: number }

  const latencies: number[] = []
  let acks = 0
  let isRunning = true
  let isCounting = false
  const waiting: Stick[] = []
  const send = (stick: Stick): void => {
    stick.record += 1
    stick.isFree = false
    stick.sentAt = performance.now()
    stick.socket.write(makeFrame(stick))
  }
  const onAck = (stick: Stick): void => {
    if (isCounting) {
      acks += 1
      latencies.push(performance.now() - stick.sentAt)
    }
    stick.isFree = true
    if (!isRunning) return
    if (rate === 0) send(stick)
    else waiting.push(stick)
  }
  const sticks = await Promise.all(
    Array.from({ length: connections }, async (_, index): Promise<Stick> => {
      const socket = connect({ port, host: '127.0.0.1', noDelay: true })
      const stick: Stick = { socket, serial: firstSerial + index, record: 0, sentAt: 0, received: 0, isFree: true }
      await once(socket, 'connect')
      socket.on('data', (chunk) => {
        stick.received += chunk.length
        while (stick.received >= ackBytes) {
          stick.received -= ackBytes
          onAck(stick)
        }
      })
      return stick
    }),
  )
  const connected = await ask(server, lines)

  // The first record of each stick adds its device: not what is measured.
  for (const stick of sticks) send(stick)
  while (sticks.some(({ record, isFree }) => record === 1 && !isFree)) await delay(20)
  await delay(2_000)
  acks = 0
  latencies.length = 0
  isCounting = true
  const beganAt = performance.now()
  if (rate > 0) {
    let sent = 0
    while (performance.now() - beganAt < seconds * 1000) {
      for (const due = ((performance.now() - beganAt) / 1000) * rate; sent < due; sent += 1) {
        const stick = waiting.shift()
        if (stick === undefined) break
        send(stick)
      }
      await delay(2)
    }
  } else await delay(seconds * 1000)
  const elapsedS = (performance.now() - beganAt) / 1000
  const measured = { acks, latencies: [...latencies].sort((a, b) => a - b) }
  isRunning = false
  const stats = await ask(server, lines)
  const at = (share: number): string =>
    (measured.latencies[Math.floor(measured.latencies.length * share)] ?? 0).toFixed(1)
  const megabytes = (bytes = 0): string => (bytes / 1e6).toFixed(0)
  console.log(`connections             ${connections}`)
  console.log(`acknowledged            ${measured.acks} frames in ${elapsedS.toFixed(1)} s`)
  console.log(`frames/s, durable       ${(measured.acks / elapsedS).toFixed(0)}`)
  console.log(`ack latency             p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
  console.log(
    `commit                  p50 ${stats.commitMsP50?.toFixed(1)} ms, p95 ${stats.commitMsP95?.toFixed(1)} ms, ${stats.batches} batches`,
  )
  console.log(
    `server memory (RSS)     ${megabytes(connected.rssBytes)} MB connected, ${megabytes(stats.rssBytes)} MB under load`,
  )
  console.log(`stored / duplicates     ${stats.stored} / ${stats.duplicates}`)
  for (const { socket } of sticks) socket.destroy()
  server.kill('SIGTERM')
  await once(server, 'close')
  rmSync(dataDir, { recursive: true, force: true })
}

await main()
