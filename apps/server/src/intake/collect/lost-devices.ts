import { isIPv4 } from 'node:net'
import { systemClock } from '@heliograph/collect/clock.ts'
import { parseScanNetwork } from '@heliograph/collect/discovery/scan-network.ts'
import { DEVICE_PORTS, type Place, sweep } from '@heliograph/collect/discovery/sweep.ts'
import type { DeviceGate } from '@heliograph/collect/reach/device-gate.ts'
import type { TargetReport } from '@heliograph/collect/target-reader.ts'
import type { Candidate, Way } from '@heliograph/collect/way.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import { reasonOf } from '../../platform/db/outage.ts'
import { openSecrets } from './offers.ts'
import { TARGETS_CHANGED } from './targets.ts'

/** A device that restarts is back by then. */
const LOST_MS = 10 * MINUTE_MS
const SEEK_AGAIN_MS = HOUR_MS
/** An update of a device closes its port for good. */
export const REFUSED_MS = 3 * DAY_MS
const PORTS_AGAIN_MS = 7 * DAY_MS
const KNOCK_MS = 300
/** Targets of one run, and those for which a network is looked through. */
const MOST_TARGETS = 200
const MOST_SOUGHT = 3
/** Places that are asked what they are, for one device. */
const MOST_ASKED = 8

type Row = Readonly<{
  id: number
  plant_id: number
  way: string
  host: string
  port: number
  settings: object
  secrets: string | null
  devices: readonly Candidate[]
  state: TargetReport
  failing_since: Date | null
  sought_at: Date | null
  open_at: Date | null
}>

export type LostDevices = Readonly<{ run: () => Promise<void> }>

/**
 * Looks after targets that are not read any more. One whose address the router gave away is found again by its serial
 * number, in the /24 of its address; nothing with another serial number takes its place. Of one that stays away for
 * days it is noted which ports it had and has.
 */
export function createLostDevices(
  options: Readonly<{
    db: Db
    log: Log
    gate: DeviceGate
    ways: Readonly<Record<string, Way>>
    now: () => number
    /** Other ports, for tests. */
    ports?: readonly number[]
  }>,
): LostDevices {
  const { db, log, gate, ways, now, ports = DEVICE_PORTS } = options
  const signal = new AbortController().signal
  const knock = async ({ host, port }: Place): Promise<boolean> => {
    try {
      const socket = await gate.connect(host, port, { timeoutMs: KNOCK_MS })
      socket.destroy()
      return true
    } catch {
      return false
    }
  }
  /** Its own port is not knocked at while it works: many devices serve one client. */
  const portsOf = async ({ host, port }: Row, isWorking: boolean): Promise<readonly number[]> => {
    const asked = [...new Set([port, ...ports])].filter((each) => gate.mayReach(host, each))
    const places = asked.filter((each) => !isWorking || each !== port).map((each) => ({ host, port: each }))
    const open = (await sweep({ places, knock, signal })).map((place) => place.port)
    return [...(isWorking ? [port] : []), ...open].sort((a, b) => a - b)
  }

  /** The host at which one of the target's devices answers now. */
  const seek = async (row: Row): Promise<string | undefined> => {
    const way = ways[row.way]
    const serials = new Set(row.devices.map(({ serial }) => serial).filter(Boolean))
    const network = parseScanNetwork(`${row.host}/24`)
    if (way === undefined || network === undefined || serials.size === 0) return undefined
    const { rows: targets } = await sql<{ host: string }>`
      select lower(host) as host from collect_targets where agent_id is null and port = ${row.port}`.execute(db.kysely)
    const taken = new Set(targets.map(({ host }) => host))
    const places = network.hosts
      .filter((host) => !taken.has(host) && gate.mayReach(host, row.port))
      .map((host) => ({ host, port: row.port }))
    const open = await sweep({ places, knock, signal })
    const settings = { ...row.settings, ...openSecrets(row.secrets), ...unitOf(row.devices) }
    for (const { host, port } of open.slice(0, MOST_ASKED)) {
      const io = {
        clock: systemClock,
        memory: new Map(),
        note: () => {},
        connect: (input: Readonly<{ timeoutMs: number }>) => gate.connect(host, port, input),
      }
      const found = await way.probe(way.readSettings(settings), io).catch(() => [])
      if (found.some(({ serial }) => serials.has(serial))) return host
    }
    return undefined
  }

  const move = async (row: Row, host: string): Promise<void> => {
    const { rows } = await sql`
      update collect_targets set host = ${host}, moved_from = ${row.host}, version = version + 1, failing_since = null,
        open_now = null, open_at = null
      where id = ${row.id} and host = ${row.host}
        and not exists (select from collect_targets where agent_id is null and lower(host) = ${host} and port = ${row.port})
      returning id`.execute(db.kysely)
    if (rows.length === 0) return
    log.info({ target: row.id }, 'a device is read at another address')
    await notify(db.pool, TARGETS_CHANGED, String(row.id))
    await notify(db.pool, 'plant_changed', String(row.plant_id))
  }

  const look = async (row: Row, maySeek: boolean): Promise<boolean> => {
    const at = new Date(now())
    const { state } = row
    const isStranger = Object.keys(state.otherDevices).length > 0
    if (state.state === 'working' && !isStranger) {
      const isDue = row.open_at === null || at.getTime() - row.open_at.getTime() > PORTS_AGAIN_MS
      const before = isDue ? await portsOf(row, true) : undefined
      await sql`update collect_targets set failing_since = null, open_now = null
        ${before ? sql`, open_before = ${before}::int[], open_at = ${at}` : sql``} where id = ${row.id}`.execute(
        db.kysely,
      )
      return false
    }
    if (state.failure === undefined && !isStranger) return false
    const since = row.failing_since ?? new Date(state.failure?.sinceMs ?? at.getTime())
    const failingMs = at.getTime() - since.getTime()
    await sql`update collect_targets set failing_since = ${since} where id = ${row.id}`.execute(db.kysely)
    const isSought = row.sought_at !== null && at.getTime() - row.sought_at.getTime() < SEEK_AGAIN_MS
    // The token of an add-on is for the Supervisor alone, which never moves.
    const mayMove = isIPv4(row.host) && !('isSupervisor' in row.settings)
    const seeks = maySeek && failingMs >= LOST_MS && !isSought && mayMove
    if (seeks) {
      await sql`update collect_targets set sought_at = ${at} where id = ${row.id}`.execute(db.kysely)
      const host = await seek(row)
      if (host !== undefined) {
        await move(row, host)
        return true
      }
    }
    if (failingMs >= REFUSED_MS && !isStranger)
      await sql`update collect_targets set open_now = ${await portsOf(row, false)}::int[] where id = ${row.id}`.execute(
        db.kysely,
      )
    return seeks
  }

  return {
    run: async () => {
      const nowMs = now()
      const overLoggers = Object.values(ways).flatMap(({ id, isOverLogger }) => (isOverLogger ? [id] : []))
      const { rows } = await sql<Row>`
        update collect_targets t set watched_at = ${new Date(nowMs)}
        from loggers l
        where l.id = t.logger_id and t.id in (
            select id from collect_targets where agent_id is null and paused_at is null and state is not null and state_at > ${new Date(nowMs - 5 * MINUTE_MS)}
              and way <> all (${overLoggers}::text[])
            order by watched_at limit ${MOST_TARGETS})
          and l.plant_id is not null and not exists (select from binned_plants b where b.plant_id = l.plant_id)
        returning t.id, l.plant_id, t.way, t.host, t.port, t.settings, t.secrets, t.devices, t.state, t.failing_since,
          t.sought_at, t.open_at`.execute(db.kysely)
      let sought = 0
      for (const row of rows)
        try {
          if (await look(row, sought < MOST_SOUGHT)) sought += 1
        } catch (error) {
          log.warn({ target: row.id, reason: reasonOf(error) }, 'a lost device could not be looked for')
        }
    },
  }
}

/** The unit of a device: without it each usual one would be tried. */
function unitOf([device]: readonly Candidate[]): object {
  const unit = (device?.opens as Readonly<{ unit?: unknown }> | null)?.unit
  return typeof unit === 'number' ? { unit } : {}
}
