export {
  type AccessToken,
  addAccessToken,
  isInForce,
  listAccessTokens,
  noteTokenUse,
  removeAccessToken,
  removeMadeByExpired,
} from './access-tokens.ts'
export { beginAuthenticator, hasAuthenticator } from './authenticator.ts'
export { type CallBudgets, createCallBudgets, removeFullBudgets } from './call-budget.ts'
export { canReAuthenticate, removeContact, setContact } from './contact-change.ts'
export { type CaptchaPort, verifyCredentials } from './credentials.ts'
export { getCurrentUser } from './current-user.ts'
export { findSession, findSolarmanSession } from './find-session.ts'
export { createHandOverCode, findHandOver, takeHandOver } from './hand-over-code.ts'
export { lockNameOf } from './locks.ts'
export { lockUser, removeOwn, requirePlace } from './own-rows.ts'
export { beginPasskeySignIn, signInByPasskey } from './passkey-sign-in.ts'
export { addPasskey, beginPasskey, listPasskeys, type Passkey, removePasskey } from './passkeys.ts'
export { type Change, changePassword, setPassword } from './password-change.ts'
export { findPhoto, setPhoto } from './photo.ts'
export { changePreferences, changeProfile } from './profile.ts'
export { type ReAuthentication, reAuthenticate } from './re-authentication.ts'
export {
  findOwnContact,
  register,
  requestRegistrationCode,
  requestResetCode,
  resetPassword,
} from './registration.ts'
export { replaceRecoveryCodes, turnAuthenticatorOff, turnAuthenticatorOn } from './second-factor-change.ts'
export { getSecurityState } from './security-state.ts'
export {
  endOtherSessions,
  endSession,
  endSessionOf,
  listSessions,
  removeExpiredSessions,
} from './session-list.ts'
export {
  finishFirstStep,
  openVerifiedSession,
  type SignedIn,
  type SignInServices,
} from './session-opening.ts'
export { refreshSession, renewSession } from './session-renewal.ts'
export {
  ACCESS_TOKEN_PREFIX,
  type Client,
  type Holder,
  hashToken,
  isChosen,
  LONG_SESSION_S,
  LONGEST_SESSION_S,
  type Membership,
  makeToken,
  type OpenedSession,
  openSession,
  type Session,
  SHORT_SESSION_S,
} from './sessions.ts'
export { createFirstAdministrator, createSetupToken, isSetupOpen, isSetupToken } from './setup.ts'
export { finishSecondStep, signIn } from './sign-in.ts'
export { BROWSER_DAYS, listSignIns, removeOldSignIns, SIGN_IN_DAYS } from './sign-in-log.ts'
export { type RemovedSignInMethod, requireOtherSignInMethod } from './sign-in-methods.ts'
export {
  addSolarmanAccess,
  openSolarmanAccess,
  readSolarmanToken,
  type SolarmanKeys,
  type SolarmanRefusal,
} from './solarman-access.ts'
export { addUser, findUser, insertUser, type NewUser, prepareUser } from './users.ts'
export type { RelyingParty } from './webauthn.ts'
