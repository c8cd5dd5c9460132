import type { ColumnType, Generated } from 'kysely'
import type { Saved } from './undo-entries.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    audit_log: {
      id: Generated<number>
      at: Generated<Stamp>
      user_id: number | null
      organization_id: number | null
      plant_id: number | null
      device_id: number | null
      call: string
      detail: Generated<unknown>
      address: Generated<string>
      undo: ColumnType<Saved | null, string | null | undefined, string | null>
      undone: Generated<boolean>
    }
  }
}
