import type { ColumnType, Generated } from 'kysely'

declare module '../../platform/db/tables.ts' {
  interface Tables {
    verification_codes: {
      id: Generated<number>
      purpose: string
      target: string
      code_hash: Buffer | null
      address: Generated<string>
      created_at: Generated<Stamp>
      expires_at: Stamp
      failures: Generated<number>
      /** Wrong tries by place. */
      failed_at: ColumnType<Readonly<Record<string, number>>, string | undefined, string>
      used_at: Stamp | null
    }
  }
}
