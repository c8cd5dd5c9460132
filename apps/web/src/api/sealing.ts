/**
 * Encrypted mode (specification, section 7): the body is sent as AES-CBC with its own key, which is wrapped with the
 * server's RSA key in header `dk`. Browsers have the algorithms on https and localhost only; elsewhere small libraries
 * replace them, loaded when needed.
 */
import type { Ciphers } from './ciphers.ts'

export type SealedBody = Readonly<{ body: Uint8Array; dk: string; open: (reply: ArrayBuffer) => Promise<string> }>

const IV_BYTES = 16

const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
const randomHex = (count: number): string => toHex(crypto.getRandomValues(new Uint8Array(count)))

/** Web Crypto where the page has it (secure contexts). */
export const findCiphers = async (): Promise<Ciphers> =>
  crypto.subtle === undefined
    ? (await import('./plain-http-ciphers.ts')).plainHttpCiphers
    : (await import('./web-ciphers.ts')).webCiphers

/**
 * Encrypts a body for one call.
 * @param options.call method and bare path, to which the body is bound
 * @param options.nowMs the server's time: a body that is too old or too new is refused
 */
export async function seal(
  ciphers: Ciphers,
  options: Readonly<{ publicPem: string; call: string; nowMs: number; body: unknown }>,
): Promise<SealedBody> {
  const key = new TextEncoder().encode(randomHex(8))
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const { nowMs: at, call, body } = options
  // The nonce repeats the time: in the first block alone, it could be changed in transit.
  const text = JSON.stringify({ at, nonce: `${at}-${randomHex(16)}`, call, body })
  const [sealed, dk] = await Promise.all([
    ciphers.encrypt(key, iv, new TextEncoder().encode(text)),
    ciphers.wrap(options.publicPem, key),
  ])
  const whole = new Uint8Array(IV_BYTES + sealed.length)
  whole.set(iv)
  whole.set(sealed, IV_BYTES)
  return {
    body: whole,
    dk,
    open: async (reply) => {
      const bytes = new Uint8Array(reply)
      const plain = await ciphers.decrypt(key, bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES))
      return new TextDecoder().decode(plain)
    },
  }
}
