export { AUTHENTICATOR, openSecretKey, sealStoredSecrets, serverKeyPurpose } from './seal-stored.ts'
export { createSecretKey, openStored, openText, sealText, secretKey, useSecretKey } from './sealing.ts'
