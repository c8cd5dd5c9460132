import { type PlantRecord, plantRecordParts } from '@heliograph/domain/plant-record.ts'
import type { Selectable } from 'kysely'
import { type PlantsTable, toFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Column, ExportTable } from './export-table.ts'
import { columns, onePage, toIso } from './person-tables.ts'

export type ExportedPlant = Selectable<PlantsTable>

/** Plants that the person owns: these are exported. Plants shared with them are only listed. */
export const findOwnPlants = ({ kysely }: Pick<Db, 'kysely'>, userId: number): Promise<readonly ExportedPlant[]> =>
  kysely
    .selectFrom('plants as p')
    .innerJoin('plant_members as m', 'm.plant_id', 'p.id')
    .selectAll('p')
    .where('m.user_id', '=', userId)
    .where('m.role', '=', 'owner')
    .orderBy('p.id')
    .execute()

/** The units that the names of parts end with. */
const units: Readonly<Record<string, string>> = { Wp: 'Wp', Deg: '°', M2: 'm²', M: 'm' }
/** `capacityWp`: a column `capacity` in Wp. */
function toColumn(part: keyof PlantRecord): Column {
  if (part === 'zone') return { name: 'timeZone' }
  const [, name = part, unit = ''] = /^(.+?)(Wp|Deg|M2|M)$/.exec(part) ?? []
  return unit === '' ? { name: part } : { name, unit: units[unit] ?? unit }
}
const settings = ['planes', 'formerModules', 'generationZero', 'metering', 'contact'] as const

export function plantTables({ kysely }: Db, userId: number, plants: readonly ExportedPlant[]): readonly ExportTable[] {
  const own = plants.map(({ id }) => id)
  // No plant has the id 0; an empty list is no condition.
  const ids = own.length === 0 ? [0] : own
  return [
    {
      path: 'plants/plants',
      columns: [...columns('id'), ...plantRecordParts.map(toColumn), ...columns(...settings, 'createdAt')],
      rows: onePage(async () =>
        plants
          .map(toFacts)
          .map((facts) => [
            facts.plantId,
            ...plantRecordParts.map((part) => facts[part]),
            ...settings.map((part) => JSON.stringify(facts[part])),
            toIso(new Date(facts.createdAtMs)),
          ]),
      ),
    },
    {
      path: 'plants/tariffs',
      columns: columns('plantId', 'validFrom', 'tariff'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('tariffs')
          .selectAll()
          .where('plant_id', 'in', ids)
          .orderBy('plant_id')
          .orderBy('valid_from')
          .execute()
        return rows.map((row) => [row.plant_id, row.valid_from, JSON.stringify(row.tariff)])
      }),
    },
    {
      path: 'plants/prices',
      columns: columns('plantId', 'name', 'day', 'prices'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('price_days')
          .selectAll()
          .where('plant_id', 'in', ids)
          .orderBy('plant_id')
          .orderBy('name')
          .orderBy('day')
          .execute()
        return rows.map((row) => [row.plant_id, row.name, row.day, JSON.stringify(row.prices)])
      }),
    },
    {
      path: 'plants/finances',
      columns: columns('plantId', 'finances'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('plant_finances')
          .selectAll()
          .where('plant_id', 'in', ids)
          .orderBy('plant_id')
          .execute()
        return rows.map((row) => [row.plant_id, JSON.stringify(row.finances)])
      }),
    },
    {
      path: 'plants/utility-bills',
      columns: columns('plantId', 'from', 'to', 'purchasedWh', 'fedInWh', 'amount', 'readings', 'savedAt'),
      rows: onePage(async () => {
        const rows = await kysely
          .selectFrom('utility_bills')
          .selectAll()
          .where('plant_id', 'in', ids)
          .orderBy('plant_id')
          .orderBy('from_day')
          .execute()
        return rows.map((row) => [
          ...[row.plant_id, row.from_day, row.to_day, row.purchased_wh, row.fed_in_wh, row.amount],
          [row.purchased_start_wh, row.purchased_end_wh, row.fed_in_start_wh, row.fed_in_end_wh]
            .map((wh) => wh ?? '')
            .join(' ')
            .trim(),
          toIso(row.saved_at),
        ])
      }),
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
          .selectFrom('devices as d')
          .leftJoin('loggers as l', 'l.id', 'd.logger_id')
          .selectAll('d')
          .select('l.address as logger')
          .where('d.plant_id', 'in', [0, ...ids])
          .orderBy('d.id')
          .execute()
        return rows.map((row) => [
          ...[row.id, row.plant_id, row.logger, row.serial, row.name, row.type, row.profile_id, row.rated_w],
          ...[row.quantities.join(' '), row.flows.join(' '), JSON.stringify(row.texts), toIso(row.created_at)],
        ])
      }),
    },
    {
      path: 'devices/loggers',
      columns: columns(
        ...[
          'wire',
          'serial',
          'name',
          'plantId',
          'registeredAt',
          'firstSeenAt',
          'lastSeenAt',
          'firmware',
          'mac',
          'ssid',
        ],
      ),
      rows: onePage(async () => {
        const query = kysely
          .selectFrom('loggers')
          .selectAll()
          .where('plant_id', 'in', [0, ...ids])
        const rows = await query.orderBy('id').execute()
        return rows.map((row) => [
          ...[row.wire, row.address, row.name, row.plant_id, toIso(row.registered_at), toIso(row.first_seen_at)],
          toIso(row.last_seen_at),
          ...[row.firmware, row.mac, row.ssid],
        ])
      }),
    },
  ]
}
