import type pg from 'pg'
import { toNumberArray } from '../../platform/db/number-array.ts'
import { toDocumentArray, toPlainArray, toTextArray } from '../../platform/db/text-array.ts'
import type { Heard, LoggerFacts } from './facts.ts'
import { bySource, type SourceId, toColumns, toSourceId } from './source.ts'

export type LoggerWrite = Readonly<{
  source: SourceId
  heard: Heard | undefined
  /** Merges stored and pending facts. */
  facts: LoggerFacts
  /** The state of its wire; undefined: unchanged. */
  state: unknown
  rejected: number
  /** For a new logger without an owner. */
  newborn?: Readonly<{ countedAddress: string; isSheltered: boolean }> | undefined
}>

const WRITE_SQL = `
  insert into loggers as l (wire, address, first_seen_at, last_seen_at, last_data_at, duplicate_seen_at, remote_address, firmware,
    mac, local_address, ssid, signal_percent, interval_s, heartbeat_s, working_s, total_working_s, wire_state,
    rejected_records, counted_address, is_sheltered)
  select e.wire, e.address, e.seen_at, e.seen_at, e.data_at, e.duplicate_at, coalesce(e.remote_address, ''), coalesce(e.firmware, ''),
    coalesce(e.mac, ''), coalesce(e.local_address, ''), coalesce(e.ssid, ''), e.signal, coalesce(e.interval_s, 300),
    coalesce(e.heartbeat_s, 120), e.working_s, e.total_working_s, coalesce(e.state, '{}')::jsonb, e.rejected,
    coalesce(e.counted_address, ''), coalesce(e.is_sheltered, false)
  from unnest($1::text[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::text[], $11::smallint[], $12::integer[], $13::integer[], $14::bigint[], $15::bigint[],
    $16::text[], $17::bigint[], $18::text[], $19::boolean[]) as e (wire, address, seen_at, data_at, duplicate_at, remote_address, firmware, mac,
    local_address, ssid, signal, interval_s, heartbeat_s, working_s, total_working_s, state, rejected, counted_address,
    is_sheltered)
  on conflict (wire, address) do update set
    first_seen_at = coalesce(l.first_seen_at, excluded.first_seen_at),
    last_seen_at = greatest(l.last_seen_at, excluded.last_seen_at),
    last_data_at = greatest(l.last_data_at, excluded.last_data_at),
    duplicate_seen_at = greatest(l.duplicate_seen_at, excluded.duplicate_seen_at),
    remote_address = coalesce(nullif(excluded.remote_address, ''), l.remote_address),
    firmware = coalesce(nullif(excluded.firmware, ''), l.firmware),
    mac = coalesce(nullif(excluded.mac, ''), l.mac),
    local_address = coalesce(nullif(excluded.local_address, ''), l.local_address),
    ssid = coalesce(nullif(excluded.ssid, ''), l.ssid),
    signal_percent = coalesce(excluded.signal_percent, l.signal_percent),
    interval_s = excluded.interval_s,
    heartbeat_s = excluded.heartbeat_s,
    working_s = coalesce(excluded.working_s, l.working_s),
    total_working_s = coalesce(excluded.total_working_s, l.total_working_s),
    wire_state = l.wire_state || excluded.wire_state,
    rejected_records = l.rejected_records + excluded.rejected_records
  returning l.id, l.wire, l.address, l.plant_id`

export type WrittenLogger = Readonly<{ id: number; plantId: number | null }>

/** Writes facts about loggers, one row each. The rows are locked until the commit. @returns their ids and plants */
export async function writeLoggers(
  client: Pick<pg.ClientBase, 'query'>,
  writes: readonly LoggerWrite[],
): Promise<ReadonlyMap<SourceId, WrittenLogger>> {
  if (writes.length === 0) return new Map()
  const rows = [...writes].sort(bySource)
  const values = [
    ...toColumns(rows.map(({ source }) => source)),
    toPlainArray(rows, ({ heard }) => toStamp(heard?.atMs)),
    toPlainArray(rows, ({ heard }) => toStamp(heard?.dataAtMs)),
    toPlainArray(rows, ({ heard }) => toStamp(heard?.duplicateAtMs)),
    toTextArray(rows, ({ heard }) => heard?.address),
    toTextArray(rows, ({ facts }) => facts.firmware),
    toTextArray(rows, ({ facts }) => facts.mac),
    toTextArray(rows, ({ facts }) => facts.localAddress),
    toTextArray(rows, ({ facts }) => facts.ssid),
    toPlainArray(rows, ({ facts }) => facts.signalPercent),
    toPlainArray(rows, ({ facts }) => facts.intervalS),
    toPlainArray(rows, ({ facts }) => facts.heartbeatS),
    toPlainArray(rows, ({ facts }) => facts.workingS),
    toPlainArray(rows, ({ facts }) => facts.totalWorkingS),
    toDocumentArray('text', rows, ({ state }) => (state === undefined ? undefined : JSON.stringify(state))),
    toPlainArray(rows, ({ rejected }) => rejected),
    toTextArray(rows, ({ newborn }) => newborn?.countedAddress),
    toPlainArray(rows, ({ newborn }) => newborn?.isSheltered),
  ]
  const { rows: written } = await client.query<Written>({ name: 'loggers-write', text: WRITE_SQL, values })
  return new Map(written.map((row) => [toSourceId(row), { id: row.id, plantId: row.plant_id }]))
}

type Written = { id: number; wire: string; address: string; plant_id: number | null }

const toStamp = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString()

export type RecordsWrite = Readonly<{ loggerId: number; plantId: number; version: number; added: readonly number[] }>

/** Digests kept per logger: more than a logger has records in flight at a time. */
export const KEPT_RECORDS = 64

// Another plant's identities are no use: its records are not here.
const recordsSql = `
  insert into logger_records as r (logger_id, plant_id, version, recent)
  select e.logger_id, e.plant_id, e.version + 1, e.added::bigint[]
  from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[]) as e (logger_id, plant_id, version, added)
  on conflict (logger_id) do update
    set version = excluded.version, plant_id = excluded.plant_id,
      recent = (case when r.plant_id = excluded.plant_id then excluded.recent || r.recent else excluded.recent end)[1:${KEPT_RECORDS}]
    where r.version = excluded.version - 1`

/** Remembers the accepted records. @returns false when another node wrote to one of these loggers since it was read */
export async function writeRecords(
  client: Pick<pg.ClientBase, 'query'>,
  writes: readonly RecordsWrite[],
): Promise<boolean> {
  if (writes.length === 0) return true
  const rows = [...writes].sort((a, b) => a.loggerId - b.loggerId)
  const values = [
    toNumberArray('bigint', rows, ({ loggerId }) => loggerId),
    toNumberArray('bigint', rows, ({ plantId }) => plantId),
    toNumberArray('bigint', rows, ({ version }) => version),
    toTextArray(rows, ({ added }) => `{${added.slice(0, KEPT_RECORDS).join(',')}}`),
  ]
  const { rowCount } = await client.query({ name: 'logger-records-write', text: recordsSql, values })
  return rowCount === writes.length
}
