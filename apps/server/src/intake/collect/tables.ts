import type { Candidate } from '@heliograph/collect/way.ts'
import type { Guess } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import type { MapRecipe } from '@heliograph/devices/reads/register-map/own-map.ts'
import type { ColumnType, Generated } from 'kysely'
import type { Scan, ScanHit } from './scans.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    device_networks: {
      network: string
      opened_by: number | null
      opened_at: Stamp
    }
    device_scans: {
      id: Generated<number>
      plant_id: number
      user_id: number | null
      agent_id: number | null
      network: string
      state: Generated<Scan['state']>
      progress: Generated<number>
      hits: Generated<readonly ScanHit[]>
      created_at: Stamp
      heard_at: Stamp
      ended_at: Generated<Stamp | null>
    }
    own_maps: {
      id: Generated<number>
      user_id: number | null
      organization_id: number | null
      name: string
      recipe: ColumnType<MapRecipe, string, string>
      created_at: Stamp
    }
    named_numbers: {
      id: Generated<number>
      logger_id: number
      device: string
      name: string
      label: string
      stated_unit: string
      last_value: number
      last_seen_at: Stamp
      guess: ColumnType<Guess | null, string | null, string | null>
      state: Generated<'open' | 'assigned' | 'ignored'>
      quantity: string | null
      unit: string | null
      is_turned: Generated<boolean>
    }
    collect_targets: {
      id: Generated<number>
      logger_id: number
      agent_id: number | null
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
      watched_at: Generated<Date>
      failing_since: Generated<Date | null>
      sought_at: Generated<Date | null>
      moved_from: Generated<string | null>
      open_before: Generated<readonly number[] | null>
      open_at: Generated<Date | null>
      open_now: Generated<readonly number[] | null>
      token_ends_at: Generated<Stamp | null>
      state: unknown
      state_at: Stamp | null
    }
  }
}
