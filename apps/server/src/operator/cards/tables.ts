import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    application_cards: {
      id: Generated<number>
      kind: 'insurance' | 'plugin'
      title: string
      body: string
      url: string
      secret: string | null
      is_on: boolean
      changed_at: Stamp
    }
    application_consents: { user_id: number; card_id: number; at: Stamp }
  }
}
