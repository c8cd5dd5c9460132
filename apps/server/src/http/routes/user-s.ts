import { leavingHandlers } from './account-lifecycle-handlers.ts'
import { bindingHandlers } from './binding-handlers.ts'
import type { FamilyHandlers } from './handler.ts'
import { identityHandlers } from './identity-handlers.ts'
import { moveHandlers } from './move-handlers.ts'
import { organizationHandlers } from './organization-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'
import { registrationHandlers } from './registration-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { securityHandlers } from './security-handlers.ts'
import { sessionHandlers } from './session-handlers.ts'
import { setupHandlers } from './setup-handlers.ts'
import { transferHandlers } from './transfer-handlers.ts'
import { visitorHandlers } from './visitor-handlers.ts'

export const userHandlers: FamilyHandlers<'user-s'> = {
  ...visitorHandlers,
  ...setupHandlers,
  ...identityHandlers,
  ...registrationHandlers,
  ...profileHandlers,
  ...securityHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...organizationHandlers,
  ...leavingHandlers,
  ...moveHandlers,
  ...transferHandlers,
  ...bindingHandlers,
}
