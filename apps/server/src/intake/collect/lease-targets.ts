import type { AssignedNumber, Candidate } from '@heliograph/collect/way.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import { type DecidedNumber, toAssigned } from './named-numbers.ts'
import { openSecrets } from './offers.ts'

export const LEASE_MS = 30_000

/** A target that this node reads until its lease ends. */
export type LeasedTarget = Readonly<{
  id: number
  version: number
  loggerId: number
  /** Where its records come from: the wire and the address of its logger. */
  wire: string
  logger: string
  way: string
  host: string
  port: number
  settings: unknown
  devices: readonly Candidate[]
  /** Meanings that the owner gave to numbers that he named. */
  assigned: readonly AssignedNumber[]
  pollMs: number
  storeMs: number
  /** Between two of its records, as it is known so far. */
  intervalMs: number
}>

/**
 * Renews the leases of this node and takes those that nobody holds, by the clock of the database. Paused targets, those of agents,
 * of plants in the bin, and of loggers without a plant, are nobody's.
 */
export async function leaseTargets(db: Db, node: string): Promise<readonly LeasedTarget[]> {
  const { rows } = await sql<{
    id: number
    version: number
    logger_id: number
    wire: string
    address: string
    way: string
    host: string
    port: number
    settings: object
    secrets: string | null
    devices: readonly Candidate[]
    poll_seconds: number
    store_seconds: number
    interval_s: number
    numbers: readonly DecidedNumber[] | null
  }>`
    update collect_targets t set held_by = ${node}, held_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
    from loggers l
    where l.id = t.logger_id and l.plant_id is not null and t.paused_at is null and t.agent_id is null and (t.held_by = ${node} or t.held_until < clock_timestamp())
      and not exists (select from binned_plants b where b.plant_id = l.plant_id)
    returning t.id, t.version, t.logger_id, l.wire, l.address, t.way, t.host, t.port, t.settings, t.secrets, t.devices, t.poll_seconds,
      t.store_seconds, l.interval_s,
      (select jsonb_agg(jsonb_build_object('device', n.device, 'name', n.name, 'state', n.state, 'quantity', n.quantity,
          'unit', n.unit, 'is_turned', n.is_turned))
        from named_numbers n where n.logger_id = t.logger_id and n.state <> 'open') as numbers`.execute(db.kysely)
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    loggerId: row.logger_id,
    wire: row.wire,
    logger: row.address,
    way: row.way,
    host: row.host,
    port: row.port,
    settings: { ...row.settings, ...openSecrets(row.secrets) },
    devices: row.devices,
    assigned: (row.numbers ?? []).flatMap(toAssigned),
    pollMs: row.poll_seconds * 1000,
    storeMs: row.store_seconds * 1000,
    intervalMs: row.interval_s * 1000,
  }))
}

/** Another node need not wait for the end of the leases. */
export const releaseTargets = (db: Db, node: string) =>
  sql`update collect_targets set held_by = null, held_until = '-infinity' where held_by = ${node}`.execute(db.kysely)

/** Writes what the page shows of targets; one statement for all. */
export const writeReports = (db: Db, node: string, reports: ReadonlyMap<number, unknown>, atMs: number) =>
  sql`update collect_targets t set state = e.state, state_at = ${new Date(atMs)}
    from unnest(${[...reports.keys()]}::bigint[], ${[...reports.values()].map((state) => JSON.stringify(state))}::jsonb[])
      as e (id, state)
    where t.id = e.id and t.held_by = ${node}`.execute(db.kysely)
