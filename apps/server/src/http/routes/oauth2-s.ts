import type { FamilyHandlers } from './handler.ts'
import { thirdPartyHandlers } from './identity-provider-handlers.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { sealHandlers } from './seal-handlers.ts'
import { tokenHandlers } from './token-handlers.ts'

export const oauth2Handlers: FamilyHandlers<'oauth2-s'> = {
  ...tokenHandlers,
  ...passkeyHandlers,
  ...sealHandlers,
  ...thirdPartyHandlers,
}
