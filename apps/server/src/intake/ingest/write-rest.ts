import type pg from 'pg'
import type { SourceId } from '../../fleet/loggers/source.ts'
import { toNumberArray } from '../../platform/db/number-array.ts'
import { toTextArray } from '../../platform/db/text-array.ts'
import { countedAddressOf, type Kept as KeptRecords } from './admission.ts'
import type { Arrival, Origin } from './arrival.ts'
import { StaleKnowledge } from './failure.ts'
import type { KnownDevice } from './known-devices.ts'
import type { Raw } from './plan.ts'
import type { Believed } from './trust.ts'
import { senderNetworkOf } from './unproven-room.ts'

type Client = Pick<pg.ClientBase, 'query'>
type Kept = Arrival & Required<Pick<Arrival, 'record'>>

const toStamp = (atMs: number): string => new Date(atMs).toISOString()

export async function addWaiting(
  client: Client,
  arrivals: readonly Kept[],
  loggerIdOf: (source: SourceId) => number,
): Promise<readonly KeptRecords[]> {
  if (arrivals.length === 0) return []
  const { rows } = await client.query<{ logger_id: number; counted_address: string; records: number }>(
    `with kept as (
       insert into waiting_records (logger_id, received_at, digest, kind, payload, counted_address)
       select * from unnest($1::bigint[], $2::timestamptz[], $3::bytea[], $4::text[], $5::bytea[], $6::text[])
       on conflict do nothing returning logger_id, counted_address)
     select logger_id, counted_address, count(*)::int as records from kept group by 1, 2`,
    [
      arrivals.map(({ source }) => loggerIdOf(source)),
      arrivals.map(({ receivedAtMs }) => toStamp(receivedAtMs)),
      arrivals.map(({ record }) => record?.digest),
      arrivals.map(({ record }) => record?.raw.kind),
      arrivals.map(({ record }) => record?.raw.bytes),
      arrivals.map(countedAddressOf),
    ],
  )
  const sources = new Map(arrivals.map(({ source }) => [loggerIdOf(source), source]))
  return rows.flatMap(({ logger_id: id, counted_address: countedAddress, records }) => {
    const source = sources.get(id)
    return source === undefined ? [] : [{ source, countedAddress, records }]
  })
}

export async function addRaw(
  client: Client,
  raws: readonly Raw[],
  loggerIdOf: (source: SourceId) => number,
): Promise<void> {
  if (raws.length === 0) return
  const records = raws.map(({ arrival }) => arrival.record)
  await client.query(
    `insert into undecoded_payloads (plant_id, logger_id, received_at, digest, wire, kind, device_serial, reason, payload, source_address,
       sender_network, is_likely)
     select * from unnest($1::bigint[], $2::bigint[], $3::timestamptz[], $4::bytea[], $5::text[], $6::text[],
       $7::text[], $8::text[], $9::bytea[], $10::text[], $11::text[], $12::boolean[]) on conflict do nothing`,
    [
      raws.map(({ plantId }) => plantId),
      raws.map(({ arrival }) => loggerIdOf(arrival.source)),
      raws.map(({ arrival }) => toStamp(arrival.receivedAtMs)),
      records.map(({ digest }) => digest),
      records.map(({ raw }) => raw.wire),
      records.map(({ raw }) => raw.kind),
      records.map(({ content }) => content.deviceSerial ?? ''),
      raws.map(({ reason }) => reason),
      records.map(({ raw }) => raw.bytes),
      raws.map(({ arrival }) => arrival.sight?.address ?? ''),
      raws.map(({ arrival }) => senderNetworkOf(arrival)),
      raws.map(({ arrival }) => arrival.isLikely === true),
    ],
  )
}

/** Unproven records of loggers that have proven themselves since: they are read again after the commit. */
export async function acceptBelieved(
  client: Client,
  believed: readonly Believed[],
  loggerIdOf: (source: SourceId) => number,
): Promise<void> {
  if (believed.length === 0) return
  const networks = believed.flatMap(({ source, places, sinceMs }) =>
    places.map((place) => ({ loggerId: loggerIdOf(source), place, since: toStamp(sinceMs) })),
  )
  await client.query(
    `update undecoded_payloads u set reason = 'accepted'
     from unnest($1::bigint[], $2::text[], $3::timestamptz[]) as e (logger_id, network, since)
     where u.logger_id = e.logger_id and u.sender_network = e.network and u.reason = 'unproven' and u.received_at >= e.since`,
    [
      networks.map((network) => network.loggerId),
      networks.map((network) => network.place),
      networks.map((network) => network.since),
    ],
  )
}

/** Takes records from where they waited. @throws StaleKnowledge when another node took one first */
export async function removeOrigins(
  client: Client,
  taken: readonly Arrival[],
  loggerIdOf: (source: SourceId) => number,
): Promise<void> {
  const ids = taken.flatMap(({ origin }) => (origin?.kind === 'waiting' ? [origin.id] : []))
  if (ids.length > 0) {
    const { rowCount } = await client.query('delete from waiting_records where id = any($1::bigint[])', [ids])
    if (rowCount !== ids.length) throw new StaleKnowledge('A waiting record')
  }
  const raws = taken.filter(({ origin }) => origin?.kind === 'undecoded')
  if (raws.length === 0) return
  const origins = raws.map(({ origin }) => origin as Extract<Origin, { kind: 'undecoded' }>)
  const { rowCount } = await client.query(
    `delete from undecoded_payloads u using unnest($1::bigint[], $2::bigint[], $3::bytea[]) as e (plant_id, logger_id, digest)
     where u.plant_id = e.plant_id and u.logger_id = e.logger_id and u.digest = e.digest`,
    [
      origins.map(({ plantId }) => plantId),
      raws.map(({ source }) => loggerIdOf(source)),
      origins.map(({ digest }) => digest),
    ],
  )
  if (rowCount !== raws.length) throw new StaleKnowledge('An undecoded payload')
}

export type Assumption = Readonly<{
  loggerId: number
  /** Its plant now: another one than where an earlier record belongs. */
  home: number
  plantId: number
  plantVersion: string
  device?: KnownDevice | undefined
}>

/**
 * @throws StaleKnowledge unless every logger still belongs to its plant and the rows of plants and devices are
 * unchanged
 */
export async function verify(client: Client, assumptions: readonly Assumption[]): Promise<void> {
  if (assumptions.length === 0) return
  const { rowCount } = await client.query({
    name: 'ingest-verify',
    text: `select from unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::text[], $6::bigint[])
       as e (logger_id, plant_id, plant_version, device_id, device_version, home)
       left join loggers l on l.id = e.logger_id
       left join plants p on p.id = e.plant_id
       left join devices d on d.id = e.device_id
     where l.plant_id is distinct from e.home or p.xmin::text is distinct from e.plant_version
       or d.xmin::text is distinct from e.device_version
     limit 1`,
    values: [
      toNumberArray('bigint', assumptions, ({ loggerId }) => loggerId),
      toNumberArray('bigint', assumptions, ({ plantId }) => plantId),
      toTextArray(assumptions, ({ plantVersion }) => plantVersion),
      toNumberArray('bigint', assumptions, ({ device }) => device?.meta.deviceId ?? null),
      toTextArray(assumptions, ({ device }) => device?.version),
      toNumberArray('bigint', assumptions, ({ home }) => home),
    ],
  })
  if (rowCount !== 0) throw new StaleKnowledge('A logger, a device or a plant')
}
