import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))
const START_MS = 60_000
const ACCOUNT = { account: 'owner', password: 'Walrus-27-tusks' }

/** The whole server as it is installed: a process with its own PostgreSQL, on ports and a folder that outlive it. */
export type ServerProcess = Readonly<{
  url: string
  account: typeof ACCOUNT
  ports: Readonly<{ http: number; logger: number; mqtt: number }>
  /** Resolves when it answers. @throws Error with its last lines when it ends before that */
  start: () => Promise<void>
  /** Ends the process as a power cut does. @param isWithDatabase PostgreSQL too */
  kill: (isWithDatabase?: boolean) => Promise<void>
  query: <Row extends object>(text: string) => Promise<readonly Row[]>
  stop: () => Promise<void>
}>

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

/** @param envOf its settings, beside where it listens */
export async function createServerProcess(
  envOf: (ports: ServerProcess['ports']) => Readonly<Record<string, string>> = () => ({}),
): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-server-'))
  const ports = { http: await freePort(), logger: await freePort(), mqtt: await freePort() }
  const url = `http://127.0.0.1:${ports.http}`
  let child: ChildProcess | undefined
  let lines = ''

  const start = async (): Promise<void> => {
    const server = spawn(process.execPath, ['--import', 'tsx', main], {
      cwd: import.meta.dirname,
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(ports.http),
        LOGGER_PORT: String(ports.logger),
        MQTT_LISTEN_PORT: String(ports.mqtt),
        MQTT_LISTEN_HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        HELIOGRAPH_DEMO_ACCOUNT: ACCOUNT.account,
        HELIOGRAPH_DEMO_PASSWORD: ACCOUNT.password,
        LOG_LEVEL: 'warn',
        ...envOf(ports),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = server
    lines = ''
    for (const stream of [server.stdout, server.stderr])
      stream.on('data', (chunk) => {
        lines = `${lines}${chunk}`.slice(-4_000)
      })
    const untilMs = performance.now() + START_MS
    while (!(await isReady(url))) {
      if (server.exitCode !== null || server.signalCode !== null || performance.now() > untilMs)
        throw new Error(`The server did not start: ${lines}`)
      await delay(50)
    }
  }
  const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  return {
    url,
    account: ACCOUNT,
    ports,
    start,
    kill: async (isWithDatabase = false) => {
      const gone = end('SIGKILL')
      if (isWithDatabase) process.kill(readPostmaster(dataDir), 'SIGKILL')
      await gone
    },
    query: async <Row extends object>(text: string) => {
      const host = findSocketFolder(dataDir)
      const client = new pg.Client({ host, port: 5432, user: 'heliograph_app', database: 'heliograph', ssl: false })
      client.on('error', () => {})
      await client.connect()
      try {
        return (await client.query<Row>(text)).rows
      } finally {
        await client.end()
      }
    },
    stop: async () => {
      await end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

const readPostmaster = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

function findSocketFolder(dataDir: string): string {
  const note = join(dataDir, 'socket.path')
  return existsSync(note) ? readFileSync(note, 'utf8').trim() : join(dataDir, 'socket')
}
