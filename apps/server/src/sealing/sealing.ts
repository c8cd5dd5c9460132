export { openSealed, SEALED_VALID_S, sealReply } from './sealed-body.ts'
export { ensureSealingKey, type SealingKey } from './sealing-key.ts'
