import type pg from 'pg'
import { createRecentMap, roomFor } from '../../platform/db/recent-map.ts'
import type { LoggerFacts } from './facts.ts'
import type { Home } from './home.ts'
import { type SourceId, toColumns, toSourceId } from './source.ts'
import { toRooms } from './unproven-rooms.ts'

export type LoggerPlant = Readonly<{ id: number; zone: string; version: string }>

/** A logger as stored in the database. Never changed in place: replaced after a commit, dropped when in doubt. */
export type KnownLogger = Readonly<{
  source: SourceId
  /** The id of its row in `loggers`; undefined: it has none yet. */
  id: number | undefined
  plant: LoggerPlant | undefined
  /** Where it was before: records from before those instants still belong there. Ascending. */
  earlier?: readonly (LoggerPlant & Readonly<{ untilMs: number }>)[]
  /** The state that its wire keeps between records; only the wire's own code understands it. */
  state: unknown
  /** Digests of the last records accepted for this plant, newest first, and the version of that row. */
  recent: readonly number[]
  recentVersion: number
  facts: LoggerFacts
  hasData: boolean
  /** The last write of its row, by any node. */
  writtenAtMs: number
  /** Records that wait for an owner, by the counted address that they came from. */
  waitingFrom: Readonly<Record<string, number>>
  /** Its waiting records are protected although it is not registered. */
  isSheltered: boolean
  firstSeenMs: number | undefined
  /** For its plant; what it recorded before is history. */
  registeredMs: number | undefined
  undecodedRecords: number
  /** Records under its address that are not proven to be its own, by the room that they take (unproven-rooms.ts). */
  unprovenFrom: Readonly<Record<string, number>>
  /** Evidence that identifies the logger; only the wire's own code understands it. */
  trust: unknown
  /** Its places and clocks while it had no owner. */
  home: Home | undefined
  /** The only networks from which its records count; none: all. */
  allowedSources: readonly string[]
  isStrict: boolean
}>

export type KnownLoggers = Readonly<{
  /** @throws Error when it was not loaded (a bug) */
  get: (source: SourceId) => KnownLogger
  /** Loads those that are not known yet. */
  load: (sources: Iterable<SourceId>) => Promise<void>
  replace: (logger: KnownLogger) => void
  forget: (sources: Iterable<SourceId>) => void
  forgetAll: () => void
}>

type Row = {
  wire: string
  address: string
  id: number | null
  plant_id: number | null
  zone: string | null
  plant_version: string | null
  wire_state: unknown
  recent: number[] | null
  version: number | null
  firmware: string | null
  mac: string | null
  local_address: string | null
  ssid: string | null
  signal_percent: number | null
  interval_s: number | null
  heartbeat_s: number | null
  last_seen_at: Date | null
  last_data_at: Date | null
  first_seen_at: Date | null
  registered_at: Date | null
  is_sheltered: boolean | null
  /** Registered once, or on its way to another data center with its plant. */
  has_owner: boolean
  waiting: Record<string, number> | null
  undecoded: number
  unproven: readonly Readonly<{ network: string; isLikely: boolean; records: number }>[] | null
  allowed_sources: string[] | null
  is_strict: boolean | null
  places: string[] | null
  seen_at: Date | null
  boot_base_s: number | null
  total_s: number | null
  earlier: readonly (LoggerPlant & Readonly<{ untilMs: number }>)[] | null
}

// xmin changes whenever a row does: the cheapest version there is.
const LOAD_SQL = `
  select s.wire, s.address, l.id, l.plant_id, p.zone, p.xmin::text as plant_version, l.wire_state,
    case when r.plant_id = l.plant_id then r.recent end as recent, r.version, l.firmware, l.mac, l.local_address, l.ssid,
    l.signal_percent, l.interval_s, l.heartbeat_s, l.last_seen_at, l.last_data_at,
    l.first_seen_at, l.registered_at, l.is_sheltered,
    l.registered_at is not null or exists (select from moved_loggers m where m.wire = s.wire and m.address = s.address)
      as has_owner,
    (select jsonb_object_agg(w.counted_address, w.n) from (select counted_address, count(*) as n from waiting_records
      where logger_id = l.id group by 1) w) as waiting,
    (select count(*) from undecoded_payloads u where u.plant_id = l.plant_id and u.logger_id = l.id
      and reason <> 'unproven')::int as undecoded,
    (select jsonb_agg(jsonb_build_object('network', u.sender_network, 'isLikely', u.is_likely, 'records', u.n))
      from (select sender_network, is_likely, count(*) as n from undecoded_payloads
        where logger_id = l.id and reason = 'unproven' group by 1, 2) u) as unproven,
    l.allowed_sources, l.is_strict, h.places, h.seen_at, h.boot_base_s, h.total_s,
    (select jsonb_agg(jsonb_build_object('id', e.id, 'zone', e.zone, 'version', e.version, 'untilMs', e.until_ms) order by e.until_ms)
      from (select distinct f.id, f.zone, f.xmin::text as version, round(date_part('epoch', m.at) * 1000) as until_ms
        from device_moves m join plants f on f.id = m.from_plant_id where m.logger_id = l.id order by 4 desc limit 20) e) as earlier
  from unnest($1::text[], $2::text[]) as s (wire, address)
    left join loggers l on l.wire = s.wire and l.address = s.address
    left join plants p on p.id = l.plant_id
    left join logger_records r on r.logger_id = l.id
    left join logger_homes h on h.logger_id = l.id`

/** Memory of one, about. */
const LOGGER_BYTES = 1_500

export function createKnownLoggers(pool: Pick<pg.Pool, 'query'>, limit = roomFor(LOGGER_BYTES)): KnownLoggers {
  const known = createRecentMap<SourceId, KnownLogger>(limit)
  return {
    get: (source) => {
      const found = known.get(source)
      if (found === undefined) throw new Error(`Logger ${source} was not loaded`)
      return found
    },
    load: async (sources) => {
      const missing = [...new Set(sources)].filter((source) => known.get(source) === undefined)
      if (missing.length === 0) return
      // A hostile peer may send any number of addresses; what is forgotten is only read again.
      const { rows } = await pool.query<Row>(LOAD_SQL, toColumns(missing))
      for (const row of rows) known.set(toSourceId(row), toKnown(row))
    },
    replace: (logger) => known.set(logger.source, logger),
    forget: (sources) => {
      for (const source of sources) known.delete(source)
    },
    forgetAll: known.clear,
  }
}

function toKnown(row: Row): KnownLogger {
  const { plant_id: id, zone, plant_version: version } = row
  return {
    source: toSourceId(row),
    id: row.id ?? undefined,
    plant: id === null || zone === null || version === null ? undefined : { id, zone, version },
    state: row.wire_state ?? {},
    recent: row.recent ?? [],
    recentVersion: row.version ?? 0,
    facts: {
      ...present('firmware', row.firmware || null),
      ...present('mac', row.mac || null),
      ...present('localAddress', row.local_address || null),
      ...present('ssid', row.ssid || null),
      ...present('signalPercent', row.signal_percent),
      ...present('intervalS', row.interval_s),
      ...present('heartbeatS', row.heartbeat_s),
    },
    hasData: row.last_data_at !== null,
    writtenAtMs: row.last_seen_at?.getTime() ?? 0,
    waitingFrom: row.waiting ?? {},
    isSheltered: row.is_sheltered === true || row.has_owner,
    firstSeenMs: row.first_seen_at?.getTime(),
    registeredMs: row.registered_at?.getTime(),
    undecodedRecords: row.undecoded,
    unprovenFrom: toRooms(row.unproven ?? []),
    home: toHome(row),
    trust: (row.wire_state as Readonly<{ trust?: unknown }> | null)?.trust,
    allowedSources: row.allowed_sources ?? [],
    isStrict: row.is_strict ?? false,
    ...(row.earlier === null ? {} : { earlier: row.earlier }),
  }
}

const present = <Name extends string, Value>(name: Name, value: Value | null) =>
  (value === null ? {} : { [name]: value }) as { [K in Name]?: Value }

const toHome = ({ places, seen_at: seenAt, boot_base_s: bootBaseS, total_s: totalS }: Row): Home | undefined =>
  places === null || seenAt === null ? undefined : { places, seenMs: seenAt.getTime(), bootBaseS, totalS, misfits: 0 }
