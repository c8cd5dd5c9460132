export {
  type Client,
  endSession,
  findSession,
  type Membership,
  type OpenedSession,
  removeExpiredSessions,
  type Session,
} from './sessions.ts'
export { createFirstAdministrator, createSetupToken, setupIsOpen } from './setup.ts'
export { signIn } from './sign-in.ts'
export { addUser, type CurrentUser, findUser, getCurrentUser, type NewUser } from './users.ts'
