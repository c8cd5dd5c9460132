import type { MessageKind } from '@heliograph/domain/messages/message-kinds.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    posted_events: { key: string; posted_at: Stamp }
    messages: {
      id: Generated<number>
      user_id: number
      kind: MessageKind
      plant_id: number | null
      plant_ids: Generated<number[]>
      group_key: string
      is_open: Generated<boolean>
      open_until: Stamp
      level: Generated<number>
      entries: unknown
      event_count: Generated<number>
      first_at: Stamp
      last_at: Stamp
      is_shown: Generated<boolean>
      read_at: Stamp | null
    }
    message_deliveries: {
      message_id: number
      address_id: number
      due_at: Stamp
      is_digest: Generated<boolean>
      sending_id: string | null
    }
  }
}
