import type { Generated } from 'kysely'
import type { Stamp } from '../../platform/db/tables.ts'

export type AccountExportsTable = {
  id: Generated<number>
  user_id: number
  scope: string[]
  state: Generated<'queued' | 'running' | 'ready' | 'failed' | 'expired'>
  progress: Generated<number>
  requested_at: Generated<Stamp>
  finished_at: Stamp | null
  expires_at: Stamp | null
  size_bytes: number | null
  rows: number | null
  failure: string | null
}

declare module '../../platform/db/tables.ts' {
  interface Tables {
    account_exports: AccountExportsTable
    account_export_parts: { export_id: number; part: number; bytes: Buffer }
  }
}
