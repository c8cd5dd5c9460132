import type { Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    users: {
      id: Generated<number>
      account: string
      email: string | null
      nickname: string
      password_hash: string | null
      is_admin: Generated<boolean>
      language: Generated<string>
      created_at: Generated<Stamp>
      phone: string | null
      country: Generated<string>
      password_changed_at: Generated<Stamp>
      password_is_weak: Generated<boolean>
      preferences: Generated<unknown>
      moved_to: string | null
      visit: Generated<string>
      accepted_texts: Generated<unknown>
    }
    sessions: {
      token_hash: Buffer
      user_id: number
      created_at: Generated<Stamp>
      expires_at: Stamp
      long_lived: Generated<boolean>
      user_agent: Generated<string>
      address: Generated<string>
      id: Generated<number>
      organization_id: number | null
      center: Generated<string>
      method: Generated<string>
      last_seen_at: Generated<Stamp>
      refresh_hash: Buffer | null
      old_refresh_hash: Buffer | null
      refresh_expires_at: Stamp | null
    }
    user_photos: { user_id: number; type: string; data: Buffer }
    old_passwords: { user_id: number; replaced_at: Generated<Stamp>; password_hash: string }
    access_tokens: {
      id: Generated<number>
      user_id: number
      organization_id: number | null
      center: Generated<string>
      name: string
      token_hash: Buffer
      scopes: string[]
      plant_ids: Generated<number[] | null>
      created_at: Generated<Stamp>
      expires_at: Stamp
      last_used_at: Stamp | null
    }
    /** Keys that a program for the SOLARMAN OpenAPI shows in place of the token. */
    solarman_access: { access_token_id: number; app_id: string; secret_hash: Buffer; password_hash: Buffer }
    authenticators: { user_id: number; secret: Buffer; confirmed_at: Stamp | null; last_step: Generated<number> }
    recovery_codes: { user_id: number; code_hash: Buffer; used_at: Stamp | null }
    passkeys: {
      id: string
      user_id: number
      public_key: Buffer
      counter: Generated<number>
      transports: Generated<string[]>
      host: string
      name: string
      created_at: Generated<Stamp>
      last_used_at: Stamp | null
    }
    call_budgets: { user_id: number; full_at_ms: number; granted: number }
    sign_ins: {
      id: Generated<number>
      user_id: number
      at: Generated<Stamp>
      method: string
      outcome: string
      address: Generated<string>
      user_agent: Generated<string>
    }
    known_browsers: { user_id: number; cookie_hash: Buffer; last_at: Generated<Stamp> }
    setup_tokens: { token_hash: Buffer; created_at: Generated<Stamp> }
  }
}
