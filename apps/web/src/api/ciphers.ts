/** The interface of both implementations. Keys are the specification's 16 hexadecimal characters, as bytes. */
export type Ciphers = Readonly<{
  encrypt: (key: Uint8Array, iv: Uint8Array, plain: Uint8Array) => Promise<Uint8Array>
  decrypt: (key: Uint8Array, iv: Uint8Array, sealed: Uint8Array) => Promise<Uint8Array>
  /** RSA-OAEP with SHA-256. @returns base64 */
  wrap: (publicPem: string, key: Uint8Array) => Promise<string>
}>
