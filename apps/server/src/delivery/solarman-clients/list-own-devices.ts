import { type DeviceState, deviceStates } from '@heliograph/domain/device.ts'
import { sql } from 'kysely'
import { latest } from '../../fleet/telemetry/telemetry.ts'
import { type Holder, isChosen } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import { leaveOutUnknown, toSeconds } from './scales.ts'

type Row = { id: number; serial: string; type: string; profile_id: string; status: string | null }

/** The devices of all plants on which the holder may see devices, by id; loggers are not among them. */
export async function listOwnDevices(
  db: Db,
  holder: Holder,
  { page, size }: Readonly<{ page: number; size: number }>,
  nowMs: number,
): Promise<Readonly<{ total: number; deviceList: readonly object[] }>> {
  const { userId, organizationId } = holder
  const from = sql`from devices d join plant_holders m on m.plant_id = d.plant_id
      and (m.expires_at is null or m.expires_at > ${new Date(nowMs)}) and 'viewPlantDevice' = any(m.rights)
      and ${organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`}
      and ${isChosen(holder, sql`m.plant_id`)}
    left join device_now n on n.plant_id = d.plant_id and n.device_id = d.id
    where d.standing = 'counted' and (d.removed_at is null or d.logger_id is not null)`
  const [counted, { rows }] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${from}`.execute(db.kysely),
    sql<Row>`select d.id, d.serial, d.type, d.profile_id, n.status ${from}
      order by d.id limit ${size} offset ${(page - 1) * size}`.execute(db.kysely),
  ])
  const ids = rows.map(({ id }) => id)
  const newest = await latest(db, ids)
  const deviceList = rows.map((row) =>
    leaveOutUnknown({
      deviceId: row.id,
      deviceSn: row.serial,
      productId: row.profile_id,
      deviceType: row.type,
      deviceState: stateOf(row.status),
      updateTime: toSeconds(newest.get(row.id)?.atMs ?? null),
    }),
  )
  return { total: counted.rows[0]?.total ?? 0, deviceList }
}

function stateOf(status: string | null): DeviceState {
  if (status === 'fault') return deviceStates.alarm
  return status === 'well' || status === 'late' ? deviceStates.online : deviceStates.offline
}
