import type { MessageChannel } from '@heliograph/domain/messages/message-kinds.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    message_settings: { user_id: number; settings: unknown; host: Generated<string> }
    message_plants: { user_id: number; plant_id: number; alarms: string | null; muted_until: Stamp | null }
    message_addresses: {
      id: Generated<number>
      user_id: number
      channel: MessageChannel
      name: Generated<string>
      target: string | null
      target_hash: Buffer | null
      failures: Generated<number>
      paused_at: Stamp | null
      pause_reason: string | null
      last_sent_at: Stamp | null
      created_at: Generated<Stamp>
    }
    message_sendings: {
      id: Generated<string>
      user_id: number
      address_id: number
      kind: Generated<'messages' | 'digest' | 'test'>
      state: Generated<'waiting' | 'sent' | 'failed' | 'dropped' | 'unknown'>
      message_count: Generated<number>
      tries: Generated<number>
      next_try_at: Stamp
      leased_until: Stamp | null
      created_at: Stamp
      finished_at: Stamp | null
      is_charged: Generated<boolean>
    }
    message_tries: {
      sending_id: string
      number: number
      at: Stamp
      took_ms: number
      outcome: 'sent' | 'later' | 'refused' | 'gone' | 'unknown'
      detail: Generated<string>
    }
  }
}
