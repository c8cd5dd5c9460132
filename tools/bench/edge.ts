/**
 * What an agent takes of a small computer: the size of its file, resident memory and processor share while it reads devices
 * every ten seconds. Devices (SunSpec) and the calls of a server are in this process, the agent is the built file.
 *
 *   npm run bench edge [-- --devices 10 --seconds 120]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { systemClock } from '@heliograph/collect/clock.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { noNetworks } from '@heliograph/collect/reach/networks.ts'
import { openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { answerFrom, putWords, type RegisterImage } from '@heliograph/devices/testing/register-image.ts'
import { chainWords } from '@heliograph/devices/testing/sunspec-image.ts'

const AGENT = 'apps/edge/dist/heliograph-edge.mjs'
const { values: flags } = parseArgs({
  options: { devices: { type: 'string', default: '10' }, seconds: { type: 'string', default: '120' } },
})
const [devices, seconds] = [Number(flags.devices), Number(flags.seconds)]
const way = everyWay['modbus-tcp']
if (way === undefined) throw new Error('there is no Modbus')

/** An inverter whose counter goes on. */
async function openInverter(serial: string) {
  let kWh = 1_000
  return await openModbusDevice(({ unit, fn, address, count }) => {
    kWh += 1
    const image: RegisterImage = new Map()
    const points = { W: 500, W_SF: 1, Hz: 5000, Hz_SF: -2, WH: kWh, WH_SF: 3, DCW: 520, DCW_SF: 1, St: 4 }
    const models = [
      { id: 1, points: { Mn: 'Maker', Md: 'Model', SN: serial, Vr: '1.0' } },
      { id: 103, points },
    ]
    putWords(image, 1, 3, 40_000, chainWords(models))
    return answerFrom(image)({ unit, function: fn, address, count, cuts: [] })
  })
}

const gate = createDeviceGate({
  networks: noNetworks,
  loopbackPorts: [{ from: 1_024, to: 65_535 }],
  ownPorts: new Set(),
})
const opened = await Promise.all(Array.from({ length: devices }, (_, n) => openInverter(`BENCH-${n + 1}`)))
const targets = await Promise.all(
  opened.map(async ({ port }, index) => {
    const io = {
      clock: systemClock,
      memory: new Map<string, unknown>(),
      note: () => {},
      connect: (input: Readonly<{ timeoutMs: number }>) => gate.connect('127.0.0.1', port, input),
    }
    const found = await way.probe({ framing: 'tcp', unit: 1 }, io)
    return {
      id: index + 1,
      version: 1,
      way: 'modbus-tcp',
      host: '127.0.0.1',
      port,
      settings: { framing: 'tcp', unit: 1 },
      devices: found.map(({ opens, ...candidate }) => ({ ...candidate, opens: JSON.stringify(opens) })),
      pollMs: 10_000,
      storeMs: 10_000,
      intervalMs: 10_000,
    }
  }),
)

let readings = 0
const server = createServer(async (request, reply) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { known?: string; readings?: readonly unknown[] }
  const say = (answer: object): void => {
    reply.setHeader('content-type', 'application/json')
    reply.end(JSON.stringify({ nowMs: Date.now(), ...answer }))
  }
  switch (request.url) {
    case '/agent-s/pair':
      return say({ token: 'hge_bench', name: 'Bench' })
    case '/agent-s/poll':
      if (body.known === '1') await wait(25_000)
      return say({ version: '1', targets: body.known === '1' ? null : targets, requests: [] })
    case '/agent-s/readings':
      readings += body.readings?.length ?? 0
      return say({ refused: [] })
    default:
      return say({})
  }
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-edge-'))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const env = { ...process.env, EDGE_DATA: dataDir, EDGE_LOOPBACK_PORTS: '1024-65535' }
const agent = spawn(process.execPath, [AGENT, url, 'ABCD-2345'], { env, stdio: ['ignore', 'ignore', 'inherit'] })

/** Resident memory in MB, and processor time in seconds. */
function usage(): Readonly<{ residentMb: number; cpuSeconds: number }> {
  const status = readFileSync(`/proc/${agent.pid}/status`, 'utf8')
  const stat = readFileSync(`/proc/${agent.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return {
    residentMb: Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024,
    cpuSeconds: (Number(stat[11]) + Number(stat[12])) / 100,
  }
}
await wait(5_000)
const before = usage()
let mostMb = 0
for (let second = 0; second < seconds; second += 1) {
  await wait(1_000)
  mostMb = Math.max(mostMb, usage().residentMb)
}
const after = usage()
const file = readFileSync(AGENT)
console.table({
  'file, MB': (statSync(AGENT).size / 1e6).toFixed(2),
  'packed with gzip, MB': (gzipSync(file).length / 1e6).toFixed(2),
  devices,
  seconds,
  'readings delivered': readings,
  'resident at the end, MB': after.residentMb.toFixed(1),
  'resident at most, MB': mostMb.toFixed(1),
  'processor, % of a core': ((100 * (after.cpuSeconds - before.cpuSeconds)) / seconds).toFixed(2),
})
agent.kill('SIGTERM')
await new Promise((resolve) => agent.once('close', resolve))
server.closeAllConnections()
server.close()
await Promise.all(opened.map(({ close }) => close()))
rmSync(dataDir, { recursive: true, force: true })
