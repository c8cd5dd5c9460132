import type { Candidate } from '@heliograph/collect/way.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    collect_targets: {
      id: Generated<number>
      logger_id: number
      way: string
      host: string
      port: number
      settings: unknown
      secrets: string | null
      devices: readonly Candidate[]
      poll_seconds: number
      store_seconds: number
      created_at: Stamp
      version: Generated<number>
      held_by: string | null
      paused_at: Stamp | null
      held_until: Generated<Date>
      state: unknown
      state_at: Stamp | null
    }
  }
}
