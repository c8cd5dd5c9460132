import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    line_series: {
      id: Generated<number>
      plant_id: number
      key_hash: Buffer
      measurement: string
      tags: unknown
      field: string
      last_value: number
      last_seen_at: Stamp
      state: Generated<'open' | 'assigned' | 'ignored'>
      serial: string | null
      quantity: string | null
      unit: string | null
      is_turned: Generated<boolean>
    }
  }
}
