import type { SuggestionCategory, SuggestionState } from '@heliograph/domain/publication.ts'
import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    suggestions: {
      id: Generated<number>
      user_id: number
      category: SuggestionCategory
      body: string
      contact: string
      context: Readonly<Record<string, string>> | null
      state: Generated<SuggestionState>
      created_at: Stamp
      changed_at: Stamp
    }
    suggestion_replies: {
      id: Generated<number>
      suggestion_id: number
      by_operator: boolean
      body: string
      at: Stamp
    }
    suggestion_pictures: { suggestion_id: number; position: number; data: Buffer }
  }
}
