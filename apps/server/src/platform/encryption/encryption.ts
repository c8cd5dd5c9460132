export { decryptBody, ENCRYPTED_VALID_S, encryptReply } from './encrypted-body.ts'
export { createUnwrap, type EncryptionKey, ensureEncryptionKey } from './encryption-key.ts'
