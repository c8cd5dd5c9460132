import { SEALED_VALID_S } from '../sealing/sealing.ts'
import type { FamilyHandlers } from './handler.ts'

export const sealHandlers = {
  'GET /oauth2-s/oauth/public-key': async ({ context }) => ({
    keyId: context.services.sealingKey.keyId,
    publicKey: context.services.sealingKey.publicPem,
    now: context.nowMs,
    validForS: SEALED_VALID_S,
  }),
} satisfies Partial<FamilyHandlers<'oauth2-s'>>
