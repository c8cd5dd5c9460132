import type { Ownership } from '@heliograph/domain/ownership.ts'
import type { ColumnType, Generated } from 'kysely'
import type { ReplacedLogger } from './take-place.ts'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    loggers: {
      id: Generated<number>
      wire: string
      address: string
      name: Generated<string>
      wire_state: Generated<unknown>
      plant_id: number | null
      registered_at: Stamp | null
      registered_by: number | null
      /** address, restart, code or decision. */
      proof: string | null
      first_seen_at: Stamp | null
      last_seen_at: Stamp | null
      last_data_at: Stamp | null
      remote_address: Generated<string>
      firmware: Generated<string>
      mac: Generated<string>
      local_address: Generated<string>
      ssid: Generated<string>
      signal_percent: number | null
      interval_s: Generated<number>
      heartbeat_s: Generated<number>
      working_s: number | null
      total_working_s: number | null
      duplicate_seen_at: Stamp | null
      rejected_records: Generated<number>
      counted_address: Generated<string>
      is_sheltered: Generated<boolean>
      allowed_sources: Generated<string[]>
      is_strict: Generated<boolean>
      doubt_told_at: Stamp | null
      sim_expires_on: string | null
      paused_at: Generated<Stamp | null>
      resumed_at: Generated<Stamp | null>
      /** Stood in its place before (replace-logger.ts). */
      replaced: ColumnType<ReplacedLogger | null, string | null | undefined, string | null>
    }
    logger_forwards: {
      logger_id: number
      plant_id: number
      cloud: string
      started_at: Stamp
      state: Generated<'waiting' | 'connecting' | 'connected' | 'away'>
      connected_at: Generated<Stamp | null>
      last_error: Generated<string | null>
      last_error_at: Generated<Stamp | null>
      sent_bytes: Generated<number>
      sent_frames: Generated<number>
      received_bytes: Generated<number>
      received_frames: Generated<number>
      missed_records: Generated<number>
    }
    logger_pauses: { logger_id: number; from_at: Stamp; to_at: Stamp }
    wires: { id: string; ownership: Ownership }
    logger_claims: {
      id: Generated<number>
      plant_id: number
      wire: string
      address: string
      claimed_at: Stamp
      claimed_by: number | null
      place: string | null
      placed_at: Stamp | null
      restart_from: Stamp | null
      /** The logger whose place it takes once it is proven. */
      replaces: number | null
    }
    logger_disputes: {
      id: Generated<number>
      wire: string
      address: string
      plant_id: number
      opened_at: Stamp
      opened_by: number | null
      reason: string
      decided_at: Stamp | null
      decided_by: number | null
      decision: 'claimant' | 'holder' | null
    }
  }
}
