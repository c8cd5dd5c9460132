import { createHash, createPrivateKey, generateKeyPair, type KeyObject, webcrypto } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../db/database.ts'
import { openText, sealText, serverKeyPurpose } from '../secret-key/secret-key.ts'

/** The RSA pair of this environment; browsers wrap their AES keys with it. */
export type EncryptionKey = Readonly<{
  /** Identifies the public key: a page that used another key asks for the new one. */
  keyId: string
  /** SubjectPublicKeyInfo, PEM. */
  publicPem: string
  unwrap: Unwrap
}>

/** Decrypts what was encrypted with the public key (RSA-OAEP, SHA-256). */
export type Unwrap = (wrapped: Uint8Array) => Promise<Buffer>

/** Web Crypto decrypts in Node's thread pool: strangers may ask for this work, and it must not hold the event loop up. */
export function createUnwrap(privateKey: KeyObject): Unwrap {
  const pkcs8 = privateKey.export({ type: 'pkcs8', format: 'der' })
  const imported = webcrypto.subtle.importKey('pkcs8', pkcs8, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['decrypt'])
  return async (wrapped) => Buffer.from(await webcrypto.subtle.decrypt({ name: 'RSA-OAEP' }, await imported, wrapped))
}

const NAME = 'sealing'
const generate = promisify(generateKeyPair)

/** Created at the first start and stored in the database, so that all nodes decrypt the same bodies. */
export async function ensureEncryptionKey({ kysely }: Pick<Db, 'kysely'>): Promise<EncryptionKey> {
  const find = () =>
    kysely.selectFrom('server_keys').select(['private', 'public']).where('name', '=', NAME).executeTakeFirst()
  const known = await find()
  if (known === undefined) {
    const made = await generate('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    })
    // Two nodes may start at once: the first pair stays.
    await kysely
      .insertInto('server_keys')
      .values({ name: NAME, private: sealText(made.privateKey, serverKeyPurpose(NAME)), public: made.publicKey })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = known ?? (await find())
  if (row === undefined) throw new Error('the sealing key was not kept')
  return {
    keyId: createHash('sha256').update(row.public).digest('base64url').slice(0, 16),
    publicPem: row.public,
    unwrap: createUnwrap(createPrivateKey(openText(row.private, serverKeyPurpose(NAME)))),
  }
}
