import './small-memory.ts'
import { arch, platform as system } from 'node:os'
import { ownNetworks } from '@heliograph/collect/discovery/scan-network.ts'
import { createDeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import { everyWay } from '@heliograph/collect/ways.ts'
import { startAgent } from './agent.ts'
import { findIdentity } from './link/identity.ts'
import { createServerLink, LinkError } from './link/server-link.ts'
import { loadSettings } from './settings.ts'
import { openDisk } from './store/disk.ts'
import { openQueue } from './store/queue.ts'
import { takeFolder } from './take-folder.ts'
import { openAnchors } from './time/anchors.ts'
import { createBootClock } from './time/boot-clock.ts'
import { VERSION } from './version.ts'

/** A person must do something: systemd does not start it again. */
const NEEDS_A_PERSON = 78

const say = (line: string): void => void process.stdout.write(`${new Date().toISOString()} ${line}\n`)

function fail(error: unknown): never {
  const isCode = error instanceof LinkError && error.message === 'NOT_FOUND'
  const message = error instanceof Error ? error.message : String(error)
  process.stderr.write(
    `${isCode ? 'The server does not know this code, or no longer: ask the page for a new one' : message}\n`,
  )
  // Without an answer of the server it is worth trying again.
  process.exit(error instanceof LinkError && error.status === 0 ? 1 : NEEDS_A_PERSON)
}

try {
  const settings = loadSettings(process.argv.slice(2), process.env)
  const giveBack = takeFolder(settings.dataDir)
  const disk = openDisk(settings.dataDir)
  const clock = createBootClock()
  const platform = `${system()} ${arch()}, Node ${process.versions.node}`
  const agent = `heliograph-edge/${VERSION}`
  const identity = await findIdentity(disk, { ...settings, version: VERSION, platform, agent, say })
  const running = await startAgent({
    link: createServerLink({ ...identity, agent }),
    disk,
    queue: await openQueue(disk, settings),
    anchors: await openAnchors(disk, clock),
    clock,
    gate: createDeviceGate({ ...settings, ownPorts: new Set() }),
    ways: everyWay,
    networks: ownNetworks,
    version: VERSION,
    platform,
    random: Math.random,
    say,
  })
  say(`Heliograph edge ${VERSION} delivers to ${new URL(identity.serverUrl).host}; ${running.waiting()} records wait`)
  const stop = (): void =>
    void running.close().then(() => {
      giveBack()
      process.exit(0)
    }, fail)
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
} catch (error) {
  fail(error)
}
