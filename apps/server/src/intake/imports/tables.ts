import type { ColumnType, Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

export type HistoryImportsTable = {
  id: Generated<number>
  plant_id: number
  user_id: number | null
  file_name: string
  state: Generated<'open' | 'queued' | 'running' | 'done' | 'failed' | 'undone'>
  mapping: unknown
  progress: Generated<number>
  file: Buffer | null
  records: number | null
  energy_wh: number | null
  failure: string | null
  left_out_values: ColumnType<
    readonly Readonly<{ column: string; count: number; value: string; line: number }>[],
    string | undefined,
    string
  >
  device_id: number | null
  from_at: Stamp | null
  to_at: Stamp | null
  created_at: Stamp
  finished_at: Stamp | null
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
    import_mappings: ImportMappingsTable
  }
}
