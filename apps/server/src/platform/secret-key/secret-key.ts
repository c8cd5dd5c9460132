export { AUTHENTICATOR, openSecretKey, sealStoredSecrets, serverKeyPurpose } from './seal-stored.ts'
export { createSecretKey, isSealedText, openStored, openText, sealText, secretKey, useSecretKey } from './sealing.ts'
