import type { AlarmLevel } from '@heliograph/domain/alarms/alarm.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/database.ts'

/** The level of the gravest open alarm of each device of a plant; blocked ones do not count. */
export async function readAlarmLevels({ kysely }: Db, plantId: number): Promise<ReadonlyMap<number, AlarmLevel>> {
  const { rows } = await sql<{ device_id: number; level: AlarmLevel }>`
    select device_id, max(level) as level from alarms
    where plant_id = ${plantId} and closed_at is null and not is_blocked and device_id is not null
    group by device_id`.execute(kysely)
  return new Map(rows.map(({ device_id, level }) => [device_id, level]))
}
