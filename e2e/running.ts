import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fillStore } from './empty-store.ts'

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (!address || typeof address === 'string') throw new Error('no free port')
  return address.port
}

export type Running = Readonly<{
  url: string
  pid: number
  loggerPort: number
  /** The one-time link that the server printed, on an empty store. */
  setupLink: () => Promise<string>
  stop: () => Promise<void>
}>

/**
 * Starts the built server on free ports with its own store, which `stop` removes.
 * @param onNewStore leaves it to the server to create its database, as its very first start does
 */
export async function startServer(env: Record<string, string> = {}, onNewStore = false): Promise<Running> {
  const dataDir = env.DATA_DIR ?? mkdtempSync(join(tmpdir(), 'heliograph-e2e-'))
  if (!onNewStore) fillStore(dataDir)
  const [httpPort, loggerPort] = [Number(env.PORT ?? (await freePort())), await freePort()]
  const url = `http://localhost:${httpPort}`
  const server = spawn(process.execPath, [at('apps/server/dist/main.js')], {
    env: {
      ...process.env,
      PORT: String(httpPort),
      LOGGER_PORT: String(loggerPort),
      DATA_DIR: dataDir,
      WEB_DIR: at('apps/web/dist'),
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // A hook that took too long ends its worker; no server may stay behind.
  const leave = (): void => void server.kill()
  process.once('exit', leave)
  let printed = ''
  server.stdout?.on('data', (chunk) => {
    printed += chunk
  })
  const until = Date.now() + 90_000
  while (
    !(await fetch(`${url}/readyz`).then(
      (r) => r.ok,
      () => false,
    ))
  ) {
    if (server.exitCode !== null || Date.now() > until) throw new Error(`The server did not start: ${printed}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  return {
    url,
    pid: server.pid ?? 0,
    loggerPort,
    async setupLink() {
      while (!/\/setup\?token=\S+/.test(printed)) await new Promise((resolve) => server.stdout?.once('data', resolve))
      return /http\S+\/setup\?token=\S+/.exec(printed)?.[0] ?? ''
    },
    async stop() {
      process.off('exit', leave)
      await end(server)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export const demoAccount = { account: 'demo', password: 'Look-at-the-sun' }
const DEMO_ORGANIZATION = 'Lumen Solar Service'

/** The demo server and a small fleet with some weeks of history, sent over the wire. */
export async function startDemo(plants: number, pastDays: number): Promise<Running> {
  const server = await startServer({
    HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
    HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    LOGGER_FRAMES_PER_MINUTE: '1000000',
    // Journeys open more pages in a minute than a person.
    CALL_UNITS_PER_MINUTE: '6000',
  })
  const fleet = spawn(
    process.execPath,
    [
      at('apps/simulator/dist/main.js'),
      '--server',
      server.url,
      '--logger',
      `127.0.0.1:${server.loggerPort}`,
      '--account',
      demoAccount.account,
      '--password',
      demoAccount.password,
      '--organization',
      DEMO_ORGANIZATION,
      '--plants',
      String(plants),
      '--past-days',
      String(pastDays),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const filled = new Promise<void>((resolve, reject) => {
    fleet.stdout?.on('data', (chunk) => {
      if (String(chunk).includes('is filled in')) resolve()
    })
    fleet.on('exit', () => reject(new Error('the fleet ended')))
  })
  await filled.catch(async (error: unknown) => {
    await server.stop()
    throw error
  })
  return {
    ...server,
    async stop() {
      fleet.removeAllListeners('exit')
      await end(fleet)
      await server.stop()
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}
