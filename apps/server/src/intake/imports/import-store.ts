import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { importBounds } from '@heliograph/domain/import-bounds.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import { type Selectable, sql } from 'kysely'
import { IMPORT_PROFILE_ID } from '../../fleet/devices/devices.ts'
import { getFacts } from '../../fleet/plants/plants.ts'
import { flowHours, type PlantPeriod, plantDays, spansOfDays } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import type { FileSender } from '../../platform/file-reader/file-reader.ts'
import { meterRulesOf } from '../ingest/ingest.ts'
import { compareImport, type ImportCompared } from './compare-import.ts'
import type { FileSketch, ImportChoice, ImportFacts, ReadImport } from './import-file.reader.ts'
import { type ImportFlow, type ImportMapping, importFlows } from './mapping.ts'
import type { LeftOutValues } from './odd-values.ts'
import type { KnownData } from './overlap.ts'
import { possibleDay } from './possible-day.ts'
import { readImportFiles, sketchFile } from './read-import-file.ts'
import { findSavedMapping } from './saved-mappings.ts'
import type { HistoryImportsTable } from './tables.ts'
import type { EnergyDays } from './to-samples.ts'
import type { TablePlace } from './understand/find-tables.ts'

export type ImportOrderer = Readonly<{ plantId: number; userId: number }>

export type HistoryImport = Readonly<{
  id: number
  fileNames: readonly string[]
  state: Selectable<HistoryImportsTable>['state']
  /** 0 to 1. */
  progress: number
  /** Records so far, of `records`. */
  stored: number
  /** Time until it is stored; null: not known yet. */
  remainingMs: number | null
  records: number | null
  energyWh: number | null
  failure: string | null
  leftOutValues: readonly (LeftOutValues & Readonly<{ file: number }>)[]
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

const MOST_LISTED = 50

/** A forecast of the first moments is none. */
const FORECAST_FROM = 0.05

type Row = Selectable<HistoryImportsTable>

const toImport = (row: Omit<Row, 'plant_id' | 'user_id' | 'mapping' | 'device_id'>, nowMs: number): HistoryImport => ({
  id: row.id,
  fileNames: row.file_names,
  state: row.state,
  progress: row.progress,
  stored: row.stored,
  remainingMs:
    row.state === 'running' && row.started_at !== null && row.progress >= FORECAST_FROM
      ? ((nowMs - row.started_at.getTime()) * (1 - row.progress)) / row.progress
      : null,
  records: row.records,
  energyWh: row.energy_wh,
  failure: row.failure,
  leftOutValues: row.left_out_values.map((value) => ({ ...value, file: value.file ?? 0 })),
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
    // Of the files that a person only looks at, the oldest give way.
    await sql`delete from import_files where id in (
      select id from (select id, row_number() over latest as place, sum(length(content)) over latest as bytes
        from import_files where plant_id = ${plantId} and user_id = ${userId} and import_id is null
        window latest as (order by id desc)) f
      where place >= ${importBounds.files} or bytes + ${options.bytes.length} > ${importBounds.bytes})`.execute(
      transaction,
    )
    return transaction
      .insertInto('import_files')
      .values({
        plant_id: plantId,
        user_id: userId,
        name: cleanLine(options.name).slice(0, 120) || 'import',
        content: options.bytes,
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
  const [file] = await findFiles(db, plantId, [{ id }])
  const facts = await readFacts(db, plantId, nowMs)
  const sketch = await sketchFile({ bytes: await readContent(db, file as KeptFile), facts, place }, sender)
  return { id, ...sketch, saved: await findSavedMapping(db, userId, sketch.heads, sketch.mapping) }
}

/** Bounds of the energies of a plant: the rules by which its own meters will count the import. */
async function readFacts(db: Db, plantId: number, nowMs: number): Promise<ImportFacts> {
  const { zone, latitudeDeg, longitudeDeg, altitudeM, capacityWp, azimuthDeg, tiltDeg, planes } = await getFacts(
    db,
    plantId,
  )
  const site = { latitudeDeg, longitudeDeg, altitudeM, capacityWp, azimuthDeg, tiltDeg, planes }
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
  return { zone, capacityWp: capacity, nowMs, rules: rules as Record<ImportFlow, ReturnType<typeof ruleOf>>, site }
}

/** A file that was uploaded, and how it is read. */
export type OrderedFile = Readonly<{ id: number; mapping: ImportMapping }>
export type ImportOrder = ImportChoice & Readonly<{ files: readonly OrderedFile[] }>
export type ImportPreview = Omit<ReadImport, 'samples' | 'fileDays'> & ImportCompared

/** Preview of an import, without storing it. @throws Refusal NOT_FOUND, PARAM_ERROR, IMPORT_UNREADABLE */
export async function previewImport(
  db: Db,
  { plantId }: Pick<ImportOrderer, 'plantId'>,
  order: ImportOrder,
  nowMs: number,
  sender: FileSender,
): Promise<ImportPreview> {
  const { files: ordered, ...choice } = order
  const files = await findFiles(db, plantId, ordered)
  const { read, plant } = await readFiles(db, plantId, { files, choice, withSamples: false, nowMs }, sender)
  const { samples: _, fileDays, ...preview } = read
  const facts = await getFacts(db, plantId)
  const isReplaced = choice.overlap === 'replace' ? isIn(read.days) : () => false
  const days = { file: fileDays, added: read.days, plant, isReplaced }
  return { ...preview, ...compareImport(days, possibleDay(facts)) }
}

/** Data that an import of files adds, and the days that its plant has now. @throws Refusal PARAM_ERROR, IMPORT_UNREADABLE */
export async function readFiles(
  db: Db,
  plantId: number,
  options: Readonly<{ files: readonly MappedFile[]; choice: ImportChoice; withSamples: boolean; nowMs: number }>,
  sender: FileSender,
): Promise<Readonly<{ read: ReadImport; plant: readonly PlantPeriod[] }>> {
  const { files, choice, withSamples } = options
  const facts = await readFacts(db, plantId, options.nowMs)
  const plant = await plantDays(db, plantId, '0001-01-01', '9999-12-31')
  const days = new Map(
    plant.map(({ period, energy }) => [period, new Set(importFlows.filter((flow) => energy[flow] !== null))]),
  )
  const mappings = files.map(({ mapping }) => mapping)
  const contents = {
    bytes: Math.max(...files.map(({ bytes }) => bytes)),
    part: (place: number) => readContent(db, files[place] as MappedFile),
  }
  const ask = (known: KnownData, isLast: boolean) =>
    readImportFiles({ mappings, choice, facts, known, withSamples: withSamples && isLast }, contents, sender)
  if (choice.overlap !== 'fill') return { read: await ask({ days }, true), plant }
  // The hours of the plant are read for the days of the files alone.
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

type KeptFile = Readonly<{ id: number; name: string; bytes: number }>
/** A file, and how it is read. */
export type MappedFile = KeptFile & Readonly<{ mapping: ImportMapping }>

const kept = (db: Pick<Db, 'kysely'>) =>
  db.kysely.selectFrom('import_files').select(['id', 'name', sql<number>`length(content)`.as('bytes')])

/** Files that are only looked at, in the given order. @throws Refusal NOT_FOUND: of another plant, or imported already */
export async function findFiles<T extends Readonly<{ id: number }>>(
  db: Pick<Db, 'kysely'>,
  plantId: number,
  wanted: readonly T[],
): Promise<readonly (T & KeptFile)[]> {
  const ids = wanted.map(({ id }) => id)
  const rows = await kept(db)
    .where('id', 'in', ids)
    .where('plant_id', '=', plantId)
    .where('import_id', 'is', null)
    .execute()
  return wanted.map((ordered) => {
    const row = rows.find((file) => file.id === ordered.id)
    if (row === undefined) throw new Refusal('NOT_FOUND')
    return { ...ordered, ...row }
  })
}

/** The files of an import, in their order. */
export const filesOfImport = (db: Pick<Db, 'kysely'>, importId: number): Promise<readonly KeptFile[]> =>
  kept(db).where('import_id', '=', importId).orderBy('place').execute()

/** A large file at once would keep the server from everything else while its bytes are decoded. */
const PIECE_BYTES = 1_000_000

async function readContent({ kysely }: Pick<Db, 'kysely'>, { id, bytes }: KeptFile): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let from = 0; from < bytes; from += PIECE_BYTES) {
    const { piece } = await kysely
      .selectFrom('import_files')
      .select(sql<Buffer>`substring(content from ${from + 1}::int for ${PIECE_BYTES}::int)`.as('piece'))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND'))
    pieces.push(piece)
  }
  return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
}

/** The imports of a plant, newest first. */
export async function listImports({ kysely }: Db, plantId: number, nowMs: number): Promise<readonly HistoryImport[]> {
  const rows = await kysely
    .selectFrom('history_imports')
    .select(['id', 'file_names', 'state', 'progress', 'stored', 'records', 'energy_wh', 'started_at'])
    .select(['failure', 'left_out_values', 'from_at', 'to_at', 'created_at', 'finished_at'])
    .where('plant_id', '=', plantId)
    .orderBy('id', 'desc')
    .limit(MOST_LISTED)
    .execute()
  return rows.map((row) => toImport(row, nowMs))
}
