import type { Db } from '../db/database.ts'
import { fingerprintOf, makeCertificate } from './certificate.ts'
import { makeDetachedSignature } from './detached-signature.ts'
import { ensureDocumentKey } from './document-key.ts'
import { fillSignature, type SignaturePlace } from './sign-pdf.ts'

/** The room's front door: documents that this installation signs, and whether a file is one of them. */
export { placeSignature, type SignaturePlace, type SignatureWords } from './sign-pdf.ts'
export { findSigned, rememberSigned } from './signed-files.ts'

/** Signs documents under a brand's name. */
export type Signer = Readonly<{
  /** Of the certificate, SHA-256. */
  fingerprint: string
  /** @throws Error where the PDF has no place for a signature */
  signPdf: (file: Uint8Array, place: SignaturePlace) => Buffer
}>

/** @param subject the brand's name and the host of this installation: both stand in the certificate */
export async function openSigner(
  db: Pick<Db, 'kysely'>,
  subject: Readonly<{ name: string; place: string }>,
  nowMs: number,
): Promise<Signer> {
  const key = await ensureDocumentKey(db, nowMs)
  const certificate = makeCertificate(key, subject)
  return {
    fingerprint: fingerprintOf(certificate),
    signPdf: (file, place) =>
      fillSignature(file, place, (digest) => makeDetachedSignature(key, certificate, digest, nowMs)),
  }
}
