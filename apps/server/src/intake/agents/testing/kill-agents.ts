import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fromTable, openModbusDevice } from '@heliograph/collect/testing/modbus-device.ts'
import { registersOf } from '@heliograph/collect/testing/one-family.ts'
import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { EdgeChildOptions, EdgeLine } from '@heliograph/edge/testing/edge-child.ts'
import { pino } from 'pino'
import * as telemetry from '../../../fleet/telemetry/telemetry.ts'
import { addUser } from '../../../people/accounts/accounts.ts'
import { startCluster } from '../../../platform/db/cluster.ts'
import { openDatabase } from '../../../platform/db/database.ts'
import { migrate } from '../../../platform/db/migrate.ts'
import { openSecretKey } from '../../../platform/secret-key/secret-key.ts'
import { addTestPlant } from '../../../testing/app.ts'
import { addTarget } from '../../collect/targets.ts'
import { testOffer } from '../../collect/testing/test-offer.ts'
import { addPairing } from '../pairing.ts'
import type { AgentServerOptions } from './agent-server-child.ts'
import { openCutLink } from './cut-link.ts'

const SPEED = 40
const STEP_WH = 10
const AN_HOUR_BACK_MS = -3_600_000
/** One kill of so many is the server's. */
const SERVER_SHARE = 5

export type KillFigures = Readonly<{
  kills: number
  serverKills: number
  cuts: number
  /** Readings whose agent had them on its disk before it said so. */
  acknowledged: number
  stored: number
  lost: number
  doubled: number
  /** Devices whose energy of the day is not what their counters say. */
  wrongEnergy: number
  /** The largest difference between when a device answered and the instant that is stored. */
  mostOffMs: number
}>

/** The same numbers for the same seed (Park and Miller's generator). */
export function createDice(seed: number): (max: number) => number {
  let state = seed
  return (max) => {
    state = (state * 48_271) % 0x7fffffff
    return state % max
  }
}

/**
 * An agent reads devices and delivers to a server over a link that breaks; the agent, and now and then the server, are
 * killed. At the end everything holds again, and what is stored is compared with what the agent had acknowledged.
 * @param options.note called after each kill
 */
export async function killAgents(
  options: Readonly<{ kills: number; devices: number; seed: number; note?: (kill: number) => void }>,
): Promise<KillFigures> {
  const { kills, devices, seed, note = () => {} } = options
  const dice = createDice(seed)
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'heliograph-edge-'))
  const undo: (() => Promise<unknown> | unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const log = pino({ level: 'silent' })
    const fromMs = Date.now()
    const now = (): number => fromMs + Math.round((Date.now() - fromMs) * SPEED)
    const cluster = await startCluster({
      dataDir: join(folder, 'server'),
      log,
      settings: { fsync: 'on', synchronous_commit: 'on' },
    })
    undo.push(() => cluster.stop())
    const db = await openDatabase({ connection: cluster.connection, poolSize: 3, log })
    undo.push(() => db.close())
    await migrate(db.pool, { log })
    const keyFile = join(folder, 'secret.key')
    await openSecretKey(db, keyFile)
    await telemetry.ensurePartitions(db, now(), 4)
    const userId = await addUser(db, { account: 'owner', password: 'Walrus-27-tusks', isAdmin: false })
    const plantId = await addTestPlant(db, userId, { capacityWp: 100_000 })
    // A quarter of an hour passes in seconds here, and a busy machine takes longer to start a process.
    const { pairingCode } = await addPairing(db, { plantId, userId, name: 'Cellar', nowMs: now() + DAY_MS })

    /** When a device said a total, by serial and total. */
    const answeredAt = new Map<string, number>()
    const ports: number[] = []
    for (let serial = 1; serial <= devices; serial += 1) {
      let totalWh = 1_000_000
      const device = await openModbusDevice((...asked) => {
        totalWh += STEP_WH
        answeredAt.set(`${serial} ${totalWh}`, now())
        return fromTable(registersOf(serial, 500, totalWh))(...asked)
      })
      undo.push(device.close)
      ports.push(device.port)
    }

    const children = new Set<ChildProcess>()
    const run = (script: string, input: object, onLine: (line: object) => void): ChildProcess => {
      const path = new URL(script, import.meta.url).pathname
      const child = spawn(process.execPath, ['--import', 'tsx', path, JSON.stringify(input)], {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      children.add(child)
      child.once('close', () => children.delete(child))
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (text) => {
        try {
          onLine(JSON.parse(text) as object)
        } catch {
          // Cut off by a kill.
        }
      })
      return child
    }
    const end = async (child: ChildProcess): Promise<void> => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const closed = once(child, 'close')
      child.kill('SIGKILL')
      await closed
    }
    undo.push(async () => {
      for (const child of [...children]) await end(child)
    })

    let serverPort = 0
    const startServer = async (): Promise<ChildProcess> => {
      let ready = (): void => {}
      const isReady = new Promise<void>((resolve) => {
        ready = resolve
      })
      const input: AgentServerOptions = {
        connection: cluster.connection,
        keyFile,
        port: serverPort,
        speed: SPEED,
        fromMs,
      }
      const child = run('./agent-server-child.ts', input, (line) => {
        serverPort = (line as { port: number }).port
        ready()
      })
      await isReady
      return child
    }
    let server = await startServer()
    const link = await openCutLink({ serverPort: () => serverPort, dice })
    undo.push(link.close)

    const acknowledged = new Set<string>()
    let waiting = Number.POSITIVE_INFINITY
    let wake = (): void => {}
    const dataDir = join(folder, 'agent')
    mkdirSync(dataDir)
    const input: EdgeChildOptions = {
      dataDir,
      serverUrl: `http://127.0.0.1:${link.port}`,
      pairingCode,
      speed: SPEED,
      wallOffsetMs: AN_HOUR_BACK_MS,
    }
    const startEdge = (): ChildProcess =>
      run('../../../../../edge/src/testing/edge-child.ts', input, (line) => {
        const news = line as EdgeLine
        if ('waiting' in news) waiting = news.waiting
        else acknowledged.add(`${news.serial} ${news.totalWh}`)
        wake()
      })
    const until = async (isSo: () => boolean, isGone: () => boolean): Promise<void> => {
      while (!isSo() && !isGone())
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
    let edge = startEdge()
    const isGone = (): boolean => edge.exitCode !== null || edge.signalCode !== null
    const restart = (): void => {
      waiting = Number.POSITIVE_INFINITY
      edge = startEdge()
      edge.once('close', () => wake())
    }
    edge.once('close', () => wake())

    // Paired and placed, before anything is killed.
    const findAgent = async (): Promise<number> => {
      for (;;) {
        const { rows } = await db.pool.query<{ id: number }>('select id from edge_agents')
        if (rows[0]) return Number(rows[0].id)
        if (isGone()) restart()
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
    const agentId = await findAgent()
    link.setBreaking(true)
    for (const [index, port] of ports.entries()) {
      await addTarget(db, {
        plantId,
        userId,
        offers: [{ plantId, agentId, ...testOffer(port, String(index + 1)) }],
        secrets: [],
        name: '',
        pollSeconds: 10,
        storeSeconds: 10,
        nowMs: now(),
      })
    }

    let serverKills = 0
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = acknowledged.size + 1 + dice(3 * devices)
      await until(() => acknowledged.size >= enough, isGone)
      if (dice(SERVER_SHARE) === 0) {
        serverKills += 1
        await end(server)
        server = await startServer()
      } else {
        await end(edge)
        restart()
      }
      note(kill + 1)
    }
    link.setBreaking(false)
    const enough = acknowledged.size + 2 * devices
    await until(() => acknowledged.size >= enough, isGone)
    // Nothing more is read, and everything is delivered.
    await db.pool.query('update collect_targets set paused_at = now(), version = version + 1')
    await db.pool.query("select pg_notify('edge_agents', $1)", [String(agentId)])
    let quietSince = acknowledged.size
    for (let quiet = 0; quiet < 10; quiet = waiting === 0 && quietSince === acknowledged.size ? quiet + 1 : 0) {
      quietSince = acknowledged.size
      if (isGone()) restart()
      await new Promise((resolve) => setTimeout(resolve, 200))
    }

    const { rows } = await db.pool.query<{ serial: string; at: Date; total: number }>(
      `select d.serial, s.at, s.values[array_position(d.quantities, 'generationTotalWh')] as total
       from samples s join devices d on d.id = s.device_id order by d.serial, s.at`,
    )
    const counted = new Map<string, number>()
    let mostOffMs = 0
    for (const { serial, at, total } of rows) {
      const key = `${serial} ${total}`
      counted.set(key, (counted.get(key) ?? 0) + 1)
      mostOffMs = Math.max(mostOffMs, Math.abs(at.getTime() - (answeredAt.get(key) ?? 0)))
    }
    const spans = new Map<string, Readonly<{ first: number; last: number }>>()
    for (const { serial, total } of rows)
      spans.set(serial, {
        first: Math.min(spans.get(serial)?.first ?? total, total),
        last: Math.max(spans.get(serial)?.last ?? total, total),
      })
    const rise = [...spans.values()].reduce((sum, { first, last }) => sum + last - first, 0)
    const days = await db.pool.query<{ wh: number }>('select sum(generation_wh)::float8 as wh from plant_days')
    return {
      kills,
      serverKills,
      cuts: link.cuts(),
      acknowledged: acknowledged.size,
      stored: rows.length,
      lost: [...acknowledged].filter((key) => !counted.has(key)).length,
      doubled: [...counted.values()].filter((count) => count > 1).length,
      wrongEnergy: days.rows[0]?.wh === rise ? 0 : 1,
      mostOffMs,
    }
  } finally {
    for (const step of undo.reverse()) await step()
  }
}
