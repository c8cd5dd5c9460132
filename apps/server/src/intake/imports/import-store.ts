import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Selectable, sql } from 'kysely'
import { IMPORT_PROFILE_ID } from '../../fleet/devices/devices.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import { flowHours, type PlantPeriod, plantDays, spansOfDays } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { meterRulesOf } from '../ingest/ingest.ts'
import { compareImport, type ImportCompared } from './compare-import.ts'
import type { FileSketch, ImportFacts, ReadImport } from './import-file.reader.ts'
import { type ImportFlow, type ImportMapping, importFlows } from './mapping.ts'
import type { LeftOutValues } from './odd-values.ts'
import type { KnownData } from './overlap.ts'
import { possibleDay } from './possible-day.ts'
import { readImportFile, sketchFile } from './read-import-file.ts'
import { findSavedMapping } from './saved-mappings.ts'
import type { HistoryImportsTable } from './tables.ts'
import type { EnergyDays } from './to-samples.ts'
import type { TablePlace } from './understand/find-tables.ts'

export type ImportOrderer = Readonly<{ plantId: number; userId: number }>

export type HistoryImport = Readonly<{
  id: number
  fileName: string
  state: Selectable<HistoryImportsTable>['state']
  /** 0 to 1. */
  progress: number
  records: number | null
  energyWh: number | null
  failure: string | null
  leftOutValues: readonly LeftOutValues[]
  fromMs: number | null
  toMs: number | null
  createdAtMs: number
}>

export type UploadedFile = FileSketch &
  Readonly<{
    id: number
    /** How this person read the last file of the same headings, where that differs from what is proposed. */
    saved: ImportMapping | null
  }>

const MOST_OPEN = 5
const MOST_LISTED = 50

type Row = Selectable<HistoryImportsTable>

const toImport = (row: Omit<Row, 'file'>): HistoryImport => ({
  id: row.id,
  fileName: row.file_name,
  state: row.state,
  progress: row.progress,
  records: row.records,
  energyWh: row.energy_wh,
  failure: row.failure,
  leftOutValues: row.left_out_values,
  fromMs: row.from_at?.getTime() ?? null,
  toMs: row.to_at?.getTime() ?? null,
  createdAtMs: row.created_at.getTime(),
})

/** Keeps a file for its mapping, and says what it probably contains. @throws Refusal IMPORT_UNREADABLE, TOO_MANY */
export async function uploadFile(
  db: Db,
  { plantId, userId }: ImportOrderer,
  options: Readonly<{ name: string; bytes: Buffer; nowMs: number }>,
  sender: FileSender,
): Promise<UploadedFile> {
  const facts = await readFacts(db, plantId, options.nowMs)
  const sketch = await sketchFile({ bytes: options.bytes, facts }, sender)
  const { id } = await db.transaction(async (transaction) => {
    await transaction.selectFrom('plants').select('id').where('id', '=', plantId).forNoKeyUpdate().execute()
    const open = await transaction
      .selectFrom('history_imports')
      .select('id')
      .where('plant_id', '=', plantId)
      .where('state', 'in', ['open', 'queued', 'running'])
      .orderBy('id')
      .execute()
    // A file that was only looked at gives way to the next one.
    const oldest = open.slice(0, Math.max(0, open.length - MOST_OPEN + 1)).map(({ id }) => id)
    if (oldest.length > 0)
      await transaction.deleteFrom('history_imports').where('id', 'in', oldest).where('state', '=', 'open').execute()
    return transaction
      .insertInto('history_imports')
      .values({
        plant_id: plantId,
        user_id: userId,
        file_name: cleanLine(options.name).slice(0, 120) || 'import',
        file: options.bytes,
        created_at: new Date(options.nowMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  })
  return { id, ...sketch, saved: await findSavedMapping(db, userId, sketch.heads, sketch.mapping) }
}

/** The same file with another line as its heading. @throws Refusal NOT_FOUND, IMPORT_UNREADABLE */
export async function openTable(
  db: Db,
  { plantId, userId }: ImportOrderer,
  id: number,
  { place, nowMs }: Readonly<{ place: TablePlace; nowMs: number }>,
  sender: FileSender,
): Promise<UploadedFile> {
  const { file } = await findFile(db, plantId, id)
  const facts = await readFacts(db, plantId, nowMs)
  const sketch = await sketchFile({ bytes: file, facts, place }, sender)
  return { id, ...sketch, saved: await findSavedMapping(db, userId, sketch.heads, sketch.mapping) }
}

/** Bounds of the energies of a plant: the rules by which its own meters will count the import. */
async function readFacts(db: Db, plantId: number, nowMs: number): Promise<ImportFacts> {
  const { zone } = await getFacts(db, plantId)
  const { capacity } = await db.kysely
    .selectFrom('plants as p')
    .select(
      sql<number>`greatest(p.capacity_wp,
        (select max((m ->> 'capacityWp')::float8) from jsonb_array_elements(p.former_modules) m))::float8`.as(
        'capacity',
      ),
    )
    .where('p.id', '=', plantId)
    .executeTakeFirstOrThrow()
  const ruleOf = meterRulesOf({ type: 'INVERTER', profileId: IMPORT_PROFILE_ID, reportedW: null, capacityWp: capacity })
  const rules = Object.fromEntries(importFlows.map((flow) => [flow, ruleOf(flowCounters[flow].total)]))
  return { zone, capacityWp: capacity, nowMs, rules: rules as Record<ImportFlow, ReturnType<typeof ruleOf>> }
}

export type ImportPreview = Omit<ReadImport, 'samples' | 'fileDays'> & ImportCompared

/** Preview of an import, without storing it. @throws Refusal NOT_FOUND, PARAM_ERROR, IMPORT_UNREADABLE */
export async function previewImport(
  db: Db,
  orderer: Pick<ImportOrderer, 'plantId'>,
  id: number,
  options: Readonly<{ mapping: ImportMapping; nowMs: number }>,
  sender: FileSender,
): Promise<ImportPreview> {
  const { read, plant } = await readUpload(db, orderer, id, { ...options, withSamples: false }, sender)
  const { samples: _, fileDays, ...preview } = read
  const facts = await getFacts(db, orderer.plantId)
  const isReplaced = options.mapping.overlap === 'replace' ? isIn(read.days) : () => false
  const days = { file: fileDays, added: read.days, plant, isReplaced }
  return { ...preview, ...compareImport(days, possibleDay(facts)) }
}

/** Data that an import of a file adds, and the days that its plant has now. @throws Refusal as `previewImport` */
export async function readUpload(
  db: Db,
  { plantId }: Pick<ImportOrderer, 'plantId'>,
  id: number,
  options: Readonly<{ mapping: ImportMapping; withSamples: boolean; nowMs: number }>,
  sender: FileSender,
): Promise<Readonly<{ read: ReadImport; plant: readonly PlantPeriod[] }>> {
  const { file } = await findFile(db, plantId, id)
  const facts = await readFacts(db, plantId, options.nowMs)
  const plant = await plantDays(db, plantId, '0001-01-01', '9999-12-31')
  const { mapping, withSamples } = options
  const days = new Map(
    plant.map(({ period, energy }) => [period, new Set(importFlows.filter((flow) => energy[flow] !== null))]),
  )
  const ask = (known: KnownData, isLast: boolean) =>
    readImportFile({ bytes: file, facts, known, mapping, withSamples: withSamples && isLast }, sender)
  if (mapping.overlap !== 'fill') return { read: await ask({ days }, true), plant }
  // The hours of the plant are read for the days of the file alone.
  const { fileDays } = await ask({ days }, false)
  const shared = [...fileDays.keys()].filter((date) => days.has(date)).sort()
  return { read: await ask({ days, hours: await knownHours(db, plantId, facts.zone, shared) }, true), plant }
}

const isIn =
  (days: EnergyDays) =>
  (date: string, flow: ImportFlow): boolean =>
    days.get(date)?.[flow] !== undefined

const DAYS_AT_ONCE = 31

/** The hours of which a plant has energies on some dates. */
async function knownHours(
  db: Db,
  plantId: number,
  zone: string,
  dates: readonly string[],
): Promise<NonNullable<KnownData['hours']>> {
  const found = new Map<ImportFlow, number[]>(importFlows.map((flow) => [flow, []]))
  for (let i = 0; i < dates.length; i += DAYS_AT_ONCE) {
    const spans = spansOfDays(plantId, zone, dates.slice(i, i + DAYS_AT_ONCE))
    for (const span of spans) {
      const hours = (await flowHours(db, [span])).get(plantId)
      for (const flow of importFlows) found.get(flow)?.push(...(hours?.[flow].keys() ?? []))
    }
  }
  return Object.fromEntries([...found].map(([flow, starts]) => [flow, Float64Array.from(starts).sort()]))
}

/** @throws Refusal NOT_FOUND: of another plant, or without its file */
export async function findFile({ kysely }: Db, plantId: number, id: number): Promise<Row & Readonly<{ file: Buffer }>> {
  const row = await kysely
    .selectFrom('history_imports')
    .selectAll()
    .where('id', '=', id)
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  if (row === undefined || row.file === null) throw new Refusal('NOT_FOUND')
  return { ...row, file: row.file }
}

/** The imports of a plant, newest first; files that were only looked at are no imports yet. */
export async function listImports({ kysely }: Db, plantId: number): Promise<readonly HistoryImport[]> {
  const rows = await kysely
    .selectFrom('history_imports')
    .select(['id', 'plant_id', 'user_id', 'file_name', 'state', 'mapping', 'progress', 'records', 'energy_wh'])
    .select(['failure', 'left_out_values', 'device_id', 'from_at', 'to_at', 'created_at', 'finished_at'])
    .where('plant_id', '=', plantId)
    .where('state', '<>', 'open')
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map(toImport)
}
