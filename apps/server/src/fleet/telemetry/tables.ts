import type { Flow } from '@heliograph/domain/energy-flow.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    samples: {
      plant_id: number
      device_id: number
      at: Stamp
      values: (number | null)[]
      time_source: Generated<number>
    }
    sealed_days: { plant_id: number; device_id: number; day: string; samples: number; block: Buffer }
    sealed_months: {
      plant_id: number
      device_id: number
      month: string
      samples: number
      starts: number[]
      block: Buffer
    }
    device_latest: {
      plant_id: number
      device_id: number
      last: Generated<Buffer>
      open: Generated<Buffer>
    }
    /** An import alone measures a flow on these days; devices with a smaller number do not count. */
    replaced_days: { plant_id: number; device_id: number; flow: Flow; first_day: string; last_day: string }
    sealed_periods: {
      plant_id: number
      device_id: number
      resolution: 'h' | 'd'
      since: string
      periods: number
      /** Means, extremes and last values are those of the sealed month's samples, unless the block says otherwise. */
      derived: Generated<boolean>
      block: Buffer
    }
    device_rollups: {
      plant_id: number
      device_id: number
      resolution: 'h' | 'd' | 'm' | 'y'
      start: Stamp
      acc: Buffer
    }
    plant_days: { plant_id: number; day: string } & { [K in Flow as `${K}_wh`]: number | null } & {
      refused_wh: Generated<number>
      quarantined: Generated<number>
      resets: Generated<number>
      samples: Generated<number>
      estimated: Generated<number>
      generation_estimated_wh: Generated<number>
      others_estimated_wh: Generated<number>
      reported_wh: Generated<number>
      begun: Generated<number>
      begun_minutes: Generated<number>
      begun_squares: Generated<number>
      begun_free: Generated<number>
      derived_wh: Generated<number>
      grid_charge_wh: Generated<number | null>
      grid_charge_samples: Generated<number | null>
    } & { [K in Flow as `${K}_from_power_wh` | `${K}_gap_minutes`]: Generated<number | null> }
    quarantine: {
      plant_id: number
      device_id: number
      quantity: string
      at: Stamp
      before_wh: number
      after_wh: number
    }
    refused_powers: {
      plant_id: number
      device_id: number
      day: string
      quantity: string
      limit_w: number
      peak_w: number
      readings: number
      first_at: Stamp
      last_at: Stamp
    }
    meter_days: { plant_id: number; device_id: number; day: string; meters: Buffer }
    step_decisions: {
      plant_id: number
      device_id: number
      quantity: string
      at: Stamp
      decision: 'accepted' | 'discarded'
      decided_at: Generated<Stamp>
    }
  }
}
