export { type Decrypted, decryptBody, ENCRYPTED_VALID_S, encryptReply } from './encrypted-body.ts'
export { ensureEncryptionKey, type EncryptionKey } from './encryption-key.ts'
