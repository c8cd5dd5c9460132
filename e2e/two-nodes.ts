import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cluster, startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { pino } from 'pino'
import { fillStore } from './empty-store.ts'
import { demoAccount, freePort, type Running, startServer } from './running.ts'

/** Two server processes on one database of their own, behind one balancer for calls and one for loggers. */
export type TwoNodes = Readonly<{
  /** Of the balancers. */
  url: string
  loggerPort: number
  nodes: () => readonly Running[]
  /** Starts a node in the place of one that has ended. */
  replace: (at: number) => Promise<Running>
  query: (text: string) => Promise<readonly Record<string, unknown>[]>
  stop: () => Promise<void>
}>

/** Each new connection goes to the next node that takes it: a TCP balancer of the simplest kind. */
async function balance(ports: () => readonly number[]): Promise<Readonly<{ port: number; server: Server }>> {
  let turn = 0
  const server = createServer((client) => {
    client.on('error', () => client.destroy())
    const [first = 0, second = 0] = ports()
    turn += 1
    const order = turn % 2 === 0 ? [first, second] : [second, first]
    const dial = ([port, ...others]: readonly number[]): void => {
      if (port === undefined) return void client.destroy()
      const upstream: Socket = connect(port, '127.0.0.1')
      upstream.once('error', () => (client.destroyed ? undefined : dial(others)))
      upstream.once('connect', () => {
        upstream.removeAllListeners('error')
        upstream.on('error', () => client.destroy())
        client.pipe(upstream).pipe(client)
        client.on('close', () => upstream.destroy())
        upstream.on('close', () => client.destroy())
      })
    }
    dial(order)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { port, server }
}

export async function startTwoNodes(): Promise<TwoNodes> {
  const dataDir = mkdtempSync(join(tmpdir(), 'heliograph-two-nodes-'))
  fillStore(dataDir)
  const cluster: Cluster = await startCluster({
    dataDir,
    log: pino({ level: 'silent' }),
    // Two nodes, and what an ended one leaves for a moment.
    settings: { max_connections: 120 },
  })
  const { host, user, database } = cluster.connection
  const env = {
    DATABASE_URL: `postgres://${user}@/${database}?host=${encodeURIComponent(host)}`,
    SECRET_KEY_FILE: join(dataDir, 'secret.key'),
    HELIOGRAPH_DEMO_ACCOUNT: demoAccount.account,
    HELIOGRAPH_DEMO_PASSWORD: demoAccount.password,
    LOG_LEVEL: 'error',
  }
  const start = (): Promise<Running> => startServer(env)
  const nodes = [await start(), await start()]
  const http = await balance(() => nodes.map(({ url }) => Number(new URL(url).port)))
  const loggers = await balance(() => nodes.map(({ loggerPort }) => loggerPort))
  const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log: pino({ level: 'silent' }) })
  return {
    url: `http://127.0.0.1:${http.port}`,
    loggerPort: loggers.port,
    nodes: () => nodes,
    replace: async (at) => {
      const node = await start()
      nodes[at] = node
      return node
    },
    query: async (text) => (await db.pool.query<Record<string, unknown>>(text)).rows,
    stop: async () => {
      http.server.close()
      loggers.server.close()
      for (const node of nodes) await node.stop()
      await db.close()
      await cluster.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
