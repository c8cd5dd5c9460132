export { AUTHENTICATOR, sealStoredSecrets, serverKeyPurpose } from './seal-stored.ts'
export { createSecretKey, loadSecretKey, openStored, openText, sealText, secretKey, useSecretKey } from './sealing.ts'
