import { ENCRYPTED_VALID_S } from '../../platform/encryption/encryption.ts'
import type { FamilyHandlers } from './handler.ts'

export const sealHandlers = {
  'GET /oauth2-s/oauth/public-key': async ({ context }) => ({
    keyId: context.services.encryptionKey.keyId,
    publicKey: context.services.encryptionKey.publicPem,
    now: context.nowMs,
    validForS: ENCRYPTED_VALID_S,
  }),
} satisfies Partial<FamilyHandlers<'oauth2-s'>>
