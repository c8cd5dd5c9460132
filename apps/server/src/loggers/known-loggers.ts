import type { BootOffset } from '@heliograph/devices/wire/solarman-v5/time.ts'
import type pg from 'pg'
import type { LoggerFacts } from './facts.ts'

/** A logger as the database has it. Never changed in place: replaced after a commit, forgotten when in doubt. */
export type KnownLogger = Readonly<{
  serial: number
  /** It has a row in `loggers`. */
  isStored: boolean
  plant: Readonly<{ id: number; zone: string; version: string }> | undefined
  /** Newest first. */
  offsets: readonly BootOffset[]
  /** Digests of the last records taken, newest first, and the version of that row. */
  recent: readonly number[]
  recentVersion: number
  facts: LoggerFacts
  hasData: boolean
  /** When its row was last written, by any node. */
  writtenAtMs: number
  waitingRecords: number
  undecodedRecords: number
}>

export type KnownLoggers = Readonly<{
  /** @throws Error when it was not loaded (a bug) */
  get: (serial: number) => KnownLogger
  /** Reads those that are not known yet. */
  load: (serials: Iterable<number>) => Promise<void>
  replace: (logger: KnownLogger) => void
  forget: (serials: Iterable<number>) => void
  forgetAll: () => void
}>

type Row = {
  serial: number
  is_stored: boolean
  plant_id: number | null
  zone: string | null
  plant_version: string | null
  boot_offsets: unknown
  recent: number[] | null
  version: number | null
  firmware: string | null
  mac: string | null
  local_address: string | null
  ssid: string | null
  signal_percent: number | null
  interval_minutes: number | null
  heartbeat_s: number | null
  last_seen_at: Date | null
  last_data_at: Date | null
  waiting: number
  undecoded: number
}

// xmin changes whenever a row does: the cheapest version there is.
const loadSql = `
  select s.serial, l.serial is not null as is_stored, l.plant_id, p.zone, p.xmin::text as plant_version,
    l.boot_offsets, r.recent, r.version, l.firmware, l.mac, l.local_address, l.ssid, l.signal_percent,
    l.interval_minutes, l.heartbeat_s, l.last_seen_at, l.last_data_at,
    (select count(*) from waiting_records w where w.serial = s.serial)::int as waiting,
    (select count(*) from undecoded_payloads u where u.plant_id = l.plant_id and u.serial = s.serial)::int as undecoded
  from unnest($1::bigint[]) as s (serial)
    left join loggers l on l.serial = s.serial
    left join plants p on p.id = l.plant_id
    left join logger_records r on r.serial = s.serial`

export function createKnownLoggers(pool: Pick<pg.Pool, 'query'>, limit = 100_000): KnownLoggers {
  const known = new Map<number, KnownLogger>()
  return {
    get: (serial) => {
      const found = known.get(serial)
      if (found === undefined) throw new Error(`Logger ${serial} was not loaded`)
      return found
    },
    load: async (serials) => {
      const missing = [...new Set(serials)].filter((serial) => !known.has(serial))
      if (missing.length === 0) return
      // Hostile serials are without number; what is forgotten here is only read again.
      if (known.size + missing.length > limit) known.clear()
      const { rows } = await pool.query<Row>(loadSql, [missing])
      for (const row of rows) known.set(row.serial, toKnown(row))
    },
    replace: (logger) => known.set(logger.serial, logger),
    forget: (serials) => {
      for (const serial of serials) known.delete(serial)
    },
    forgetAll: () => known.clear(),
  }
}

function toKnown(row: Row): KnownLogger {
  const { plant_id: id, zone, plant_version: version } = row
  return {
    serial: row.serial,
    isStored: row.is_stored,
    plant: id === null || zone === null || version === null ? undefined : { id, zone, version },
    offsets: parseOffsets(row.boot_offsets),
    recent: row.recent ?? [],
    recentVersion: row.version ?? 0,
    facts: {
      ...present('firmware', row.firmware || null),
      ...present('mac', row.mac || null),
      ...present('localAddress', row.local_address || null),
      ...present('ssid', row.ssid || null),
      ...present('signalPercent', row.signal_percent),
      ...present('intervalMinutes', row.interval_minutes),
      ...present('heartbeatS', row.heartbeat_s),
    },
    hasData: row.last_data_at !== null,
    writtenAtMs: row.last_seen_at?.getTime() ?? 0,
    waitingRecords: row.waiting,
    undecodedRecords: row.undecoded,
  }
}

const present = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [K in Name]?: Value }

function parseOffsets(stored: unknown): readonly BootOffset[] {
  if (!Array.isArray(stored)) return []
  return stored.filter(
    (one): one is BootOffset =>
      typeof one === 'object' && one !== null && Number.isFinite(one.bootBaseS) && Number.isFinite(one.offsetS),
  )
}
