import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    account_moves: {
      id: string
      direction: 'in' | 'out'
      center: string
      user_id: number | null
      state: string
      progress: Generated<number>
      detail: Generated<unknown>
      created_at: Generated<Stamp>
      finished_at: Stamp | null
    }
    moved_loggers: {
      wire: string
      address: string
      center: string
      moved_at: Generated<Stamp>
      move_id: string | null
      plant_id: number | null
      is_gone: Generated<boolean>
    }
    transfer_parts: { move_id: string; part: number; table_name: string; rows: unknown }
  }
}
