import { flows } from '@heliograph/domain/energy-flow.ts'
import type { CsvCell as Cell } from '@heliograph/domain/format/csv.ts'
import { formatOffset, formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { getQuantity, isQuantityId } from '@heliograph/domain/quantities.ts'
import { offsetMinutes, yearBounds } from '@heliograph/domain/time.ts'
import { plantDays, type SampleRow, samplesOf } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { ExportTable } from './export-table.ts'
import { columns, onePage } from './person-tables.ts'
import type { ExportedPlant } from './plant-tables.ts'

type Years = Readonly<{ first: number; last: number }>

/** Daily totals of each plant, and all samples of its devices: one file per device and year. */
export async function* telemetryTables(db: Db, plants: readonly ExportedPlant[]): AsyncGenerator<ExportTable> {
  for (const plant of plants) {
    const years = await findYears(db, plant.id)
    if (years === undefined) continue
    yield dailyTable(db, plant)
    const devices = await db.kysely
      .selectFrom('devices')
      .select(['id', 'serial', 'quantities'])
      .where('plant_id', '=', plant.id)
      .orderBy('id')
      .execute()
    for (const device of devices)
      for (let year = years.first; year <= years.last; year++) yield samplesTable(db, plant, device, year)
  }
}

async function findYears({ kysely }: Db, plantId: number): Promise<Years | undefined> {
  const { first, last } = await kysely
    .selectFrom('plant_days')
    .select((eb) => [eb.fn.min('day').as('first'), eb.fn.max('day').as('last')])
    .where('plant_id', '=', plantId)
    .executeTakeFirstOrThrow()
  return first && last ? { first: Number(first.slice(0, 4)), last: Number(last.slice(0, 4)) } : undefined
}

/** Counts all samples the plants ever received, including those deleted since. */
export async function countSamples({ kysely }: Pick<Db, 'kysely'>, plantIds: readonly number[]): Promise<number> {
  const { count } = await kysely
    .selectFrom('plant_days')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('samples'), eb.lit(0)).as('count'))
    .where('plant_id', 'in', [0, ...plantIds])
    .executeTakeFirstOrThrow()
  return Number(count)
}

const dailyTable = (db: Db, plant: ExportedPlant): ExportTable => ({
  path: `telemetry/plant-${plant.id}/daily`,
  columns: [
    { name: 'day' },
    ...flows.map((flow) => ({ name: flow, unit: 'Wh' })),
    { name: 'refused', unit: 'Wh' },
    ...columns('samples', 'samplesOfUncertainTime'),
    ...flows.map((flow) => ({ name: `${flow}FromPower`, unit: 'Wh' })),
  ],
  rows: onePage(async () => {
    const days = await plantDays(db, plant.id, '0001-01-01', '9999-12-31')
    return days.map((day) => [
      day.period,
      ...flows.map((flow) => day.energy[flow]),
      ...[day.refusedWh, day.samples, day.estimated],
      ...flows.map((flow) => day.fromPower?.[flow] ?? null),
    ])
  }),
})

function samplesTable(
  db: Db,
  { id: plantId, zone }: ExportedPlant,
  device: Readonly<{ id: number; serial: string; quantities: readonly string[] }>,
  year: number,
): ExportTable {
  const quantities = device.quantities.filter(isQuantityId)
  const toCells = ({ atMs, timeSource, values }: SampleRow): readonly Cell[] => [
    new Date(atMs).toISOString(),
    formatTimestamp(atMs, zone),
    formatOffset(offsetMinutes(atMs, zone)),
    timeSource,
    ...quantities.map((quantity) => values[quantity] ?? null),
  ]
  return {
    // A logger reports any text as its serial number; as a path it must not lead outside the archive.
    path: `telemetry/plant-${plantId}/${device.serial.replace(/[^A-Za-z0-9-]/g, '_').slice(0, 40)}-${device.id}/${year}`,
    columns: [
      ...columns('timeUtc', 'timeAtPlant', 'utcOffset', 'timeSource'),
      ...quantities.map((name) => ({ name, unit: getQuantity(name).unit })),
    ],
    rows: async function* () {
      for await (const page of samplesOf(db, { plantId, deviceId: device.id, ...yearBounds(String(year), zone) }))
        yield page.map(toCells)
    },
    isOptional: true,
  }
}
