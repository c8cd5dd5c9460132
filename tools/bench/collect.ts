/**
 * What collecting costs: MQTT messages a second that are stored before they are acknowledged, the processor share of 500
 * devices that are read every ten seconds, and gaps of 20 healthy devices beside 100 silent and 20 hostile ones. Devices
 * and clients are in this process, the server's part in another one on a durable database.
 *
 *   npm run bench collect [-- --part mqtt,devices,hostile --seconds 60 --rate 2000]
 */
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fromTable, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { registersOf } from '@heliograph/collect/testing/one-family.ts'
import {
  type CollectChild,
  startCollectChild,
  stopCollectChild,
} from '@heliograph/server/intake/collect/testing/start-child.ts'
import { generate, parser } from 'mqtt-packet'

const { values: given } = parseArgs({
  options: {
    part: { type: 'string', default: 'mqtt,devices,hostile' },
    seconds: { type: 'string', default: '60' },
    rate: { type: 'string', default: '2000' },
  },
})
const [seconds, rate] = [Number(given.seconds), Number(given.rate)]
const parts: Readonly<Record<string, () => Promise<void>>> = { mqtt, devices, hostile }

const quantile = (all: readonly number[], q: number): number =>
  all.toSorted((a, b) => a - b)[Math.floor((all.length - 1) * q)] ?? Number.NaN
const loadOf = (): string => `load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`

async function withChild(
  options: Readonly<{ plants: number; ports: readonly number[] }>,
  work: (child: CollectChild) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-collect-'))
  const rates = { pollSeconds: 10, storeSeconds: 60, speed: 1, fromMs: Date.now(), saysStored: false }
  const child = await startCollectChild({ dataDir, ...options, ...rates })
  try {
    await work(child)
  } finally {
    await stopCollectChild(child)
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The share of a core that the process used while something went on. */
async function shareWhile(
  child: CollectChild,
  work: () => Promise<void>,
): Promise<Readonly<{ percent: number; stored: number }>> {
  const [before, fromMs] = [await child.ask(), performance.now()]
  await work()
  const after = await child.ask()
  const usedMs = (after.cpuUs.user + after.cpuUs.system - before.cpuUs.user - before.cpuUs.system) / 1000
  return { percent: (100 * usedMs) / (performance.now() - fromMs), stored: after.stored - before.stored }
}

/** 1,000 micro-inverters of 20 plants, each a client per plant: eight values each, one a message, QoS 1. */
async function mqtt(): Promise<void> {
  const PLANTS = 20
  const INVERTERS = 50
  const names = ['power', 'yieldtotal', 'yieldday', 'voltage', 'current', 'frequency', 'temperature', 'powerdc']
  await withChild({ plants: PLANTS, ports: [] }, async (child) => {
    const waits: number[] = []
    const clients: Readonly<{ socket: Socket; sent: Map<number, number> }>[] = []
    for (const { id, token } of child.plants) {
      const socket = connect(child.mqttPort, '127.0.0.1')
      await once(socket, 'connect')
      const sent = new Map<number, number>()
      const packets = parser({ protocolVersion: 4 })
      packets.on('packet', (packet) => {
        const atMs = packet.cmd === 'puback' ? sent.get(packet.messageId ?? 0) : undefined
        if (atMs === undefined) return
        sent.delete(packet.messageId ?? 0)
        waits.push(performance.now() - atMs)
      })
      socket.on('data', (bytes) => void packets.parse(bytes))
      const login = { username: String(id), password: Buffer.from(token) }
      socket.write(
        generate({ cmd: 'connect', clientId: 'b', protocolId: 'MQTT', protocolVersion: 4, keepalive: 0, ...login }),
      )
      clients.push({ socket, sent })
    }
    await wait(2_000)
    let [count, messageId] = [0, 0]
    const { percent, stored } = await shareWhile(child, async () => {
      const fromMs = performance.now()
      for (let nowMs = fromMs; nowMs - fromMs < seconds * 1000; nowMs = performance.now()) {
        const due = Math.floor(((nowMs - fromMs) / 1000) * rate)
        for (; count < due; count += 1) {
          const group = Math.floor(count / names.length)
          const plant = group % PLANTS
          const inverter = Math.floor(group / PLANTS) % INVERTERS
          const { socket, sent } = clients[plant] as (typeof clients)[number]
          messageId = (messageId % 65_535) + 1
          sent.set(messageId, nowMs)
          const topic = `solar/${116_100_000_000 + plant * 1_000 + inverter}/0/${names[count % names.length]}`
          socket.write(
            generate({
              cmd: 'publish',
              topic,
              payload: String(100 + (count % 900)),
              qos: 1,
              messageId,
              dup: false,
              retain: false,
            }),
          )
        }
        await wait(5)
      }
      // What is under way may still be stored.
      for (let n = 0; n < 100 && waits.length < count; n += 1) await wait(100)
    })
    for (const { socket } of clients) socket.destroy()
    console.log(`${count} messages in ${seconds} s (${Math.round(count / seconds)} a second), ${loadOf()}:`)
    console.log(
      `  ${waits.length} acknowledged after their commit; wait p50 ${Math.round(quantile(waits, 0.5))} ms, ` +
        `p95 ${Math.round(quantile(waits, 0.95))} ms (2 s of it are the quiet that ends a reading)`,
    )
    console.log(`  ${stored} readings stored; ${percent.toFixed(0)} % of a core without PostgreSQL`)
  })
}

/** Healthy devices, with the instants at which each was read. */
async function openHealthy(count: number, first = 1) {
  const reads: number[][] = []
  const devices = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const times: number[] = []
      reads.push(times)
      let totalWh = 1_000_000
      return await openModbusDevice((request, ...rest) => {
        if (request.address === 20) times.push(performance.now())
        totalWh += 10
        return fromTable(registersOf(first + index, 500, totalWh))(request, ...rest)
      })
    }),
  )
  return { devices, reads }
}

async function devices(): Promise<void> {
  const { devices: opened, reads } = await openHealthy(500)
  await withChild({ plants: 50, ports: opened.map(({ port }) => port) }, async (child) => {
    await wait(25_000)
    const before = reads.reduce((sum, times) => sum + times.length, 0)
    const { percent, stored } = await shareWhile(child, () => wait(seconds * 1000))
    const rounds = reads.reduce((sum, times) => sum + times.length, 0) - before
    console.log(`500 devices every 10 s for ${seconds} s, ${loadOf()}:`)
    console.log(`  ${rounds} rounds, ${stored} readings stored; ${percent.toFixed(1)} % of a core without PostgreSQL`)
  })
  for (const device of opened) await device.close()
}

/** Peers that take a connection and behave badly. */
async function openBad(behave: (socket: Socket) => void): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    behave(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}
const hostileWays: readonly ((socket: Socket) => void)[] = [
  // Noise without an end.
  (socket) => {
    const noise = Buffer.alloc(64 * 1024, 0xa5)
    const pour = (): void => {
      while (!socket.destroyed && socket.write(noise));
    }
    socket.on('drain', pour)
    pour()
  },
  // A byte at a time.
  (socket) => {
    const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write('\0')), 100)
  },
  // Hangs up at once.
  (socket) => socket.destroy(),
  // Answers of other transactions.
  (socket) => socket.on('data', () => socket.write(Buffer.from('99990000000701030400010002', 'hex'))),
]

async function hostile(): Promise<void> {
  const gapsOf = async (ports: (healthy: readonly number[]) => readonly number[]): Promise<readonly number[]> => {
    const { devices: opened, reads } = await openHealthy(20)
    await withChild({ plants: 10, ports: ports(opened.map(({ port }) => port)) }, async () =>
      wait((seconds + 15) * 1000),
    )
    for (const device of opened) await device.close()
    return reads.flatMap((times) => times.slice(2).map((atMs, n) => atMs - (times[n + 1] ?? atMs)))
  }
  const alone = await gapsOf((healthy) => healthy)
  const bad = await Promise.all([
    ...Array.from({ length: 100 }, () => openBad(() => {})),
    ...Array.from({ length: 20 }, (_, n) => openBad(hostileWays[n % hostileWays.length] ?? (() => {}))),
  ])
  const beside = await gapsOf((healthy) => [...healthy, ...bad.map((server) => (server.address() as AddressInfo).port)])
  for (const server of bad) server.close()
  const line = (gaps: readonly number[]): string =>
    `p50 ${(quantile(gaps, 0.5) / 1000).toFixed(2)} s, p95 ${(quantile(gaps, 0.95) / 1000).toFixed(2)} s, mean ` +
    `${(gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length / 1000).toFixed(3)} s of ${gaps.length}`
  console.log(`20 healthy devices every 10 s for ${seconds} s, ${loadOf()}:`)
  console.log(`  gaps alone: ${line(alone)}`)
  console.log(`  gaps beside 100 silent and 20 hostile ones: ${line(beside)}`)
}

for (const name of given.part.split(',')) {
  const run = parts[name]
  if (run === undefined) throw new Error(`There is no part ${name}`)
  await run()
}
process.exit(0)
