import { DAY_MS } from '@heliograph/domain/duration.ts'
import type { OrganizationRole } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Announced } from './announced.ts'
import { type BrokerState, openPassword } from './brokers.ts'

export const LEASE_MS = 30_000

/** A broker to which this node publishes until its lease ends. */
export type LeasedBroker = Readonly<{
  id: number
  version: number
  holder: Readonly<{ userId: number; organizationId: number | null; organizationRole: OrganizationRole | null }>
  language: string
  host: string
  port: number
  isTls: boolean
  user: string
  password: string | undefined
  prefix: string
  fingerprint: string | undefined
  announced: Announced
  plantIds: readonly number[]
  /** Everything is taken back, and the row goes. */
  isRemoved: boolean
}>

/** How long a broker that cannot be reached is waited for, to take everything back. */
const REMOVAL_MS = DAY_MS

/**
 * Renews the leases of this node and takes those that nobody holds, by the clock of the database. Plants of somebody who
 * left the organization, or moved away, are published no more.
 */
export async function leaseBrokers(db: Db, node: string): Promise<readonly LeasedBroker[]> {
  await sql`delete from mqtt_brokers
    where removed_at < clock_timestamp() - ${REMOVAL_MS} * interval '1 millisecond'`.execute(db.kysely)
  const { rows } = await sql<{
    id: number
    version: number
    user_id: number
    organization_id: number | null
    role: string | null
    language: string
    host: string
    port: number
    is_tls: boolean
    user_name: string
    password: string | null
    prefix: string
    fingerprint: string | null
    announced: Announced
    plant_ids: readonly (number | string)[]
    removed_at: Date | null
    is_member: boolean
  }>`
    with held as (
      update mqtt_brokers set held_by = ${node}, held_until = clock_timestamp() + ${LEASE_MS} * interval '1 millisecond'
      where held_by = ${node} or held_until < clock_timestamp()
      returning *)
    select b.id, b.version, b.user_id, b.organization_id, m.role, u.language, b.host, b.port, b.is_tls, b.user_name, b.password,
      b.prefix, b.fingerprint, b.announced, b.removed_at,
      u.moved_to is null and (b.organization_id is null or m.role is not null) as is_member,
      array(select plant_id from mqtt_broker_plants p where p.broker_id = b.id order by plant_id) as plant_ids
    from held b join users u on u.id = b.user_id
      left join organization_members m on m.organization_id = b.organization_id and m.user_id = b.user_id`.execute(
    db.kysely,
  )
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    holder: {
      userId: row.user_id,
      organizationId: row.organization_id,
      organizationRole: row.role === 'admin' || row.role === 'user' ? row.role : null,
    },
    language: row.language,
    host: row.host,
    port: row.port,
    isTls: row.is_tls,
    user: row.user_name,
    password: openPassword(row.password),
    prefix: row.prefix,
    fingerprint: row.fingerprint ?? undefined,
    announced: row.announced,
    plantIds: row.is_member ? row.plant_ids.map(Number) : [],
    isRemoved: row.removed_at !== null,
  }))
}

/** Another node need not wait for the end of the leases. */
export const releaseBrokers = (db: Db, node: string) =>
  sql`update mqtt_brokers set held_by = null, held_until = '-infinity' where held_by = ${node}`.execute(db.kysely)

type Held = Readonly<{ id: number; node: string; version: number }>

/** Kept with the lease alone: a node that lost it writes and announces nothing. @throws Error without the lease */
export async function keepAnnounced(db: Db, { id, node }: Held, announced: Announced): Promise<void> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('mqtt_brokers')
    .set({ announced: JSON.stringify(announced) })
    .where('id', '=', id)
    .where('held_by', '=', node)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Error('closed')
}

/** Of the certificate that was shown; not of a connection that its owner changed meanwhile. */
export async function keepFingerprint(db: Db, { id, node, version }: Held, fingerprint: string): Promise<void> {
  await db.kysely
    .updateTable('mqtt_brokers')
    .set({ fingerprint })
    .where('id', '=', id)
    .where('held_by', '=', node)
    .where('version', '=', version)
    .execute()
}

export async function keepState(db: Db, { id, node, version }: Held, state: BrokerState, nowMs: number): Promise<void> {
  await db.kysely
    .updateTable('mqtt_brokers')
    .set({ state: JSON.stringify(state), state_at: new Date(nowMs) })
    .where('id', '=', id)
    .where('held_by', '=', node)
    .where('version', '=', version)
    .execute()
}

export const deleteBroker = (db: Db, { id, node }: Held) =>
  db.kysely
    .deleteFrom('mqtt_brokers')
    .where('id', '=', id)
    .where('held_by', '=', node)
    .where('removed_at', 'is not', null)
    .execute()
