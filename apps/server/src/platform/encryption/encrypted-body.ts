/**
 * Encrypted mode of the specification, section 7.
 *
 *   header dk   base64 of RSA-OAEP(SHA-256, MGF1 SHA-256) of the AES key as text: 16 hexadecimal characters, AES-128
 *   body        IV (16 bytes), then AES-CBC with PKCS#7 of the UTF-8 JSON { at, nonce, call, body }
 *   reply       the same layout with the same key and its own IV, header encrypt: 1
 *
 * `at` (ms) and `nonce` make a body valid once and briefly, `call` (method and bare path) for one call only. The nonce
 * begins with the time, `<at>-`. CBC lets an attacker change the first block through the IV, but a change of a later block
 * destroys the block before it: time and nonce agree only if both are unchanged. A body without this envelope is accepted
 * where the configuration says so (ENCRYPTION_ACCEPTS_BARE).
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { Db } from '../db/database.ts'
import { useOnce } from '../one-time-tokens/one-time-tokens.ts'
import type { Unwrap } from './encryption-key.ts'

/** The largest accepted age of an encrypted body, in the past or future, s. */
export const ENCRYPTED_VALID_S = 300
const IV_BYTES = 16
const BLOCK_BYTES = 16

export type Decrypted = Readonly<{ aesKey: Buffer; body: unknown }>
type Envelope = Readonly<{ at: number; nonce: string; call: string; body: unknown }>

/**
 * Decrypts a body for the call it was encrypted for. All faults look the same to the sender, so that none reveals where
 * the check failed.
 * @throws Refusal SEALED_BODY
 */
export async function decryptBody(
  db: Db,
  unwrap: Unwrap,
  options: Readonly<{ dk: string; sealed: Buffer; call: string; nowMs: number; acceptsBare: boolean }>,
): Promise<Decrypted> {
  const aesKey = await unwrapKey(unwrap, options.dk)
  const value = aesKey && readJson(aesKey, options.sealed)
  if (aesKey === undefined || value === undefined) throw new Refusal('SEALED_BODY')
  if (options.acceptsBare && isBare(value)) return { aesKey, body: value }
  const envelope = isEnvelope(value) ? value : undefined
  if (envelope === undefined) throw new Refusal('SEALED_BODY')
  const isFresh = Math.abs(options.nowMs - envelope.at) <= ENCRYPTED_VALID_S * 1000
  if (!isFresh || envelope.call !== options.call) throw new Refusal('SEALED_BODY')
  // The nonce is kept until its time is out of range for every clock.
  const expiresAtMs = envelope.at + 2 * ENCRYPTED_VALID_S * 1000
  if (!(await useOnce(db.kysely, 'sealed-nonce', envelope.nonce, expiresAtMs))) throw new Refusal('SEALED_BODY')
  return { aesKey, body: envelope.body }
}

async function unwrapKey(unwrap: Unwrap, dk: string): Promise<Buffer | undefined> {
  if (!/^[A-Za-z0-9+/]{300,700}={0,2}$/.test(dk)) return undefined
  try {
    const text = await unwrap(Buffer.from(dk, 'base64'))
    return /^[0-9a-f]{16}$/.test(text.toString('latin1')) ? text : undefined
  } catch {
    return undefined
  }
}

function readJson(aesKey: Buffer, sealed: Buffer): unknown {
  if (sealed.length < IV_BYTES + BLOCK_BYTES || sealed.length % BLOCK_BYTES !== 0) return undefined
  try {
    const decipher = createDecipheriv('aes-128-cbc', aesKey, sealed.subarray(0, IV_BYTES))
    const text = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES)), decipher.final()])
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(text))
  } catch {
    return undefined
  }
}

/** The specification's own form, the body alone: it may be sent again, and for another call. */
const isBare = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !('nonce' in value) && !('call' in value)

function isEnvelope(value: unknown): value is Envelope {
  if (typeof value !== 'object' || value === null) return false
  const { at, nonce, call } = value as Record<string, unknown>
  return (
    typeof at === 'number' &&
    Number.isFinite(at) &&
    typeof nonce === 'string' &&
    /^\d+-[\w-]{16,80}$/.test(nonce) &&
    nonce.startsWith(`${at}-`) &&
    typeof call === 'string'
  )
}

/** Encrypts a reply with the key of its request. */
export function encryptReply(aesKey: Buffer, text: string | Buffer): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-128-cbc', aesKey, iv)
  return Buffer.concat([iv, cipher.update(text), cipher.final()])
}
