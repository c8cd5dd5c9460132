/**
 * What one client costs another: a client that registers 50,000 loggers, holds 10,000 connections to the logger port and
 * makes 3,000 calls of each kind at full speed, and beside it a second person's page. Against the built server.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { constants, loadavg, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addUser } from '@heliograph/server/people/accounts/accounts.ts'
import { startCluster } from '@heliograph/server/platform/db/cluster.ts'
import { openDatabase } from '@heliograph/server/platform/db/database.ts'
import { migrate } from '@heliograph/server/platform/db/migrate.ts'
import { pino } from 'pino'

const CALLS = 3_000
const WIDTH = 64
const people = ['victim', 'attacker'] as const
const PASSWORD = 'Bench-the-sun-9'
const log = pino({ level: 'error' })
const dataDir = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-bench-strangers-'))
const HTTP_PORT = 18_460
const LOGGER_SOCKET = 18_461
const CONNECTIONS = 10_000
const REGISTRATIONS = 50_000
const PER_CALL = 25
const url = `http://127.0.0.1:${HTTP_PORT}`

type Call = Readonly<{ method: string; path: string; body?: string; headers?: Record<string, string> }>
/** One call again and again, a call per 25 serial numbers, or nothing but connections to the logger port. */
type Attack = Readonly<{ call?: Call; registrations?: Readonly<{ plantId: number; headers: Record<string, string> }> }>

/** A client with an address of its own: the whole of 127.0.0.0/8 is this machine. */
function createClient(localAddress: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: WIDTH, localAddress })
  return {
    close: () => agent.destroy(),
    send: ({ method, path, body, headers = {} }: Call): Promise<Readonly<{ status: number; text: string }>> =>
      new Promise((resolve, reject) => {
        const json = body === undefined ? {} : { 'content-type': 'application/json' }
        const outgoing = request(`${url}${path}`, { method, agent, headers: { ...json, ...headers } }, (reply) => {
          let text = ''
          reply.on('data', (chunk) => {
            text += String(chunk)
          })
          reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }))
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
  }
}
type Client = ReturnType<typeof createClient>

async function fill(): Promise<void> {
  const cluster = await startCluster({ dataDir, log })
  const db = await openDatabase({ connection: cluster.connection, poolSize: 2, log })
  try {
    await migrate(db.pool, { log })
    for (const account of people) await addUser(db, { account, password: PASSWORD })
  } finally {
    await db.close()
    await cluster.stop()
  }
}

async function startServer(): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['apps/server/dist/main.js'], {
    env: {
      ...process.env,
      PORT: String(HTTP_PORT),
      LOGGER_PORT: String(LOGGER_SOCKET),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
    },
    stdio: 'ignore',
  })
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    )
  while (!(await isReady())) await new Promise((resolve) => setTimeout(resolve, 50))
  return server
}

async function signIn(client: Client, account: string): Promise<Record<string, string>> {
  const reply = await client.send({
    method: 'POST',
    path: '/oauth2-s/oauth/token',
    body: JSON.stringify({ username: account, password: PASSWORD }),
  })
  return { authorization: `Bearer ${(JSON.parse(reply.text) as { access_token: string }).access_token}` }
}

const quantile = (values: readonly number[], q: number) =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * q)] ?? Number.NaN

/** The victim's page: what it asks for every few seconds, one call after the other while the other client works. */
async function watch(client: Client, headers: Record<string, string>, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  let isOver = false
  void until.finally(() => {
    isOver = true
  })
  for (let n = 0; !isOver || n < 50; n++) {
    const began = performance.now()
    const reply = await client.send(
      n % 2 === 0
        ? { method: 'GET', path: '/user-s/acc/org/login-user', headers }
        : { method: 'POST', path: '/maintain-s/operating/station/counts', body: '{}', headers },
    )
    if (reply.status !== 200) throw new Error(`the victim was told ${reply.status}`)
    times.push(performance.now() - began)
    // A person does not use up a budget in a second.
    await new Promise((resolve) => setTimeout(resolve, 25))
  }
  return times
}

/** In a process of its own, or the measuring one would wait for it. @returns how often which status came */
function attack(options: Attack): Promise<string> {
  const child = spawn('node_modules/.bin/tsx', [fileURLToPath(import.meta.url), '--attack'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  // The first client computes on a machine of its own: what it needs here is not the server's cost.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.stdin.end(JSON.stringify(options))
  let text = ''
  child.stdout.on('data', (chunk) => {
    text += String(chunk)
  })
  return new Promise((resolve) => child.once('close', () => resolve(text.trim())))
}

async function runAttack(): Promise<void> {
  let text = ''
  for await (const chunk of process.stdin) text += String(chunk)
  const { call, registrations } = JSON.parse(text) as Attack
  if (call !== undefined) return sendCalls(CALLS, () => call)
  if (registrations === undefined) return holdConnections()
  const { plantId, headers } = registrations
  await sendCalls(REGISTRATIONS / PER_CALL, (at) => {
    const serials = Array.from({ length: PER_CALL }, (_, value) => String(4_100_000_000 + at * PER_CALL + value))
    return {
      method: 'POST',
      path: `/maintain-s/power/system/${plantId}/v2/gateway`,
      headers,
      body: JSON.stringify({ registerItems: serials.map((deviceSn) => ({ deviceSn })) }),
    }
  })
}

async function sendCalls(most: number, callAt: (at: number) => Call): Promise<void> {
  const client = createClient('127.0.0.3')
  const statuses = new Map<number, number>()
  let sent = 0
  const began = performance.now()
  await Promise.all(
    Array.from({ length: WIDTH }, async () => {
      while (sent < most) {
        const at = sent
        sent += 1
        const { status } = await client.send(callAt(at)).catch(() => ({ status: 0 }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }),
  )
  const counts = [...statuses].map(([status, count]) => `${count} x ${status || 'cut off'}`).join(', ')
  console.log(`${counts} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  client.close()
}

/** From two addresses, as many at once as there is patience for; they say nothing and stay for ten seconds. */
async function holdConnections(): Promise<void> {
  const open = new Set<Socket>()
  let [cut, refused] = [0, 0]
  const connectOne = (at: number): Promise<void> =>
    new Promise((resolve) => {
      const socket = connect({
        port: LOGGER_SOCKET,
        host: '127.0.0.1',
        localAddress: at % 2 === 0 ? '127.0.0.3' : '127.0.0.4',
      })
      socket.once('connect', () => {
        open.add(socket)
        resolve()
      })
      socket.once('error', () => {
        refused += 1
        resolve()
      })
      socket.once('close', () => {
        cut += open.delete(socket) ? 1 : 0
      })
    })
  const began = performance.now()
  for (let at = 0; at < CONNECTIONS; at += 200)
    await Promise.all(Array.from({ length: 200 }, (_, value) => connectOne(at + value)))
  await new Promise((resolve) => setTimeout(resolve, 10_000))
  console.log(
    `${CONNECTIONS} connections: ${open.size} still open, ${cut} closed, ${refused} refused in ${((performance.now() - began) / 1000).toFixed(1)} s`,
  )
  for (const socket of open) socket.destroy()
}

async function measure(): Promise<void> {
  console.log(`${CALLS} calls each, ${WIDTH} at a time; load of this machine before: ${loadavg()[0]?.toFixed(1)}`)
  const victim = createClient('127.0.0.2')
  const attacker = createClient('127.0.0.3')
  const [own, foreign] = [await signIn(victim, 'victim'), await signIn(attacker, 'attacker')]
  const plant = {
    name: 'x',
    type: 'HOUSE_ROOF',
    gridInterconnectionType: 'EXCESS',
    installedCapacity: 5,
    locationLat: 48,
    locationLng: 10,
    regionTimezone: 'Europe/Berlin',
    currency: 'EUR',
  }
  const added = await attacker.send({
    method: 'POST',
    path: '/maintain-s/station',
    body: JSON.stringify(plant),
    headers: foreign,
  })
  const { id: plantId } = JSON.parse(added.text) as { id: number }
  const calls: Record<string, Call> = {
    branding: { method: 'POST', path: '/backyard-api-s/oem/project/basic-info', body: '{}' },
    '500,000 brackets': {
      method: 'POST',
      path: '/backyard-api-s/oem/project/basic-info',
      body: `${'['.repeat(250_000)}${']'.repeat(250_000)}`,
    },
    CAPTCHAs: { method: 'GET', path: '/backyard-api-s/config/human-check?level=5' },
    'wrong passwords': {
      method: 'POST',
      path: '/oauth2-s/oauth/token',
      body: JSON.stringify({ username: 'victim', password: 'wrong' }),
    },
    'a session: who am I': { method: 'GET', path: '/user-s/acc/org/login-user', headers: foreign },
    'a session: new plants': {
      method: 'POST',
      path: '/maintain-s/station',
      body: JSON.stringify(plant),
      headers: foreign,
    },
    'a token that is none': {
      method: 'GET',
      path: '/user-s/acc/org/login-user',
      headers: { authorization: `Bearer ${'x'.repeat(43)}` },
    },
  }
  const attacks: Record<string, Attack | undefined> = {
    'nobody else': undefined,
    '50,000 registrations': { registrations: { plantId, headers: foreign } },
    '10,000 connections': {},
    ...Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, { call }])),
  }
  const wanted = process.argv.find((text) => text.startsWith('--only='))?.slice('--only='.length)
  for (const [name, given] of Object.entries(attacks)) {
    if (wanted !== undefined && !name.includes(wanted)) continue
    const work = given === undefined ? Promise.resolve('') : attack(given)
    const times = await watch(victim, own, work)
    console.log(
      `${name.padEnd(24)} second client p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, ` +
        `most ${Math.max(...times).toFixed(0)} ms (${times.length} calls); first client ${(await work) || '-'}; load ${loadavg()[0]?.toFixed(1)}`,
    )
  }
  victim.close()
  attacker.close()
}

async function bench(): Promise<void> {
  try {
    await fill()
    const server = await startServer()
    try {
      await measure()
    } finally {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (process.argv.includes('--attack')) await runAttack()
else await bench()
