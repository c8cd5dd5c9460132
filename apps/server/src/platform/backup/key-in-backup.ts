import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto'
import { z } from 'zod'

const COST = 2 ** 15
/** Twice what scrypt takes at this cost. */
const MOST_MEMORY_BYTES = 2 * 128 * 8 * COST
const KEY_BYTES = 32

/** Secret key as a backup holds it: plain, or sealed with a passphrase (scrypt, AES-256-GCM). */
export const keySchema = z.union([
  z.object({ plain: z.string() }),
  z.object({ salt: z.string(), iv: z.string(), tag: z.string(), sealed: z.string() }),
])
type KeyInBackup = z.infer<typeof keySchema>

const derive = (passphrase: string, salt: Buffer): Buffer =>
  scryptSync(passphrase.normalize('NFC'), salt, KEY_BYTES, { N: COST, r: 8, p: 1, maxmem: MOST_MEMORY_BYTES })

/** @param text what the key's file holds */
export function putKey(text: string, passphrase: string | undefined): KeyInBackup {
  if (passphrase === undefined) return { plain: text }
  const [salt, iv] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', derive(passphrase, salt), iv)
  const sealed = Buffer.concat([cipher.update(text), cipher.final()])
  return {
    salt: salt.toString('base64url'),
    iv: iv.toString('base64url'),
    tag: cipher.getAuthTag().toString('base64url'),
    sealed: sealed.toString('base64url'),
  }
}

/** @throws Error a sentence for the operator */
export function takeKey(key: KeyInBackup, passphrase: string | undefined): string {
  if ('plain' in key) return key.plain
  if (passphrase === undefined)
    throw new Error('The secret key in the backup is sealed with a passphrase: set BACKUP_PASSPHRASE.')
  const [salt, iv, tag, sealed] = [key.salt, key.iv, key.tag, key.sealed].map((text) =>
    Buffer.from(text, 'base64url'),
  ) as [Buffer, Buffer, Buffer, Buffer]
  try {
    const decipher = createDecipheriv('aes-256-gcm', derive(passphrase, salt), iv, { authTagLength: 16 }).setAuthTag(
      tag,
    )
    return Buffer.concat([decipher.update(sealed), decipher.final()]).toString()
  } catch {
    throw new Error('BACKUP_PASSPHRASE is not the one that the backup was made with.')
  }
}
