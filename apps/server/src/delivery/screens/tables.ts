import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    screen_links: {
      id: Generated<number>
      user_id: number
      organization_id: number | null
      token_hash: Buffer
      title: Generated<string>
      tag_id: number | null
      plant_id: number | null
      look: unknown
      created_at: Stamp
      last_used_at: Stamp | null
      access_token_id: Generated<number | null>
    }
  }
}
