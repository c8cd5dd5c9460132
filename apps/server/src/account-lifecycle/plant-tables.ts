import type { Selectable } from 'kysely'
import type { Db } from '../db/database.ts'
import type { PlantsTable } from '../db/tables.ts'
import type { ExportTable } from './export-table.ts'
import { columns, onePage, toIso } from './person-tables.ts'

export type ExportedPlant = Selectable<PlantsTable>

/** Plants that the person owns: these are exported. Those of others that they see are listed only. */
export const findOwnPlants = ({ kysely }: Pick<Db, 'kysely'>, userId: number): Promise<readonly ExportedPlant[]> =>
  kysely
    .selectFrom('plants as p')
    .innerJoin('plant_members as m', 'm.plant_id', 'p.id')
    .selectAll('p')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .orderBy('p.id')
    .execute()

export function plantTables({ kysely }: Db, userId: number, plants: readonly ExportedPlant[]): readonly ExportTable[] {
  return [
    {
      path: 'plants/plants',
      columns: [
        ...columns('id', 'name', 'type', 'gridType'),
        { name: 'capacity', unit: 'Wp' },
        { name: 'latitude', unit: '°' },
        { name: 'longitude', unit: '°' },
        { name: 'altitude', unit: 'm' },
        ...columns('address', 'country', 'timeZone', 'currency', 'pricePerKwh'),
        { name: 'azimuth', unit: '°' },
        { name: 'tilt', unit: '°' },
        ...columns('startedOn', 'createdAt'),
      ],
      rows: onePage(async () =>
        plants.map((row) => [
          ...[row.id, row.name, row.type, row.grid_type, row.capacity_wp, row.latitude, row.longitude, row.altitude_m],
          ...[row.address, row.country, row.zone, row.currency, row.price_per_kwh, row.azimuth_deg, row.tilt_deg],
          ...[row.started_on, toIso(row.created_at)],
        ]),
      ),
    },
    {
      path: 'plants/shared-with-me',
      columns: columns('id', 'name', 'role', 'rights', 'since', 'expiresAt'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('plant_members as m')
          .innerJoin('plants as p', 'p.id', 'm.plant_id')
          .select(['p.id', 'p.name', 'm.role', 'm.rights', 'm.since', 'm.expires_at'])
          .where('m.user_id', '=', userId)
          .where('m.role', '<>', 'owner')
          .orderBy('p.id')
          .execute()
        return rows.map((row) => [
          ...[row.id, row.name, row.role, row.rights.join(' ')],
          ...[toIso(row.since), toIso(row.expires_at)],
        ])
      }),
    },
  ]
}

export function deviceTables({ kysely }: Db, plants: readonly ExportedPlant[]): readonly ExportTable[] {
  const ids = plants.map(({ id }) => id)
  return [
    {
      path: 'devices/devices',
      columns: [
        ...columns('id', 'plantId', 'loggerSerial', 'serial', 'name', 'type', 'profile'),
        { name: 'ratedPower', unit: 'W' },
        ...columns('quantities', 'flows', 'texts', 'createdAt'),
      ],
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('devices')
          .selectAll()
          .where('plant_id', 'in', [0, ...ids])
          .orderBy('id')
          .execute()
        return rows.map((row) => [
          ...[row.id, row.plant_id, row.logger_serial, row.serial, row.name, row.type, row.profile_id, row.rated_w],
          ...[row.quantities.join(' '), row.flows.join(' '), JSON.stringify(row.texts), toIso(row.created_at)],
        ])
      }),
    },
    {
      path: 'devices/loggers',
      columns: columns('serial', 'plantId', 'registeredAt', 'firstSeenAt', 'lastSeenAt', 'firmware', 'mac', 'ssid'),
      rows: onePage(async () => {
        const query = kysely
          .selectFrom('loggers')
          .selectAll()
          .where('plant_id', 'in', [0, ...ids])
        const rows = await query.orderBy('serial').execute()
        return rows.map((row) => [
          ...[row.serial, row.plant_id, toIso(row.registered_at), toIso(row.first_seen_at), toIso(row.last_seen_at)],
          ...[row.firmware, row.mac, row.ssid],
        ])
      }),
    },
  ]
}
