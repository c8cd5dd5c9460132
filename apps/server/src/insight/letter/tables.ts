import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    utility_bills: {
      id: Generated<number>
      plant_id: number
      from_day: string
      to_day: string
      purchased_wh: number | null
      fed_in_wh: number | null
      purchased_start_wh: number | null
      purchased_end_wh: number | null
      fed_in_start_wh: number | null
      fed_in_end_wh: number | null
      amount: number | null
      saved_at: Stamp
    }
  }
}
