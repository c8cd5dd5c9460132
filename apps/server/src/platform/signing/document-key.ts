import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../db/database.ts'
import { openText, sealText, serverKeyPurpose } from '../secret-key/secret-key.ts'

/** The RSA pair with which this installation signs documents. */
export type DocumentKey = Readonly<{
  privateKey: KeyObject
  /** SubjectPublicKeyInfo, DER. */
  publicDer: Buffer
  createdAtMs: number
}>

const NAME = 'documents'
const BITS = 3072
const generate = promisify(generateKeyPair)

/** Made with the first signed document and sealed in the database, so that all nodes sign with the same. */
export async function ensureDocumentKey({ kysely }: Pick<Db, 'kysely'>, nowMs: number): Promise<DocumentKey> {
  const find = () => kysely.selectFrom('server_keys').selectAll().where('name', '=', NAME).executeTakeFirst()
  const known = await find()
  if (known === undefined) {
    const made = await generate('rsa', {
      modulusLength: BITS,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    const sealed = sealText(made.privateKey, serverKeyPurpose(NAME))
    // Two nodes may sign their first document at once: the first pair stays.
    await kysely
      .insertInto('server_keys')
      .values({ name: NAME, private: sealed, public: made.publicKey, created_at: new Date(nowMs) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = known ?? (await find())
  if (row === undefined) throw new Error('the key of documents was not kept')
  return {
    privateKey: createPrivateKey(openText(row.private, serverKeyPurpose(NAME))),
    publicDer: createPublicKey(row.public).export({ type: 'spki', format: 'der' }),
    createdAtMs: row.created_at.getTime(),
  }
}
