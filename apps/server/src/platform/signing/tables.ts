import type { Stamp } from '../db/tables.ts'

type SignedFilesTable = { digest: Buffer; kind: string; brand: string; fingerprint: string; made_at: Stamp }

declare module '../db/tables.ts' {
  interface Tables {
    signed_files: SignedFilesTable
  }
}
