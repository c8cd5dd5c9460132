import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    logger_addresses: {
      plant_id: number
      slot: number
      logger_id: number
      address: string
      first_at: Stamp
      last_at: Stamp
      oldest_at: Stamp
      records: Generated<number>
    }
    take_backs: {
      plant_id: number
      number: number
      logger_id: number
      slot: number
      address: string
      since: Stamp
      from_at: Stamp
      state: Generated<'taking' | 'taken' | 'giving' | 'given'>
      records: Generated<number>
      taken_at: Stamp
      taken_by: number | null
    }
    logger_contacts: {
      plant_id: number
      logger_id: number
      day: string
      /** A 1 for each five minutes in which something came. */
      heard: string
      handshakes: Generated<number>
      boots: Generated<Stamp[]>
      signal_min: number | null
      signal_max: number | null
      signal_sum: Generated<number>
      signal_count: Generated<number>
      delay_sum_ms: Generated<number>
      delay_max_ms: number | null
      delay_count: Generated<number>
      buffered: Generated<number>
      firmware: Generated<string>
    }
    waiting_records: {
      id: Generated<number>
      logger_id: number
      kind: Generated<string>
      received_at: Generated<Stamp>
      digest: Buffer
      payload: Buffer
      counted_address: Generated<string>
    }
    undecoded_payloads: {
      plant_id: number
      logger_id: number
      wire: string
      kind: Generated<string>
      digest: Buffer
      received_at: Generated<Stamp>
      device_serial: Generated<string>
      reason: string
      payload: Buffer
      source_address: Generated<string>
      sender_network: Generated<string>
      is_likely: Generated<boolean>
    }
    /** Wrong claims to be a logger, by network (ingest/guesses.ts). */
    logger_guesses: {
      network: string
      misfits: number
      last_at: Stamp
    }
  }
}
