import type { ModuleLayout } from '@heliograph/domain/module-layout/layout.ts'
import type { ColumnType } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    module_layouts: {
      plant_id: number
      version: number
      content: ColumnType<ModuleLayout, string, string>
      picture_at: Stamp | null
      changed_at: Stamp
      changed_by: number | null
    }
  }
}
