import { DAY_MS } from '@heliograph/domain/duration.ts'
import { flowCounters } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Kysely, Selectable } from 'kysely'
import { eraseDevice, IMPORT_PROFILE_ID } from '../../fleet/devices/devices.ts'
import { markPlantsChanged } from '../../fleet/now/now.ts'
import { getFacts, type Recounts } from '../../fleet/plants/plants.ts'
import { append, replaceDays, uncountDevice } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { holdingLock } from '../../platform/db/holding-lock.ts'
import { notify } from '../../platform/db/listen.ts'
import type { Log } from '../../platform/db/log.ts'
import type { Tables } from '../../platform/db/tables.ts'
import { acceptedFrom, accountOf, type FileSender } from '../../platform/file-reader/file-reader.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { readDeviceMetas, recountPlant } from '../ingest/ingest.ts'
import type { ImportChoice } from './import-file.reader.ts'
import { filesOfImport, findFiles, type ImportOrder, type ImportOrderer, readFiles } from './import-store.ts'
import { counterFlow, type ImportFlow, type ImportMapping } from './mapping.ts'
import { unpackSamples } from './packed-samples.ts'
import { saveMapping } from './saved-mappings.ts'
import type { HistoryImportsTable } from './tables.ts'
import type { EnergyDays } from './to-samples.ts'

/** The part of the import job that orders need. */
export type ImportOrders = Readonly<{ order: (within: Kysely<Tables>, id: number) => Promise<void> }>

export type HistoryImports = Readonly<{
  port: ImportOrders
  /** Orders the imports that a dead node left behind, and forgets files that were only looked at. */
  resume: () => Promise<void>
  close: () => void
}>

const BATCH = 2_000
type Row = Selectable<HistoryImportsTable>

/**
 * Stores imports. Each one is a device of its own that reports no more: its records are known by it, and to undo an
 * import is to erase its device.
 */
export async function createHistoryImports(
  options: Readonly<{
    db: Db
    jobs: Pick<Jobs, 'send' | 'work'>
    recounts: Pick<Recounts, 'ask'>
    log: Log
    now?: () => number
  }>,
): Promise<HistoryImports> {
  const { db, jobs, recounts, log, now = Date.now } = options
  const stopping = new AbortController()

  await jobs.work<{ id: number }>('history-imports', async ({ id }, { isLastTry }) => {
    if (!stopping.signal.aborted) await holdingLock(db, `history import ${id}`, () => run(id, isLastTry))
  })

  const run = async (id: number, isLastTry: boolean): Promise<void> => {
    const row = await db.kysely
      .updateTable('history_imports')
      .set({ state: 'running', progress: 0, started_at: new Date(now()) })
      .where('id', '=', id)
      .where('state', 'in', ['queued', 'running'])
      .returning(['plant_id', 'user_id', 'mapping', 'file_names'])
      .executeTakeFirst()
    if (row === undefined) return leave(id)
    try {
      // The beginning of an attempt that died.
      await eraseImported(db, recounts, row.plant_id, id)
      await store(id, row)
    } catch (error) {
      if (stopping.signal.aborted) return
      if (error instanceof Canceled) return leave(id)
      // A file that had to wait too long is no bad file.
      const isRefused = error instanceof Refusal && !['TOO_MANY_REQUESTS', 'TIMED_OUT'].includes(error.code)
      if (!isRefused) log.error({ err: error, import: id }, 'a history could not be imported')
      if (!isRefused && !isLastTry) throw error
      await eraseImported(db, recounts, row.plant_id, id)
      const failure = isRefused ? error.code : 'SERVER_FAILURE'
      await db.transaction(async (transaction) => {
        await transaction
          .updateTable('history_imports')
          .set({ state: 'failed', failure, finished_at: new Date(now()), device_id: null })
          .where('id', '=', id)
          .execute()
        await transaction.deleteFrom('import_files').where('import_id', '=', id).execute()
      })
    }
  }

  /** Takes back a canceled import: nothing of it is left. */
  const leave = async (id: number): Promise<void> => {
    const row = await db.kysely
      .selectFrom('history_imports')
      .select('plant_id')
      .where('id', '=', id)
      .where('state', '=', 'canceling')
      .executeTakeFirst()
    if (row !== undefined) await removeImport(db, recounts, row.plant_id, id)
  }

  const store = async (
    id: number,
    {
      plant_id: plantId,
      user_id: userId,
      mapping,
      file_names: names,
    }: Pick<Row, 'plant_id' | 'user_id' | 'mapping' | 'file_names'>,
  ): Promise<void> => {
    const sender = acceptedFrom(userId === null ? `plant ${plantId}` : accountOf(userId), stopping.signal)
    const { files: mappings, ...choice } = mapping as StoredOrder
    const kept = await filesOfImport(db, id)
    if (kept.length !== mappings.length) throw new Refusal('NOT_FOUND')
    const files = kept.map((file, i) => ({ ...file, mapping: mappings[i] as ImportMapping }))
    const { read } = await readFiles(db, plantId, { files, choice, withSamples: true, nowMs: now() }, sender)
    const { samples, records, days, fromMs, toMs, leftOutValues } = read
    if (samples === undefined || records === 0) throw new Refusal('NO_DATA')
    const flows = flowsOf(mappings)
    const [name = 'import'] = names
    const isReplacing = choice.overlap === 'replace'
    const replaced = isReplacing ? datesByFlow(days) : undefined
    const deviceId = await addDevice(plantId, id, { name, flows, fromMs, toMs, replaced })
    // Storing takes a part of the time where the plant is recounted.
    const storeShare = isReplacing ? 0.5 : 0.99
    const report = async (progress: number, stored: number): Promise<void> => {
      const kept = await db.kysely
        .updateTable('history_imports')
        .set({ progress, stored, records })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst()
      if (kept === undefined) throw new Canceled()
    }
    await report(0, 0)
    const device = (await readDeviceMetas(db, plantId)).find((item) => item.deviceId === deviceId)
    if (device === undefined) throw new Refusal('NOT_FOUND')
    for (let at = 0; at < records; at += BATCH) {
      stopping.signal.throwIfAborted()
      const batch = unpackSamples(samples, at, BATCH)
      await append(
        db,
        batch.map(({ atMs, values }) => ({ device, atMs, timeSource: 'frame', values })),
      )
      const stored = Math.min(records, at + BATCH)
      await report((storeShare * stored) / records, stored)
    }
    // Devices whose days are replaced count no more before this ends.
    if (isReplacing) {
      const canceled = new AbortController()
      await recountPlant(db, plantId, {
        signal: AbortSignal.any([stopping.signal, canceled.signal]),
        onProgress: (done, total) => {
          const share = 0.5 + 0.49 * Math.min(1, done / Math.max(1, total))
          report(share, records).catch((error: unknown) => canceled.abort(error))
        },
      })
    }
    // Energies of different flows have no sum: a file of several is known by what was produced.
    const shownFlow = flows.includes('generation') ? 'generation' : flows.length === 1 ? flows[0] : undefined
    const energyWh =
      shownFlow === undefined ? null : [...days.values()].reduce((sum, energies) => sum + (energies[shownFlow] ?? 0), 0)
    await db.transaction(async (transaction) => {
      const kept = await transaction
        .updateTable('history_imports')
        .set({
          state: 'done',
          progress: 1,
          records,
          energy_wh: energyWh,
          left_out_values: JSON.stringify(leftOutValues),
          from_at: new Date(fromMs),
          to_at: new Date(toMs),
          finished_at: new Date(now()),
        })
        .where('id', '=', id)
        .where('state', '=', 'running')
        .returning('id')
        .executeTakeFirst()
      if (kept === undefined) throw new Canceled()
      await transaction.deleteFrom('import_files').where('import_id', '=', id).execute()
      await markPlantsChanged(transaction, [plantId])
    })
  }

  /** It was there from its first record to its last: before and after it, nobody misses it. */
  const addDevice = async (
    plantId: number,
    id: number,
    about: Readonly<{
      name: string
      flows: readonly ImportFlow[]
      fromMs: number
      toMs: number
      replaced: ReadonlyMap<ImportFlow, readonly string[]> | undefined
    }>,
  ): Promise<number> => {
    const { flows } = about
    return db.transaction(async (transaction) => {
      const { id: deviceId } = await transaction
        .insertInto('devices')
        .values({
          plant_id: plantId,
          logger_id: null,
          serial: serialOf(id),
          name: about.name,
          type: 'INVERTER',
          profile_id: IMPORT_PROFILE_ID,
          quantities: flows.map((flow) => flowCounters[flow].total),
          flows: [...flows],
          created_at: new Date(about.fromMs),
          removed_at: new Date(about.toMs),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await transaction.updateTable('history_imports').set({ device_id: deviceId }).where('id', '=', id).execute()
      if (about.replaced !== undefined) {
        await replaceDays(transaction, { plantId, deviceId }, about.replaced)
        // All nodes forget how the plant's devices count.
        await notify(transaction, 'plant_changed', String(plantId))
      }
      return deviceId
    })
  }

  return {
    port: { order: (within, id) => jobs.send('history-imports', { id }, within) },
    resume: async () => {
      await db.kysely
        .deleteFrom('import_files')
        .where('import_id', 'is', null)
        .where('created_at', '<=', new Date(now() - DAY_MS))
        .execute()
      const due = await db.kysely
        .selectFrom('history_imports')
        .select('id')
        .where('state', 'in', ['queued', 'running', 'canceling'])
        .execute()
      for (const { id } of due) await jobs.send('history-imports', { id })
    },
    close: () => stopping.abort(),
  }
}

/** A person canceled the import while it ran. */
class Canceled extends Error {}

/** How the files of an import are read, in their order, and beside what. */
type StoredOrder = ImportChoice & Readonly<{ files: readonly ImportMapping[] }>

/** Flows that the columns measure; of one that goes both ways, both. */
const flowsOf = (files: readonly ImportMapping[]): ImportFlow[] => [
  ...new Set(
    files
      .flatMap(({ columns }) => columns)
      .flatMap(({ flow, signs }) => {
        const other = signs === 'both' ? counterFlow[flow] : undefined
        return other === undefined ? [flow] : [flow, other]
      }),
  ),
]

function datesByFlow(days: EnergyDays): ReadonlyMap<ImportFlow, readonly string[]> {
  const dates = new Map<ImportFlow, string[]>()
  for (const [date, energies] of days)
    for (const flow of Object.keys(energies) as ImportFlow[]) {
      const known = dates.get(flow)
      if (known) known.push(date)
      else dates.set(flow, [date])
    }
  return dates
}

const serialOf = (id: number): string => `IMPORT-${id}`

async function eraseImported(db: Db, recounts: Pick<Recounts, 'ask'>, plantId: number, id: number): Promise<void> {
  const device = await db.kysely
    .selectFrom('devices')
    .select(['id', 'name'])
    .where('plant_id', '=', plantId)
    .where('serial', '=', serialOf(id))
    .where('profile_id', '=', IMPORT_PROFILE_ID)
    .executeTakeFirst()
  if (device === undefined) return
  const meta = (await readDeviceMetas(db, plantId)).find(({ deviceId }) => deviceId === device.id)
  if (meta !== undefined) await uncountDevice(db, meta)
  await eraseDevice(db, recounts, { plantId, deviceId: device.id, name: device.name })
}

/**
 * Orders the import of uploaded files. @returns its ID
 * @throws Refusal NOT_FOUND, PARAM_ERROR while something is open, IMPORT_UNREADABLE
 */
export async function startImport(
  db: Db,
  orders: ImportOrders,
  { plantId, userId }: ImportOrderer,
  { order, nowMs }: Readonly<{ order: ImportOrder; nowMs: number }>,
  sender: FileSender,
): Promise<number> {
  const { files, ...choice } = order
  const open = files.findIndex(({ mapping }) => mapping.questions.length > 0)
  if (open >= 0) throw new Refusal('PARAM_ERROR', { field: `files.${open}.mapping.questions` })
  const uploaded = await findFiles(db, plantId, files)
  const { read } = await readFiles(db, plantId, { files: uploaded, choice, withSamples: false, nowMs }, sender)
  const unread = read.files.findIndex(({ isMostUnread }) => isMostUnread)
  if (unread >= 0) throw new Refusal('IMPORT_UNREADABLE', { reason: 'mostUnread', file: unread })
  if (read.conflictDays > 0 && choice.between === null) throw new Refusal('PARAM_ERROR', { field: 'between' })
  const { zone: plantZone } = await getFacts(db, plantId)
  const stored: StoredOrder = { ...choice, files: files.map(({ mapping }) => mapping) }
  return db.transaction(async (transaction) => {
    const { id } = await transaction
      .insertInto('history_imports')
      .values({
        plant_id: plantId,
        user_id: userId,
        file_names: uploaded.map(({ name }) => name),
        mapping: JSON.stringify(stored),
        created_at: new Date(nowMs),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [place, file] of files.entries()) {
      const taken = await transaction
        .updateTable('import_files')
        .set({ import_id: id, place })
        .where('id', '=', file.id)
        .where('import_id', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (taken === undefined) throw new Refusal('NOT_FOUND')
      await saveMapping(transaction, userId, read.files[place]?.heads ?? [], {
        mapping: file.mapping,
        plantZone,
        nowMs,
      })
    }
    await orders.order(transaction, id)
    return id
  })
}

/** Takes back a whole import with all of its records, also while it runs: its job sees that. @throws Refusal NOT_FOUND */
export async function undoImport(
  db: Db,
  { orders, recounts }: Readonly<{ orders: ImportOrders; recounts: Pick<Recounts, 'ask'> }>,
  plantId: number,
  id: number,
): Promise<void> {
  const isCanceling = await db.transaction(async (transaction) => {
    const row = await transaction
      .updateTable('history_imports')
      .set({ state: 'canceling' })
      .where('id', '=', id)
      .where('plant_id', '=', plantId)
      .where('state', 'in', ['queued', 'running', 'canceling'])
      .returning('id')
      .executeTakeFirst()
    // Its node may have died: then this finds the import canceled.
    if (row !== undefined) await orders.order(transaction, id)
    return row !== undefined
  })
  if (isCanceling) return
  const row = await db.kysely
    .selectFrom('history_imports')
    .select('id')
    .where('id', '=', id)
    .where('plant_id', '=', plantId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  await removeImport(db, recounts, plantId, id)
}

async function removeImport(db: Db, recounts: Pick<Recounts, 'ask'>, plantId: number, id: number): Promise<void> {
  await eraseImported(db, recounts, plantId, id)
  await db.kysely.deleteFrom('history_imports').where('id', '=', id).execute()
}
