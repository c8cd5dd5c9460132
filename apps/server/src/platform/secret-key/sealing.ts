import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartRefusal } from '../db/start-refusal.ts'

/**
 * Encrypts what the database keeps for this server alone (AES-256-GCM): who has the database, or a backup of it, does
 * not have the secrets in it.
 */
export type SecretKey = Readonly<{
  /** Identifies the key, and reveals nothing of it. */
  id: string
  /** @param purpose what it is; opening it as something else fails */
  seal: (plain: Uint8Array, purpose: string) => Buffer
  /** @throws Error for another key, another purpose or damaged bytes */
  open: (sealed: Uint8Array, purpose: string) => Buffer
}>

const MAGIC = Buffer.from('hgs1')
const ID_BYTES = 6
const IV_BYTES = 12
const TAG_BYTES = 16
const HEAD_BYTES = MAGIC.length + ID_BYTES
const KEY_BYTES = 32

export const isSealed = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, MAGIC.length)).equals(MAGIC)

export function createSecretKey(key: Uint8Array): SecretKey {
  if (key.length !== KEY_BYTES) throw new Error(`a secret key has ${KEY_BYTES} bytes`)
  const idBytes = createHash('sha256').update('heliograph key id\0').update(key).digest().subarray(0, ID_BYTES)
  const id = idBytes.toString('hex')
  return {
    id,
    seal: (plain, purpose) => {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([MAGIC, idBytes, iv, cipher.getAuthTag(), body])
    },
    open: (options, purpose) => {
      const sealed = Buffer.from(options)
      if (!isSealed(sealed)) throw new Error('a stored secret is not sealed')
      const by = sealed.subarray(MAGIC.length, HEAD_BYTES).toString('hex')
      if (by !== id) throw new Error(`a stored secret was sealed with the key ${by}; this server's key is ${id}`)
      const iv = sealed.subarray(HEAD_BYTES, HEAD_BYTES + IV_BYTES)
      const body = HEAD_BYTES + IV_BYTES + TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(
        Buffer.from(purpose),
      )
      decipher.setAuthTag(sealed.subarray(HEAD_BYTES + IV_BYTES, body))
      return Buffer.concat([decipher.update(sealed.subarray(body)), decipher.final()])
    },
  }
}

/**
 * Makes the file for its own user alone, unless it is there. Only for a database that has no key yet.
 * @throws Error naming the file
 */
export function makeSecretKey(file: string): SecretKey {
  try {
    writeKey(file, `${randomBytes(KEY_BYTES).toString('base64url')}\n`)
  } catch (error) {
    // It is there, or it is given in a place that cannot be written; reading says which.
    if (!['EEXIST', 'EROFS', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
  return loadSecretKey(file)
}

function writeKey(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  // On disk before anything is sealed with it.
  writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true })
}

/** @throws Error naming the file */
export const loadSecretKey = (file: string): SecretKey => readSecretKey(readText(file), file)

/** @param text what a file of a key holds @param from its name, for the error @throws Error */
export function readSecretKey(text: string, from: string): SecretKey {
  if (!/^[\w-]{43}$/.test(text.trim())) throw new Error(`${from} is no secret key: 32 bytes in base64url`)
  return createSecretKey(Buffer.from(text.trim(), 'base64url'))
}

/**
 * Puts the key of a backup in its place, unless the same is there already.
 * @throws Error for another key there
 */
export function keepSecretKey(file: string, text: string): void {
  const { id } = readSecretKey(text, 'the backup')
  if (!existsSync(file)) writeKey(file, `${text.trim()}\n`)
  else if (loadSecretKey(file).id !== id)
    throw new Error(`${file} holds another secret key than the backup: move it away, or set SECRET_KEY_FILE.`)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartRefusal(`the secret key cannot be read from ${file} (${(error as NodeJS.ErrnoException).code})`)
  }
}

let present: SecretKey | undefined

/** One key per process: its database is sealed with it. */
export function useSecretKey(key: SecretKey): void {
  present = key
}

/** @throws Error before the start has loaded it */
export function secretKey(): SecretKey {
  if (present === undefined) throw new Error('no secret key was loaded')
  return present
}

/** A value stored by an older version is plain until the next start. */
export const openStored = (stored: Uint8Array, purpose: string): Buffer =>
  isSealed(stored) ? secretKey().open(stored, purpose) : Buffer.from(stored)

const TEXT = 'hgs1.'
export const sealText = (text: string, purpose: string): string =>
  `${TEXT}${secretKey().seal(Buffer.from(text), purpose).toString('base64url')}`

/** Plain text of an older version passes. @throws Error as `open` */
export const openText = (stored: string, purpose: string): string =>
  isSealedText(stored)
    ? secretKey()
        .open(Buffer.from(stored.slice(TEXT.length), 'base64url'), purpose)
        .toString()
    : stored

export const isSealedText = (text: string): boolean => text.startsWith(TEXT)
