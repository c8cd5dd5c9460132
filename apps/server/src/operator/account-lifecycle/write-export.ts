import { mkdir, rename, rm } from 'node:fs/promises'
import type { Db } from '../../platform/db/database.ts'
import { type Archive, createArchive } from './archive.ts'
import { type ExportTable, formats, writeTable } from './export-table.ts'
import { type ExportScope, fileOf, partOf } from './exports.ts'
import { auditTable, profileTables, signInTable } from './person-tables.ts'
import { deviceTables, findOwnPlants, plantTables } from './plant-tables.ts'
import { countSamples, telemetryTables } from './telemetry-tables.ts'

export type ExportJob = Readonly<{
  id: number
  userId: number
  scope: readonly ExportScope[]
  /** Reports progress from 0 to 1. */
  report: (progress: number) => Promise<void>
  signal: AbortSignal
  nowMs: number
}>

/**
 * Writes the whole archive; the file gets its name only when it is complete.
 * @returns the size in bytes
 * @throws when `signal` aborts, or the error that occurred; no file is left then
 */
export async function writeExport(db: Db, dir: string, job: ExportJob): Promise<number> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  const part = partOf(dir, job.id)
  const archive = createArchive(part)
  try {
    await archive.add('about.json', once(describe(job)))
    await writeTables(db, archive, job)
    const sizeBytes = await archive.end()
    await rename(part, fileOf(dir, job.id))
    return sizeBytes
  } catch (error) {
    await archive.abandon()
    await rm(part, { force: true })
    throw error
  }
}

async function writeTables(db: Db, archive: Archive, { userId, scope, report, signal }: ExportJob): Promise<void> {
  const plants = await findOwnPlants(db, userId)
  const expected = scope.includes('telemetry')
    ? await countSamples(
        db,
        plants.map(({ id }) => id),
      )
    : 0
  let written = 0
  for await (const table of tablesOf()) {
    for (const format of formats) {
      const watched: ExportTable = { ...table, rows: () => watch(table.rows()) }
      await archive.add(`${table.path}.${format}`, writeTable(watched, format))
    }
  }

  async function* tablesOf(): AsyncGenerator<ExportTable> {
    if (scope.includes('profile')) {
      yield* profileTables(db, userId)
      await addPhoto(db, archive, userId)
    }
    if (scope.includes('plants')) yield* plantTables(db, userId, plants)
    if (scope.includes('devices')) yield* deviceTables(db, plants)
    if (scope.includes('signIns')) yield signInTable(db, userId)
    if (scope.includes('audit'))
      yield auditTable(
        db,
        userId,
        plants.map(({ id }) => id),
      )
    if (scope.includes('telemetry')) yield* telemetryTables(db, plants)
  }

  /** Checks for a stop and reports progress between two pages: each sample is written once per format. */
  async function* watch<T extends readonly unknown[]>(pages: AsyncIterable<T>): AsyncGenerator<T> {
    for await (const page of pages) {
      signal.throwIfAborted()
      yield page
      written += page.length
      await report(Math.min(0.99, written / (1 + expected * formats.length)))
    }
  }
}

async function addPhoto(db: Db, archive: Archive, userId: number): Promise<void> {
  const photo = await db.kysely.selectFrom('user_photos').selectAll().where('user_id', '=', userId).executeTakeFirst()
  if (photo !== undefined) await archive.add(`profile/photo.${photo.type.replace('image/', '')}`, once(photo.data))
}

async function* once<T>(value: T): AsyncGenerator<T> {
  yield value
}

const describe = ({ scope, nowMs }: ExportJob): string =>
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
