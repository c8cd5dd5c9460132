import type { PlantRight } from '@heliograph/domain/permissions.ts'
import { sql } from 'kysely'
import { type Holder, isChosen } from '../../people/accounts/accounts.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FoundDevice } from './call.ts'
import { ClientRefusal } from './codes.ts'
import { toLoggerNumber } from './scales.ts'

type Row = {
  plant_id: number
  zone: string
  serial: string
  device_id: number | null
  logger_id: number | null
  may: boolean
}

/**
 * The device or logger with a serial number at one of the holder's plants. A serial number may be there twice: the
 * wanted id decides, else the newest.
 * @throws ClientRefusal deviceMissing, for a neighbor's, too; noRight
 */
export async function findClientDevice(
  db: Db,
  holder: Holder,
  wanted: Readonly<{ serial: string; deviceNumber: number | undefined }>,
  right: PlantRight,
  nowMs: number,
): Promise<FoundDevice> {
  const { userId, organizationId } = holder
  const held = sql`join plants p on p.id = x.plant_id
    join plant_holders m on m.plant_id = x.plant_id and (m.expires_at is null or m.expires_at > ${new Date(nowMs)})
      and ${organizationId === null ? sql`m.user_id = ${userId}` : sql`m.organization_id = ${organizationId}`} and ${isChosen(holder, sql`m.plant_id`)}`
  const may = sql`${right} = any(m.rights)`
  const { rows } = await sql<Row>`
    select x.plant_id, p.zone, x.serial, x.id as device_id, x.logger_id, ${may} as may
    from devices x ${held}
    where lower(x.serial) = lower(${wanted.serial}) and x.serial = ${wanted.serial} and x.standing = 'counted'
      and (x.removed_at is null or x.logger_id is not null)
    union all
    select x.plant_id, p.zone, x.address, null, x.id, ${may} from loggers x ${held} where x.address = ${wanted.serial}
    order by device_id desc nulls last limit 20`.execute(db.kysely)
  const numberOf = (row: Row): number => row.device_id ?? toLoggerNumber(row.logger_id ?? 0)
  const row = rows.find((found) => numberOf(found) === wanted.deviceNumber) ?? rows[0]
  if (row === undefined) throw new ClientRefusal('deviceMissing')
  if (!row.may) throw new ClientRefusal('noRight')
  const { plant_id: plantId, zone, serial, device_id: deviceId, logger_id: loggerId } = row
  return { plantId, zone, serial, deviceId, loggerId }
}
