import { authHandlers } from './auth-s.ts'
import { backyardHandlers } from './backyard-api-s.ts'
import { deviceSHandlers } from './device-s.ts'
import type { Handlers } from './handler.ts'
import { maintainHandlers } from './maintain-s.ts'
import { messageSHandlers } from './message-s.ts'
import { oauth2Handlers } from './oauth2-s.ts'
import { regionHandlers } from './region-s.ts'
import { userHandlers } from './user-s.ts'

/** Every call of the contract. */
export const handlers: Handlers = {
  ...oauth2Handlers,
  ...userHandlers,
  ...authHandlers,
  ...backyardHandlers,
  ...maintainHandlers,
  ...deviceSHandlers,
  ...regionHandlers,
  ...messageSHandlers,
}
