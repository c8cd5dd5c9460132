import type { FamilyHandlers } from './handler.ts'
import { roleHandlers } from './role-handlers.ts'

export const authHandlers: FamilyHandlers<'auth-s'> = {
  ...roleHandlers,
}
