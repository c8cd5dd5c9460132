import { createHash } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'

/** A file that was signed here. */
export type SignedFile = Readonly<{
  kind: string
  /** The brand whose name its certificate has. */
  brand: string
  /** Of its certificate. */
  fingerprint: string
  madeAtMs: number
}>

/** Remembers a signed file by its digest alone. */
export async function rememberSigned({ kysely }: Db, bytes: Uint8Array, file: SignedFile): Promise<void> {
  const { kind, brand, fingerprint, madeAtMs } = file
  const digest = createHash('sha256').update(bytes).digest()
  await kysely
    .insertInto('signed_files')
    .values({ digest, kind, brand, fingerprint, made_at: new Date(madeAtMs) })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** @param digest SHA-256, in hexadecimal digits @throws Refusal FILE_NOT_FROM_HERE */
export async function findSigned({ kysely }: Db, digest: string): Promise<SignedFile> {
  const query = kysely.selectFrom('signed_files').selectAll().where('digest', '=', Buffer.from(digest, 'hex'))
  const row = await query.executeTakeFirst()
  if (row === undefined) throw new Refusal('FILE_NOT_FROM_HERE')
  return { kind: row.kind, brand: row.brand, fingerprint: row.fingerprint, madeAtMs: row.made_at.getTime() }
}
