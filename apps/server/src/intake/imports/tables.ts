import type { ColumnType, Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

export type HistoryImportsTable = {
  id: Generated<number>
  plant_id: number
  user_id: number | null
  file_names: string[]
  /** canceling: nothing of it is left once its job has seen that. */
  state: Generated<'queued' | 'running' | 'canceling' | 'done' | 'failed'>
  /** How its files are read, and beside what (`StoredOrder`). */
  mapping: unknown
  progress: Generated<number>
  /** Records so far. */
  stored: Generated<number>
  records: number | null
  energy_wh: number | null
  failure: string | null
  left_out_values: ColumnType<
    readonly Readonly<{ file?: number; column: string; count: number; value: string; line: number }>[],
    string | undefined,
    string
  >
  device_id: number | null
  from_at: Stamp | null
  to_at: Stamp | null
  created_at: Stamp
  /** Of the attempt that runs. */
  started_at: Stamp | null
  finished_at: Stamp | null
}

/** Files that are looked at, and those of imports that are not stored yet. */
export type ImportFilesTable = {
  id: Generated<number>
  plant_id: number
  user_id: number | null
  import_id: number | null
  /** Among the files of its import. */
  place: number | null
  name: string
  content: Buffer
  created_at: Stamp
}

export type ImportMappingsTable = {
  user_id: number
  heads_hash: Buffer
  mapping: unknown
  used_at: Stamp
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    history_imports: HistoryImportsTable
    import_files: ImportFilesTable
    import_mappings: ImportMappingsTable
  }
}
