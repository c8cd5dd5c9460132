import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    one_time_secrets: { id: Buffer; kind: string; user_id: number | null; data: Generated<unknown>; expires_at: Stamp }
  }
}
