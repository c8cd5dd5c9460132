import type { Generated } from 'kysely'

declare module '../db/tables.ts' {
  interface Tables {
    server_keys: { name: string; private: string; public: string; created_at: Generated<Stamp> }
  }
}
