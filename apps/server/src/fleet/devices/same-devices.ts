import { Refusal } from '@heliograph/domain/errors.ts'
import { type ApartSpan, partDays } from '@heliograph/domain/same-device.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { type AskRecount, recountDevices } from './recount-devices.ts'

type NamedSource = Readonly<{ deviceId: number; name: string; serial: string; loggerName: string | null }>
export type SameDevices = Readonly<{
  /** Devices whose powers were alike, which nobody has answered yet. */
  alike: readonly Readonly<{ devices: readonly [NamedSource, NamedSource]; likeness: number; seenAtMs: number }>[]
  merged: readonly Readonly<{ counts: NamedSource; second: NamedSource; from: string }>[]
}>

/** More than a plant has; the page lists all. */
const MOST_LISTED = 50

/** Devices of a plant that are one, or look like it. */
export async function listSameDevices(db: Db, plantId: number): Promise<SameDevices> {
  const sources = db.kysely
    .selectFrom('devices as d')
    .leftJoin('loggers as l', 'l.id', 'd.logger_id')
    .select(['d.id', 'd.name', 'd.serial', 'l.name as logger_name', 'd.same_as', 'd.apart'])
    .where('d.plant_id', '=', plantId)
  const likenesses = await db.kysely
    .selectFrom('device_likenesses')
    .select(['device_id', 'other_id', 'likeness', 'seen_at'])
    .where('plant_id', '=', plantId)
    .where('is_denied', '=', false)
    .orderBy('device_id')
    .limit(MOST_LISTED)
    .execute()
  const alikeIds = likenesses.flatMap((row) => [row.device_id, row.other_id])
  const rows = await sources
    .where(({ or, eb }) =>
      or([
        eb('d.id', 'in', alikeIds.length > 0 ? alikeIds : [0]),
        eb('d.same_as', 'is not', null),
        sql<boolean>`d.serial in (select s.same_as from devices s where s.plant_id = ${plantId})`,
      ]),
    )
    .orderBy('d.id')
    .execute()
  const toSource = (row: (typeof rows)[number]): NamedSource => ({
    deviceId: row.id,
    name: row.name,
    serial: row.serial,
    loggerName: row.logger_name,
  })
  const byId = new Map(rows.map((row) => [row.id, row]))
  const bySerial = new Map(rows.map((row) => [row.serial, row]))
  return {
    alike: likenesses.flatMap(({ device_id: id, other_id: otherId, likeness, seen_at: seenAt }) => {
      const [one, other] = [byId.get(id), byId.get(otherId)]
      // One of them is a second source by now.
      if (!one || !other || one.same_as !== null || other.same_as !== null) return []
      return [{ devices: [toSource(one), toSource(other)] as const, likeness, seenAtMs: seenAt.getTime() }]
    }),
    merged: rows.flatMap((row) => {
      const counts = bySerial.get(row.same_as ?? '')
      const [span] = row.apart
      return counts && span ? [{ counts: toSource(counts), second: toSource(row), from: span.from }] : []
    }),
  }
}

type Pair = Readonly<{ plantId: number; deviceId: number; otherId: number }>

/**
 * Says that two devices are one: `deviceId` counts, the other one stays as its second source. Each day of the history
 * counts once, and is recounted.
 * @throws Refusal NOT_FOUND for a device of another plant, ABNORMAL where one of them is a source of a third
 */
export async function mergeDevices(
  db: Db,
  recounts: AskRecount,
  { plantId, deviceId, otherId }: Pair,
): Promise<Readonly<{ counts: string; second: string }>> {
  if (deviceId === otherId) throw new Refusal('PARAM_ERROR', { field: 'otherId' })
  return db.transaction(async (transaction) => {
    const zone = await lockPlant(transaction, plantId)
    const rows = await lockSources(transaction, plantId, [deviceId, otherId])
    const [counts, second] = [rows.get(deviceId), rows.get(otherId)]
    if (counts === undefined || second === undefined) throw new Refusal('NOT_FOUND')
    const { rows: chained } = await sql`select from devices where plant_id = ${plantId}
      and (same_as = any(${[counts.serial, second.serial]}) or (id = any(${[deviceId, otherId]}) and same_as is not null))`.execute(
      transaction,
    )
    if (chained.length > 0) throw new Refusal('ABNORMAL', { reason: 'mergedAlready' })
    const days = partDays(localDate(counts.createdAtMs, zone), localDate(second.createdAtMs, zone))
    await setApart(transaction, deviceId, null, days.counts)
    await setApart(transaction, otherId, counts.serial, days.second)
    await recountDevices(transaction, recounts, plantId)
    return { counts: counts.name, second: second.name }
  })
}

/** Both devices count for themselves again, all their history. @throws Refusal NOT_FOUND for what is no second source */
export async function splitDevices(
  db: Db,
  recounts: AskRecount,
  { plantId, deviceId }: Readonly<{ plantId: number; deviceId: number }>,
): Promise<Readonly<{ counts: string; second: string }>> {
  return db.transaction(async (transaction) => {
    await lockPlant(transaction, plantId)
    const second = (await lockSources(transaction, plantId, [deviceId])).get(deviceId)
    if (second === undefined || second.sameAs === null) throw new Refusal('NOT_FOUND')
    const counts = await transaction
      .updateTable('devices')
      .set({ apart: '[]' })
      .where('plant_id', '=', plantId)
      .where('serial', '=', second.sameAs)
      .returning('name')
      .executeTakeFirst()
    await setApart(transaction, deviceId, null, [])
    await recountDevices(transaction, recounts, plantId)
    return { counts: counts?.name ?? second.sameAs, second: second.name }
  })
}

/** Two devices that look alike are two. @throws Refusal NOT_FOUND for what was not offered */
export async function denyLikeness(db: Db, { plantId, deviceId, otherId }: Pair): Promise<void> {
  const { numUpdatedRows } = await db.kysely
    .updateTable('device_likenesses')
    .set({ is_denied: true })
    .where('plant_id', '=', plantId)
    .where('device_id', '=', Math.min(deviceId, otherId))
    .where('other_id', '=', Math.max(deviceId, otherId))
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('NOT_FOUND')
}

/** The plant first, as ingest does when it adds a device. @throws Refusal NOT_FOUND @returns its zone */
async function lockPlant(transaction: Kysely<Tables>, plantId: number): Promise<string> {
  const { zone } = await transaction
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', plantId)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
  return zone
}

async function lockSources(transaction: Kysely<Tables>, plantId: number, ids: readonly number[]) {
  const rows = await transaction
    .selectFrom('devices')
    .select(['id', 'name', 'serial', 'created_at', 'same_as'])
    .where('plant_id', '=', plantId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(
    rows.map(({ id, name, serial, created_at: createdAt, same_as: sameAs }) => [
      id,
      { name, serial, sameAs, createdAtMs: createdAt.getTime() },
    ]),
  )
}

const setApart = (transaction: Kysely<Tables>, id: number, sameAs: string | null, apart: readonly ApartSpan[]) =>
  transaction
    .updateTable('devices')
    .set({ same_as: sameAs, apart: JSON.stringify(apart) })
    .where('id', '=', id)
    .execute()
