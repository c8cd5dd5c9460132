import type { InverterDay } from '@heliograph/domain/performance/judge-day.ts'
import type { LightSource, Loss } from '@heliograph/domain/performance/losses.ts'
import type { DayShape } from '@heliograph/domain/performance/shape.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    /** A judged day; losses, inverters and shape have the types of domain/performance. */
    performance_days: {
      plant_id: number
      day: string
      source: LightSource
      potential_wh: number
      produced_wh: number | null
      is_judged: boolean
      valid_share: number
      capacity_wp: number
      irradiation_wh_m2: number
      valid_wh: number
      valid_wh_m2: number
      corrected_wh_m2: number
      clock_shift_ms: number
      losses: Loss[]
      inverters: InverterDay[]
      shape: DayShape | null
      samples: number
      generation_wh: number | null
      is_lit: Generated<boolean>
    }
    performance_plants: {
      plant_id: number
      due_at: Stamp
      counted_at: Stamp
      reason: string
      fed_at: Stamp | null
      waiting_since: Stamp | null
      compare_from: string | null
    }
  }
}
