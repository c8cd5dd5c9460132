import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    bindings: {
      provider: string
      subject: string
      user_id: number
      label: Generated<string>
      created_at: Generated<Stamp>
    }
  }
}
