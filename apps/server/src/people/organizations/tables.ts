import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    organizations: { id: Generated<number>; name: string; code: string; created_at: Generated<Stamp> }
    organization_members: {
      organization_id: number
      user_id: number
      role: 'admin' | 'user'
      since: Generated<Stamp>
    }
    invitations: {
      id: Generated<number>
      token_hash: Buffer
      organization_id: number | null
      plant_id: number | null
      email: string
      role: string
      rights: Generated<string[]>
      grant_ends_at: Stamp | null
      invited_by: number | null
      created_at: Generated<Stamp>
      expires_at: Stamp
    }
  }
}
