import type { Ciphers } from './ciphers.ts'

// Copied into separate buffers: the types of Web Crypto forbid shared memory.
const own = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes)

const importKey = (key: Uint8Array, usage: 'encrypt' | 'decrypt'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', own(key), 'AES-CBC', false, [usage])

/** The bytes of a PEM's body. */
const toDer = (pem: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(pem.replace(/-----[^-]+-----|\s/g, '')), (text) => text.charCodeAt(0))

export const webCiphers: Ciphers = {
  encrypt: async (key, iv, plain) =>
    new Uint8Array(
      await crypto.subtle.encrypt({ name: 'AES-CBC', iv: own(iv) }, await importKey(key, 'encrypt'), own(plain)),
    ),
  decrypt: async (key, iv, sealed) =>
    new Uint8Array(
      await crypto.subtle.decrypt({ name: 'AES-CBC', iv: own(iv) }, await importKey(key, 'decrypt'), own(sealed)),
    ),
  wrap: async (publicPem, key) => {
    const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
    const publicKey = await crypto.subtle.importKey('spki', toDer(publicPem), algorithm, false, ['encrypt'])
    const wrapped = new Uint8Array(await crypto.subtle.encrypt({ name: 'RSA-OAEP' }, publicKey, own(key)))
    return btoa(String.fromCharCode(...wrapped))
  },
}
