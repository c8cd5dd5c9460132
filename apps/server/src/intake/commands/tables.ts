import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    device_commands: {
      id: Generated<number>
      plant_id: number
      device_id: number
      logger_id: number
      user_id: number | null
      kind: 'read' | 'write'
      item: string | null
      value_before: number | null
      value_wanted: number | null
      value_after: number | null
      state: Generated<'running' | 'done' | 'failed'>
      reason: string | null
      started_at: Stamp
      ended_at: Stamp | null
    }
  }
}
