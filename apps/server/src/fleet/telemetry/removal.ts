import { localDate } from '@heliograph/domain/time.ts'
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { deviceDays } from './device-days.ts'
import { decodeLast } from './device-state.ts'
import { lockDevicesOf, lockDevicesWithin } from './lock-devices.ts'

const ofDevices = [
  'samples',
  'sealed_days',
  'sealed_months',
  'device_rollups',
  'sealed_periods',
  'quarantine',
  'refused_powers',
  'meter_days',
  'step_decisions',
  'device_latest',
  'taken_samples',
] as const

/**
 * Deletes everything stored of a plant, or of some of its devices; their contributions to the plant's days stay,
 * because the plant did produce them.
 */
export async function removeTelemetry(db: Db, plantId: number, deviceIds?: readonly number[]): Promise<void> {
  await db.transaction((transaction) => removeTelemetryWithin(transaction, plantId, deviceIds))
}

/** The same within the caller's transaction, which may run again after a lost race. */
export async function removeTelemetryWithin(
  transaction: Kysely<Tables>,
  plantId: number,
  deviceIds?: readonly number[],
): Promise<void> {
  const condition =
    deviceIds === undefined
      ? sql`plant_id = ${plantId}`
      : sql`plant_id = ${plantId} and device_id = any(${[...deviceIds]}::bigint[])`
  // A running append ends first, and none starts until everything is deleted.
  if (deviceIds === undefined) await lockDevicesOf(transaction, plantId)
  else await lockDevicesWithin(transaction, deviceIds)
  for (const table of ofDevices) await sql`delete from ${sql.table(table)} where ${condition}`.execute(transaction)
  if (deviceIds === undefined) await sql`delete from plant_days where plant_id = ${plantId}`.execute(transaction)
}

/**
 * Deletes the days of a plant that only this device had: a recount keeps days without samples, because a deleted device
 * may have made them. Before the device's telemetry is removed.
 */
export async function removeDaysOnlyOf(transaction: Kysely<Tables>, plantId: number, deviceId: number): Promise<void> {
  const { zone } = await transaction
    .selectFrom('plants')
    .select('zone')
    .where('id', '=', plantId)
    .executeTakeFirstOrThrow()
  const { rows } = await sql<{ device_id: number; last: Buffer }>`
    select device_id, last from device_latest where plant_id = ${plantId} and length(last) > 0`.execute(transaction)
  const [own, others] = [new Set<string>(), new Set<string>()]
  const add = (id: number, atMs: number) => (id === deviceId ? own : others).add(localDate(atMs, zone))
  for (const [id, starts] of await deviceDays(transaction, plantId)) for (const startMs of starts) add(id, startMs)
  // The newest day of a device is in no roll-up yet.
  for (const row of rows) add(row.device_id, decodeLast(row.last).atMs)
  await sql`delete from plant_days where plant_id = ${plantId}
    and day = any(${[...own]}::date[]) and not day = any(${[...others]}::date[])`.execute(transaction)
}
