import type { Db } from '../../platform/db/database.ts'
import type { Making, ZipEntry } from '../../platform/file-jobs/file-jobs.ts'
import { type ExportTable, formats, writeTable } from './export-table.ts'
import type { ExportScope } from './exports.ts'
import { auditTable, profileTables, signInTable } from './person-tables.ts'
import { deviceTables, findOwnPlants, plantTables } from './plant-tables.ts'
import { countSamples, telemetryTables } from './telemetry-tables.ts'

export type ArchiveOrder = Making & Readonly<{ userId: number; scope: readonly ExportScope[] }>

/** The files of the archive, each read when its turn comes. It ends between two pages when `signal` aborts. */
export async function* archiveEntries(db: Db, order: ArchiveOrder): AsyncGenerator<ZipEntry> {
  const { userId, scope, signal, onProgress } = order
  yield { name: 'about.json', content: once(describe(order)) }
  const plants = await findOwnPlants(db, userId)
  const plantIds = plants.map(({ id }) => id)
  const expected = scope.includes('telemetry') ? await countSamples(db, plantIds) : 0
  let written = 0

  if (scope.includes('profile')) {
    yield* filesOf(profileTables(db, userId))
    yield* photoOf(db, userId)
  }
  if (scope.includes('plants')) yield* filesOf(plantTables(db, userId, plants))
  if (scope.includes('devices')) yield* filesOf(deviceTables(db, plants))
  if (scope.includes('signIns')) yield* filesOf([signInTable(db, userId)])
  if (scope.includes('audit')) yield* filesOf([auditTable(db, userId, plantIds)])
  if (scope.includes('telemetry')) yield* filesOf(telemetryTables(db, plants))

  async function* filesOf(tables: Iterable<ExportTable> | AsyncIterable<ExportTable>): AsyncGenerator<ZipEntry> {
    for await (const table of tables) {
      const watched: ExportTable = { ...table, rows: () => watch(table.rows()) }
      for (const format of formats) yield { name: `${table.path}.${format}`, content: writeTable(watched, format) }
    }
  }

  /** Each row is written once per format. */
  async function* watch<T extends readonly unknown[]>(pages: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page
      written += page.length
      await onProgress(Math.min(0.99, written / (1 + expected * formats.length)), Math.floor(written / formats.length))
    }
  }
}

async function* photoOf({ kysely }: Db, userId: number): AsyncGenerator<ZipEntry> {
  const photo = await kysely.selectFrom('user_photos').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (photo !== undefined)
    yield { name: `profile/photo.${photo.type.replace('image/', '')}`, content: once(photo.data) }
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

const describe = ({ scope, nowMs }: ArchiveOrder): string =>
  `${JSON.stringify(
    {
      product: 'Heliograph',
      exportedAt: new Date(nowMs).toISOString(),
      scope,
      csv: 'UTF-8 with byte order mark, separated by commas; units stand in brackets in the header',
      json: 'the same tables; units as in the CSV headers',
      signs: 'power into the plant is positive: grid import, battery discharge',
    },
    null,
    2,
  )}\n`
