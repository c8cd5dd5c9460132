import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    security_events: {
      id: Generated<number>
      at: Stamp
      last_at: Stamp
      kind: string
      reason: string
      call: string
      count: number
      user_id: number | null
      name_hash: string
      address: string
    }
  }
}
