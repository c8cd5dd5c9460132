import { createModbusTcp } from '@heliograph/collect/modbus-tcp/modbus-tcp.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { noNetworks } from '@heliograph/collect/reach/networks.ts'
import { AT_ONCE, oneFamily } from '@heliograph/collect/testing/one-family.ts'
import { startAgent } from '../agent.ts'
import { findIdentity } from '../link/identity.ts'
import type { KeptReading } from '../link/kept-reading.ts'
import { createServerLink } from '../link/server-link.ts'
import { openDisk } from '../store/disk.ts'
import { openQueue } from '../store/queue.ts'
import { takeFolder } from '../take-folder.ts'
import { openAnchors } from '../time/anchors.ts'
import type { BootClock } from '../time/boot-clock.ts'

// An agent alone, for tests that kill it: it reads devices of `oneFamily` at ports of this machine, its time passes faster and
// its clock is wrong. Says each reading that its disk has, and what waits.
export type EdgeChildOptions = Readonly<{
  dataDir: string
  serverUrl: string
  pairingCode: string
  /** So much faster does the time pass. */
  speed: number
  wallOffsetMs: number
}>
export type EdgeLine = Readonly<{ serial: string; totalWh: number }> | Readonly<{ waiting: number; rssBytes: number }>

const options = JSON.parse(process.argv[2] ?? '{}') as EdgeChildOptions
const { dataDir, serverUrl, pairingCode, speed, wallOffsetMs } = options
const tell = (line: EdgeLine): void => void process.stdout.write(`${JSON.stringify(line)}\n`)
const upMs = (): number => Math.round((Number(process.hrtime.bigint()) / 1e6) * speed)
const wallMs = (): number => Date.now() + wallOffsetMs
const startMs = wallMs() - upMs()
const clock: BootClock = {
  boot: 'one',
  upMs,
  wallMs,
  now: () => startMs + upMs(),
  toUpMs: (atMs) => atMs - startMs,
  after: (ms, run) => {
    // A device has real time for its answer.
    const timer = setTimeout(run, ms < 1_000 ? ms : ms / speed)
    return () => clearTimeout(timer)
  },
}
takeFolder(dataDir)
const disk = openDisk(dataDir)
const about = { version: '0.1.0', platform: 'test', agent: 'heliograph-edge/test' }
const say = (line: string): void => void process.stderr.write(process.env.LOG_LEVEL === 'debug' ? `${line}\n` : '')
const identity = await findIdentity(disk, { serverUrl, pairingCode, ...about, say })
const queue = await openQueue(disk, { mostBytes: 64 * 1024 * 1024, segmentBytes: 16 * 1024 })
const agent = await startAgent({
  link: createServerLink({ ...identity, agent: about.agent }),
  disk,
  queue: {
    ...queue,
    append: async (record) => {
      await queue.append(record)
      const { serial, values } = record as KeptReading
      tell({ serial, totalWh: values.generationTotalWh ?? 0 })
    },
  },
  anchors: await openAnchors(disk, clock),
  clock,
  gate: createDeviceGate({ networks: noNetworks, loopbackPorts: [{ from: 1_024, to: 65_535 }], ownPorts: new Set() }),
  ways: { 'modbus-tcp': createModbusTcp(oneFamily, AT_ONCE) },
  networks: () => [],
  ...about,
  random: Math.random,
  say,
})
const telling = setInterval(() => tell({ waiting: agent.waiting(), rssBytes: process.memoryUsage.rss() }), 100)
process.on('SIGTERM', async () => {
  clearInterval(telling)
  await agent.close()
  process.exit(0)
})
