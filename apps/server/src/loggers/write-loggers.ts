import type { BootOffset } from '@heliograph/devices/wire/solarman-v5/time.ts'
import type pg from 'pg'
import type { Heard, LoggerFacts } from './facts.ts'

export type LoggerWrite = Readonly<{
  serial: number
  heard: Heard | undefined
  /** What is known and heard together. */
  facts: LoggerFacts
  /** Undefined: unchanged. */
  offsets: readonly BootOffset[] | undefined
  rejected: number
}>

const writeSql = `
  insert into loggers as l (serial, first_seen_at, last_seen_at, last_data_at, duplicate_seen_at, remote_address, firmware,
    mac, local_address, ssid, signal_percent, interval_minutes, heartbeat_s, working_s, total_working_s, boot_offsets,
    rejected_records)
  select e.serial, e.seen_at, e.seen_at, e.data_at, e.duplicate_at, coalesce(e.address, ''), coalesce(e.firmware, ''),
    coalesce(e.mac, ''), coalesce(e.local_address, ''), coalesce(e.ssid, ''), e.signal, coalesce(e.interval_minutes, 5),
    coalesce(e.heartbeat_s, 120), e.working_s, e.total_working_s, coalesce(e.offsets, '[]')::jsonb, e.rejected
  from unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::text[], $6::text[], $7::text[],
    $8::text[], $9::text[], $10::smallint[], $11::smallint[], $12::integer[], $13::bigint[], $14::bigint[], $15::text[],
    $16::bigint[]) as e (serial, seen_at, data_at, duplicate_at, address, firmware, mac, local_address, ssid, signal,
    interval_minutes, heartbeat_s, working_s, total_working_s, offsets, rejected)
  on conflict (serial) do update set
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
    interval_minutes = excluded.interval_minutes,
    heartbeat_s = excluded.heartbeat_s,
    working_s = coalesce(excluded.working_s, l.working_s),
    total_working_s = coalesce(excluded.total_working_s, l.total_working_s),
    boot_offsets = case when excluded.boot_offsets = '[]' then l.boot_offsets else excluded.boot_offsets end,
    rejected_records = l.rejected_records + excluded.rejected_records
  returning l.serial, l.plant_id`

/** Writes what was heard of loggers, one row each; returns the plant that each belongs to. The rows are locked until the commit. */
export async function writeLoggers(
  client: Pick<pg.ClientBase, 'query'>,
  writes: readonly LoggerWrite[],
): Promise<ReadonlyMap<number, number | null>> {
  if (writes.length === 0) return new Map()
  const rows = [...writes].sort((a, b) => a.serial - b.serial)
  const { rows: written } = await client.query<{ serial: number; plant_id: number | null }>(writeSql, [
    rows.map(({ serial }) => serial),
    rows.map(({ heard }) => toStamp(heard?.atMs)),
    rows.map(({ heard }) => toStamp(heard?.dataAtMs)),
    rows.map(({ heard }) => toStamp(heard?.duplicateAtMs)),
    rows.map(({ heard }) => heard?.address),
    rows.map(({ facts }) => facts.firmware),
    rows.map(({ facts }) => facts.mac),
    rows.map(({ facts }) => facts.localAddress),
    rows.map(({ facts }) => facts.ssid),
    rows.map(({ facts }) => facts.signalPercent),
    rows.map(({ facts }) => facts.intervalMinutes),
    rows.map(({ facts }) => facts.heartbeatS),
    rows.map(({ facts }) => facts.workingS),
    rows.map(({ facts }) => facts.totalWorkingS),
    rows.map(({ offsets }) => (offsets === undefined ? undefined : JSON.stringify(offsets))),
    rows.map(({ rejected }) => rejected),
  ])
  return new Map(written.map((row) => [row.serial, row.plant_id]))
}

const toStamp = (atMs: number | undefined): string | undefined =>
  atMs === undefined ? undefined : new Date(atMs).toISOString()

export type RecordsWrite = Readonly<{ serial: number; version: number; added: readonly number[] }>

/** Digests kept per logger: more than a stick has records under way at a time. */
export const keptRecords = 64

const recordsSql = `
  insert into logger_records as r (serial, version, recent)
  select e.serial, e.version + 1, e.added::bigint[]
  from unnest($1::bigint[], $2::bigint[], $3::text[]) as e (serial, version, added)
  on conflict (serial) do update
    set version = excluded.version, recent = (excluded.recent || r.recent)[1:${keptRecords}]
    where r.version = excluded.version - 1`

/** Remembers the records taken; false when another node wrote to one of these loggers since it was read. */
export async function writeRecords(
  client: Pick<pg.ClientBase, 'query'>,
  writes: readonly RecordsWrite[],
): Promise<boolean> {
  if (writes.length === 0) return true
  const rows = [...writes].sort((a, b) => a.serial - b.serial)
  const { rowCount } = await client.query(recordsSql, [
    rows.map(({ serial }) => serial),
    rows.map(({ version }) => version),
    rows.map(({ added }) => `{${added.slice(0, keptRecords).join(',')}}`),
  ])
  return rowCount === writes.length
}
