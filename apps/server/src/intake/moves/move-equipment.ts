import { Refusal } from '@heliograph/domain/errors.ts'
import type { Ownership } from '@heliograph/domain/ownership.ts'
import type pg from 'pg'
import { assignPlantFlows, IMPORT_PROFILE_ID } from '../../fleet/devices/devices.ts'
import { ownershipSql } from '../../fleet/loggers/loggers.ts'
import type { Holder } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { runClientTransaction } from '../../platform/db/transaction.ts'
import { type DeviceRow, lockCounters, moveDeviceRow, readBases } from './move-device-row.ts'

/** Ends the alarms of what is no longer at a plant, in the transaction that moves it. */
type EndAlarms = (
  client: pg.PoolClient,
  gone: Readonly<{ plantId: number; deviceIds: readonly number[]; loggerId: number | null }>,
  nowMs: number,
) => Promise<void>

type Given = Readonly<{
  plantId: number
  toPlantId: number
  holder: Holder
  endAlarms: EndAlarms
  nowMs: number
}>

/** `toName`: of the plant that has it now. `devices`: how many went. */
export type Moved = Readonly<{ name: string; serial: string; fromName: string; toName: string; devices: number }>

/**
 * Moves a logger with all its devices to another plant. Its earlier records stay where they are, also those that arrive
 * later; its records from now on count for the other plant. Moving it back undoes it. What an agent reads is read no more.
 * @throws Refusal NOT_FOUND for a logger of another plant, or a plant that the holder does not hold, NO_PERMISSION
 * without addPlantDevice there, PARAM_ERROR for the same plant, ABNORMAL for a program that posts, DEVICE_BUSY while a
 * device executes a command, OPTIMIZER_IN_PLANT where one of its devices stands at another logger of that plant
 */
export async function moveLogger(db: Db, options: Given & Readonly<{ loggerId: number }>): Promise<Moved> {
  const { plantId, toPlantId, loggerId, nowMs } = options
  return runClientTransaction(db.pool, async (client) => {
    await lockCounters(client, plantId, { loggerId })
    const names = await lockPlants(client, options)
    const { rows } = await client.query<{ wire: string; address: string; name: string; ownership: Ownership }>(
      `select l.wire, l.address, l.name, ${ownershipSql('l')} as ownership
       from loggers l where l.id = $1 and l.plant_id = $2 for update of l`,
      [loggerId, plantId],
    )
    const [logger] = rows
    if (logger === undefined) throw new Refusal('NOT_FOUND')
    // A program names the plant to which it posts.
    if (logger.ownership === 'posted') throw new Refusal('ABNORMAL', { reason: 'posted' })
    await requireIdle(client, loggerId)
    const devices = await lockDevices(client, plantId, { loggerId })
    const bases = await readBases(client, plantId, devices, nowMs)
    const going = { plantId, toPlantId, loggerId, moves: loggerId, nowMs }
    for (const device of devices) await moveDeviceRow(client, going, device, bases.get(device.id))
    await client.query('update loggers set plant_id = $2 where id = $1', [loggerId, toPlantId])
    // An agent stays with its plant, and so does what it reads there.
    const { rows: left } = await client.query<{ agent_id: number }>(
      'delete from collect_targets where logger_id = $1 and agent_id is not null returning agent_id',
      [loggerId],
    )
    for (const { agent_id: agentId } of left)
      await client.query("select pg_notify('edge_agents', $1)", [String(agentId)])
    // Its last records are stored: sent once more, they are no new ones.
    await client.query('update logger_records set plant_id = $2, version = version + 1 where logger_id = $1', [
      loggerId,
      toPlantId,
    ])
    // A plan belongs to the card in the logger.
    await client.query(
      `update data_plans set plant_id = $3 where logger_id = $1 and plant_id = $2
         and not exists (select from data_plans where logger_id = $1 and plant_id = $3)`,
      [loggerId, plantId, toPlantId],
    )
    await client.query("update orders set plant_id = $3 where logger_id = $1 and plant_id = $2 and state = 'open'", [
      loggerId,
      plantId,
      toPlantId,
    ])
    await client.query('delete from logger_claims where plant_id = $1 and wire = $2 and address = $3', [
      toPlantId,
      logger.wire,
      logger.address,
    ])
    await settle(client, options, { deviceIds: devices.map(({ id }) => id), loggerId })
    return { name: logger.name || logger.address, serial: logger.address, ...names, devices: devices.length }
  })
}

/**
 * Moves one device to another plant, where it reports through a logger of that plant. Its history stays.
 * @throws Refusal NOT_FOUND, NO_PERMISSION, PARAM_ERROR and DEVICE_BUSY as moveLogger, GATEWAY_NOT_IN_PLANT, TOO_MANY,
 *   OPTIMIZER_IN_PLANT where a device with its serial number stands there already
 */
export async function moveDevice(
  db: Db,
  options: Given & Readonly<{ deviceId: number; toLoggerId: number }>,
): Promise<Moved> {
  const { plantId, toPlantId, deviceId, toLoggerId, nowMs } = options
  return runClientTransaction(db.pool, async (client) => {
    await lockCounters(client, plantId, { deviceId })
    const names = await lockPlants(client, options)
    const [device] = await lockDevices(client, plantId, { deviceId })
    if (device === undefined) throw new Refusal('NOT_FOUND')
    if (device.logger_id !== null) await requireIdle(client, device.logger_id)
    await requireLogger(client, toPlantId, toLoggerId)
    const bases = await readBases(client, plantId, [device], nowMs)
    const going = { plantId, toPlantId, loggerId: toLoggerId, moves: null, nowMs }
    await moveDeviceRow(client, going, device, bases.get(device.id))
    await settle(client, options, { deviceIds: [deviceId], loggerId: null })
    return { name: device.name, serial: device.serial, ...names, devices: 1 }
  })
}

/**
 * Locks both plants, in one order everywhere, and checks what the holder may do at the other one: the call has checked
 * the first.
 */
async function lockPlants(
  client: pg.PoolClient,
  { plantId, toPlantId, holder, nowMs }: Given,
): Promise<Pick<Moved, 'fromName' | 'toName'>> {
  if (plantId === toPlantId) throw new Refusal('PARAM_ERROR', { field: 'toSystemId' })
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, name from plants where id = any($1::bigint[]) order by id for no key update',
    [[plantId, toPlantId]],
  )
  const { rows: held } = await client.query<{ rights: string[] }>(
    `select rights from plant_holders where plant_id = $1 and (expires_at is null or expires_at > $4)
       and case when $3::bigint is null then user_id = $2 else organization_id = $3 end
       and ($5::bigint[] is null or plant_id = any($5))`,
    [toPlantId, holder.userId, holder.organizationId, new Date(nowMs).toISOString(), holder.plantIds ?? null],
  )
  const nameOf = (id: number) => rows.find((row) => row.id === id)?.name
  const [fromName, toName] = [nameOf(plantId), nameOf(toPlantId)]
  if (fromName === undefined || toName === undefined || held[0] === undefined) throw new Refusal('NOT_FOUND')
  if (!held[0].rights.includes('addPlantDevice')) throw new Refusal('NO_PERMISSION')
  return { fromName, toName }
}

/** @throws Refusal DEVICE_BUSY while one of its devices executes a command */
async function requireIdle(client: pg.PoolClient, loggerId: number): Promise<void> {
  const { rowCount } = await client.query(
    "select from device_commands where logger_id = $1 and state = 'running' limit 1",
    [loggerId],
  )
  if (rowCount !== 0) throw new Refusal('DEVICE_BUSY')
}

/** Ingest adds no more by itself (ingest/settings.ts). */
const MOST_PER_LOGGER = 64

async function requireLogger(client: pg.PoolClient, plantId: number, loggerId: number): Promise<void> {
  const { rows } = await client.query<{ n: number }>(
    `select (select count(*)::int from devices d where d.plant_id = l.plant_id and d.logger_id = l.id) as n
     from loggers l where l.id = $1 and l.plant_id = $2`,
    [loggerId, plantId],
  )
  if (rows[0] === undefined) throw new Refusal('GATEWAY_NOT_IN_PLANT')
  if (rows[0].n >= MOST_PER_LOGGER) throw new Refusal('TOO_MANY', { most: MOST_PER_LOGGER })
}

/** An imported history is no device: it stays. Nor does what was removed move once more. */
async function lockDevices(
  client: pg.PoolClient,
  plantId: number,
  { loggerId, deviceId }: Readonly<{ loggerId?: number; deviceId?: number }>,
): Promise<readonly DeviceRow[]> {
  const { rows } = await client.query<DeviceRow>(
    `select id, serial, name, logger_id from devices where plant_id = $1 and profile_id <> $4
       and case when $2::bigint is null then id = $3 and (removed_at is null or logger_id is not null) else logger_id = $2 end
     order by id for update`,
    [plantId, loggerId ?? null, deviceId ?? null, IMPORT_PROFILE_ID],
  )
  return rows
}

/** Facts that depend on other devices, at both plants. */
async function settle(
  client: pg.PoolClient,
  { plantId, toPlantId, endAlarms, nowMs }: Given,
  gone: Readonly<{ deviceIds: readonly number[]; loggerId: number | null }>,
): Promise<void> {
  const query = async (text: string, values: unknown[]) => (await client.query(text, values)).rows
  await assignPlantFlows(query, [toPlantId])
  await endAlarms(client, { plantId, ...gone }, nowMs)
  for (const id of [plantId, toPlantId]) {
    await client.query('select mark_plant($1::bigint)', [id])
    await client.query("select pg_notify('plant_changed', $1)", [String(id)])
  }
  // Nodes that know the logger read it again.
  if (gone.loggerId !== null) await client.query("select pg_notify('logger_registered', $1)", [String(gone.loggerId)])
}
