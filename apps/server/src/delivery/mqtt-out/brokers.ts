import { Refusal } from '@heliograph/domain/errors.ts'
import { type Kysely, sql } from 'kysely'
import { findPlantIds } from '../../fleet/plants/plants.ts'
import { type Holder, lockUser, type Session } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { notify } from '../../platform/db/listen.ts'
import { notFound } from '../../platform/db/not-found.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { openText, sealText } from '../../platform/secret-key/secret-key.ts'

/** Nodes that publish hear of every change. */
export const BROKERS_CHANGED = 'mqtt_brokers'
export const MOST_BROKERS = 5

const PURPOSE = 'password of a broker'
export const openPassword = (sealed: string | null): string | undefined =>
  sealed === null ? undefined : openText(sealed, PURPOSE)

/** The state of a broker for the page, written by the node that publishes. */
export type BrokerState = Readonly<{
  state: 'starting' | 'working' | 'waiting'
  /** In the words of the system; null: none. */
  failure: string | null
  failingSinceMs: number | null
  publishedAtMs: number | null
  messages: number
  devices: number
}>

export type BrokerView = Readonly<{
  id: number
  host: string
  port: number
  isTls: boolean
  user: string
  hasPassword: boolean
  prefix: string
  plantIds: readonly number[]
  /** null: no node has looked yet. */
  state: BrokerState | null
}>

export type BrokerInput = Readonly<{
  host: string
  port: number
  isTls: boolean
  user: string
  /** Missing: the one before, or none. */
  password?: string | undefined
  prefix: string
  plantIds: readonly number[]
}>

type Owner = Pick<Session, 'userId' | 'organizationId' | 'organizationRole'>

/** Also those where everything is still to be taken back. */
const everyOfOwner = (db: Kysely<Tables>, { userId, organizationId }: Holder) =>
  db
    .selectFrom('mqtt_brokers as b')
    .where('b.user_id', '=', userId)
    .where(sql<boolean>`b.organization_id is not distinct from ${organizationId}`)
const ofOwner = (db: Kysely<Tables>, holder: Holder) => everyOfOwner(db, holder).where('b.removed_at', 'is', null)

/** SQL: something of this server is or was there, as far as is known. */
const isPublished = sql<boolean>`(announced <> '{}' or state ->> 'publishedAtMs' is not null)`

/** The person's brokers of this identity. */
export async function listBrokers(db: Db, owner: Holder): Promise<readonly BrokerView[]> {
  const rows = await ofOwner(db.kysely, owner)
    .select(['b.id', 'b.host', 'b.port', 'b.is_tls', 'b.user_name', 'b.password', 'b.prefix', 'b.state'])
    .select(
      sql<number[]>`array(select plant_id from mqtt_broker_plants where broker_id = b.id order by plant_id)`.as(
        'plants',
      ),
    )
    .orderBy('b.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    host: row.host,
    port: row.port,
    isTls: row.is_tls,
    user: row.user_name,
    hasPassword: row.password !== null,
    prefix: row.prefix,
    plantIds: row.plants.map(Number),
    state: row.state,
  }))
}

/** @throws Refusal NOT_FOUND for a plant that the owner does not view */
async function requirePlants(
  db: Db,
  holder: Owner,
  plantIds: readonly number[],
  nowMs: number,
): Promise<readonly number[]> {
  const wanted = [...new Set(plantIds)]
  const found = await findPlantIds(db, { holder, plantIds: wanted }, 'viewPlantInfo', nowMs)
  if (found.length < wanted.length) throw new Refusal('NOT_FOUND')
  return wanted
}

const toColumns = ({ host, port, isTls, user, prefix }: BrokerInput) => ({
  host,
  port,
  is_tls: isTls,
  user_name: user,
  prefix,
})

async function writePlants(transaction: Kysely<Tables>, brokerId: number, plantIds: readonly number[]): Promise<void> {
  await transaction.deleteFrom('mqtt_broker_plants').where('broker_id', '=', brokerId).execute()
  const rows = plantIds.map((plantId) => ({ broker_id: brokerId, plant_id: plantId }))
  if (rows.length > 0) await transaction.insertInto('mqtt_broker_plants').values(rows).execute()
}

/** @throws Refusal NOT_FOUND for a plant that the owner does not view, TOO_MANY, ABNORMAL for a broker that it has already */
export async function addBroker(db: Db, owner: Owner, input: BrokerInput, nowMs: number): Promise<number> {
  const plantIds = await requirePlants(db, owner, input.plantIds, nowMs)
  return await db.transaction(async (transaction) => {
    await lockUser(transaction, owner.userId)
    const rows = await everyOfOwner(transaction, owner).select(['b.host', 'b.port', 'b.removed_at']).execute()
    if (rows.length >= MOST_BROKERS) throw new Refusal('TOO_MANY', { most: MOST_BROKERS })
    const { host, port } = input
    const isSame = (row: (typeof rows)[number]) => row.host.toLowerCase() === host.toLowerCase() && row.port === port
    if (rows.some((row) => row.removed_at === null && isSame(row)))
      throw new Refusal('ABNORMAL', { reason: 'endpointTaken' })
    const { id } = await transaction
      .insertInto('mqtt_brokers')
      .values({
        ...toColumns(input),
        user_id: owner.userId,
        organization_id: owner.organizationId,
        password: input.password ? sealText(input.password, PURPOSE) : null,
        fingerprint: null,
        created_at: new Date(nowMs),
        removed_at: null,
        held_by: null,
        state: null,
        state_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writePlants(transaction, id, plantIds)
    await notify(transaction, BROKERS_CHANGED, String(id))
    return id
  })
}

/**
 * Its owner looked at the connection again, so the certificate that it shows next is believed. A password is kept only
 * for the address that it was entered for.
 * @throws Refusal as `addBroker`, NOT_FOUND also for the broker of another person, PARAM_ERROR for a password that is missing
 */
export async function changeBroker(
  db: Db,
  owner: Owner,
  brokerId: number,
  input: BrokerInput,
  nowMs: number,
): Promise<void> {
  const before = await ofOwner(db.kysely, owner)
    .select(['b.host', 'b.port', 'b.is_tls', 'b.password', 'b.prefix'])
    .where('b.id', '=', brokerId)
    .executeTakeFirstOrThrow(notFound)
  const plantIds = await requirePlants(db, owner, input.plantIds, nowMs)
  const isSame =
    before.host === input.host && before.port === input.port && (before.is_tls === input.isTls || input.isTls)
  if (!isSame && before.password !== null && input.password === undefined)
    throw new Refusal('PARAM_ERROR', { field: 'password' })
  const isElsewhere = before.host !== input.host || before.port !== input.port || before.prefix !== input.prefix
  await db.transaction(async (transaction) => {
    if (isElsewhere) await leavePlace(transaction, owner, brokerId)
    await transaction
      .updateTable('mqtt_brokers')
      .set({
        ...toColumns(input),
        ...(isElsewhere && { announced: '{}' }),
        ...(input.password !== undefined && {
          password: input.password === '' ? null : sealText(input.password, PURPOSE),
        }),
        fingerprint: null,
        version: sql`version + 1`,
        state: null,
      })
      .where('id', '=', brokerId)
      .execute()
    await writePlants(transaction, brokerId, plantIds)
    await notify(transaction, BROKERS_CHANGED, String(brokerId))
  })
}

/** The same broker with the user and password that its own program gives out now. */
export async function renewBrokerAccess(
  db: Db,
  owner: Owner,
  { id, plantIds }: Pick<BrokerView, 'id' | 'plantIds'>,
  input: Omit<BrokerInput, 'plantIds'>,
  nowMs: number,
): Promise<void> {
  const { user_name: user, password } = await ofOwner(db.kysely, owner)
    .select(['b.user_name', 'b.password'])
    .where('b.id', '=', id)
    .executeTakeFirstOrThrow(notFound)
  const isSame = user === input.user && (openPassword(password) ?? '') === (input.password ?? '')
  if (!isSame) await changeBroker(db, owner, id, { ...input, plantIds }, nowMs)
}

/** A row that only takes back what was announced at the place before. @throws Refusal TOO_MANY */
async function leavePlace(transaction: Kysely<Tables>, owner: Holder, brokerId: number): Promise<void> {
  await lockUser(transaction, owner.userId)
  await sql`insert into mqtt_brokers (user_id, organization_id, host, port, is_tls, user_name, password, prefix, fingerprint,
      announced, created_at, removed_at)
    select user_id, organization_id, host, port, is_tls, user_name, password, prefix, fingerprint, announced, created_at,
      clock_timestamp() from mqtt_brokers where id = ${brokerId} and ${isPublished}`.execute(transaction)
  const left = await everyOfOwner(transaction, owner).where('b.removed_at', 'is not', null).select('b.id').execute()
  if (left.length > MOST_BROKERS) throw new Refusal('TOO_MANY', { most: MOST_BROKERS })
}

/** All that was announced there is taken back first, if the broker can be reached. @throws Refusal NOT_FOUND */
export async function removeBroker(db: Db, owner: Holder, brokerId: number): Promise<void> {
  await db.transaction(async (transaction) => {
    // A node may just write what it announces.
    const held = ofOwner(transaction, owner).select('b.id').where('b.id', '=', brokerId)
    await held.forUpdate().executeTakeFirstOrThrow(notFound)
    await transaction
      .updateTable('mqtt_brokers')
      .set({ removed_at: sql`clock_timestamp()`, version: sql`version + 1` })
      .where('id', '=', brokerId)
      .where(isPublished)
      .execute()
    await transaction.deleteFrom('mqtt_brokers').where('id', '=', brokerId).where('removed_at', 'is', null).execute()
    await notify(transaction, BROKERS_CHANGED, String(brokerId))
  })
}
