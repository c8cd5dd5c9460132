import type { WebhookPart } from '@heliograph/domain/webhook-parts.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    webhooks: {
      id: Generated<number>
      user_id: number
      organization_id: number | null
      name: string
      target: string
      parts: WebhookPart[]
      quantities: string[]
      tries: Generated<number>
      next_try_at: Stamp
      last_sent_at: Stamp | null
      last_reason: string | null
      paused_at: Stamp | null
      created_at: Stamp
    }
    webhook_streams: {
      webhook_id: number
      plant_id: number
      position: unknown
      batch_id: string | null
      batch: string | null
      next_position: unknown
      look_at: Stamp
      leased_until: Stamp | null
      dropped: Generated<number>
      dropped_at: Stamp | null
    }
  }
}
