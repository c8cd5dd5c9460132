export { AUTHENTICATOR, KEY_CHECK, openSecretKey, sealStoredSecrets, serverKeyPurpose } from './seal-stored.ts'
export {
  createSecretKey,
  isSealedText,
  keepSecretKey,
  openStored,
  openText,
  readSecretKey,
  sealText,
  secretKey,
  useSecretKey,
} from './sealing.ts'
