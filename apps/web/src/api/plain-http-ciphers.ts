import { cbc } from '@noble/ciphers/aes.js'
import { JSEncrypt } from 'jsencrypt'
import type { Ciphers } from './ciphers.ts'

/** For plain-http hosts, where browsers hide Web Crypto. */
export const plainHttpCiphers: Ciphers = {
  encrypt: async (key, iv, plain) => cbc(key, iv).encrypt(plain),
  decrypt: async (key, iv, sealed) => cbc(key, iv).decrypt(sealed),
  wrap: async (publicPem, key) => {
    const rsa = new JSEncrypt()
    rsa.setPublicKey(publicPem)
    const wrapped = rsa.encryptOAEP(new TextDecoder().decode(key))
    if (wrapped === false) throw new Error('The public key of the server could not be used')
    return wrapped
  },
}
