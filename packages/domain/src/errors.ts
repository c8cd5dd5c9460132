/**
 * The error catalog: symbolic code -> message number (specification section 8), HTTP status and when it happens.
 * Texts are in i18n `errors.json` under `error.<no>`. Rooms throw `Refusal(code)`; one place turns it into a reply.
 */
type ErrorRow = Readonly<{ no: number | null; status: number; when: string }>

export const errorCatalog = {
  AUTH_INVALID_USERNAME_OR_PASSWORD: {
    no: 3,
    status: 401,
    when: 'the account does not exist or the password is wrong (the reply never says which)',
  },
  AUTH_TOKEN_INVALID: { no: 39, status: 401, when: 'no session, an expired or a revoked one' },
  USER_LOCKED: {
    no: 44,
    status: 423,
    when: 'too many wrong passwords for this account; the body has the minutes left',
  },
  IP_LOCKED: {
    no: 44,
    status: 423,
    when: 'too many wrong passwords from this address; the body has the minutes left',
  },
  TOO_MANY_REQUESTS: { no: 43, status: 429, when: 'a rate limit was exceeded' },
  PARAM_ERROR: {
    no: 17,
    status: 400,
    when: 'the request does not fit the contract; detail names the field as it stands in the request (`body.name`)',
  },
  METHOD_NOT_ALLOWED: { no: 17, status: 405, when: 'the path exists, but not with this method' },
  UNSUPPORTED_MEDIA_TYPE: {
    no: 17,
    status: 415,
    when: 'the body is neither JSON nor another type that the call accepts',
  },
  PAYLOAD_TOO_LARGE: { no: 17, status: 413, when: 'the body exceeds the cap' },
  NO_PERMISSION: { no: 21, status: 403, when: 'the session lacks the right that the call declares' },
  NOT_FOUND: {
    no: 18,
    status: 404,
    when: 'the resource does not exist or is not visible to this session (the reply never says which)',
  },
  DEVICE_NO_DATA: { no: 42, status: 404, when: 'the device exists but has never sent data' },
  GATEWAY_TAKEN: { no: 23, status: 409, when: 'the logger is registered to another plant' },
  GATEWAY_EXISTS: { no: 23, status: 409, when: 'the logger is already registered to this plant' },
  ACCOUNT_EXISTS: { no: 6, status: 409, when: 'the account name or email is used' },
  PASSWORD_TOO_SHORT: { no: 57, status: 400, when: 'shorter than 8 or longer than 100 characters' },
  PASSWORD_CHARACTERS: {
    no: 58,
    status: 400,
    when: 'white space, Chinese characters or fewer than two character classes',
  },
  PASSWORD_RUN: { no: 62, status: 400, when: 'runs of digits, letters or keyboard keys' },
  PASSWORD_REPEATED: { no: 63, status: 400, when: 'the same character three times in a row' },
  PASSWORD_TOO_SIMPLE: {
    no: 61,
    status: 400,
    when: 'few different characters, or a broken password, also in disguise',
  },
  PASSWORD_LOGIN: { no: 64, status: 400, when: 'the same as the account name, email or nickname' },
  SETUP_DONE: { no: 24, status: 409, when: 'the one-time set-up link was used or an administrator exists' },
  AUTH_USER_ALREADY_MIGRATED: {
    no: null,
    status: 409,
    when: 'the account moved to another data center; detail names it. Reported only with the correct password',
  },
  SECOND_FACTOR_REQUIRED: {
    no: null,
    status: 401,
    when: 'the password is correct and a second step is needed; detail has the challenge',
  },
  SECOND_FACTOR_WRONG: { no: 9, status: 401, when: 'the code of the authenticator app or the recovery code is wrong' },
  HUMAN_CHECK_REQUIRED: {
    no: null,
    status: 403,
    when: 'after failures: the request needs a solved CAPTCHA; detail has its level',
  },
  HUMAN_CHECK_FAILED: { no: 45, status: 403, when: 'the CAPTCHA answer is wrong, expired or used' },
  PASSKEY_FAILED: { no: 45, status: 401, when: 'the passkey is unknown or its signature is invalid' },
  PROOF_REQUIRED: {
    no: 17,
    status: 403,
    when: 'the call needs re-authentication; detail names what is missing: the password, or a code',
  },
  VERIFICATION_CODE_WRONG: { no: 4, status: 400, when: 'the code sent by email or SMS is different' },
  VERIFICATION_CODE_EXPIRED: { no: 8, status: 400, when: 'the code has expired, was used or was never sent' },
  VERIFICATION_TOO_OFTEN: { no: 44, status: 429, when: 'three wrong codes or three codes within an hour' },
  CODE_SENT_TOO_OFTEN: { no: 7, status: 429, when: 'a code was just sent; detail has the seconds left' },
  CONTACT_UNAVAILABLE: { no: null, status: 400, when: 'this server sends no SMS' },
  EMAIL_FORMAT: { no: 27, status: 400, when: 'the email address is invalid' },
  EMAIL_USED: {
    no: 12,
    status: 409,
    when: 'another account has this email address; reported only to its verified owner',
  },
  PHONE_USED: { no: 13, status: 409, when: 'another account has this number; reported only to its verified owner' },
  ACCOUNT_USED: { no: 11, status: 409, when: 'another account has this name' },
  ACCOUNT_NAME_EMPTY: { no: 10, status: 400, when: 'the name is only white space' },
  OLD_PASSWORD_WRONG: {
    no: 14,
    status: 403,
    when: 'the password that confirms a call is wrong, or was changed meanwhile',
  },
  PASSWORD_REUSED: { no: 60, status: 400, when: 'one of the last two passwords' },
  REGISTRATION_CLOSED: { no: 24, status: 403, when: 'this server accepts new accounts by invitation only' },
  THIRD_PARTY_UNKNOWN: { no: 45, status: 404, when: 'no such provider is configured' },
  THIRD_PARTY_STATE: {
    no: 45,
    status: 400,
    when: 'the callback belongs to no sign-in of this browser',
  },
  THIRD_PARTY_TOKEN_FAILED: { no: null, status: 502, when: 'the provider returned no token' },
  THIRD_PARTY_USER_FAILED: { no: null, status: 502, when: 'the provider returned no user' },
  THIRD_PARTY_USED: { no: null, status: 409, when: 'the provider account is linked to another account' },
  THIRD_PARTY_BOUND: { no: null, status: 409, when: 'this account is linked to another account at the provider' },
  WECHAT_USED: { no: 29, status: 409, when: 'the WeChat account is linked to another account' },
  QQ_USED: { no: 30, status: 409, when: 'the QQ account is linked to another account' },
  WECHAT_BOUND: { no: 31, status: 409, when: 'this account is linked to a WeChat account' },
  QQ_BOUND: { no: 32, status: 409, when: 'this account is linked to a QQ account' },
  WECHAT_TOKEN_FAILED: { no: 33, status: 502, when: 'WeChat returned no token' },
  WECHAT_USER_FAILED: { no: 34, status: 502, when: 'WeChat returned no user' },
  QQ_TOKEN_FAILED: { no: 35, status: 502, when: 'QQ returned no token' },
  QQ_USER_FAILED: { no: 36, status: 502, when: 'QQ returned no user' },
  LAST_SIGN_IN: { no: null, status: 409, when: 'the user could not sign in without this method' },
  LAST_ADMIN: { no: null, status: 409, when: 'the last administrator of an organization cannot leave or step down' },
  ORGANIZATION_HOLDS_PLANTS: { no: null, status: 409, when: 'an organization that owns plants cannot be dissolved' },
  ALREADY_MEMBER: { no: null, status: 409, when: 'the person or organization is already a member' },
  INVITATION_INVALID: {
    no: 8,
    status: 404,
    when: 'the invitation was used, withdrawn, expired or is for another address',
  },
  TOO_MANY: { no: null, status: 409, when: 'a limit of the product is reached; detail has it' },
  PRICES_IN_USE: { no: null, status: 409, when: 'a tariff follows this series of prices; detail has its first date' },
  CANCEL_NOT_SUPPORTED: {
    no: 40,
    status: 409,
    when: 'the account cannot be deleted yet; detail names the failed check',
  },
  CANCEL_IS_FINAL: { no: 41, status: 400, when: 'the phrase that confirms the deletion is wrong' },
  EXPORT_USED_WITHIN_YEAR: { no: 48, status: 409, when: 'the account was exported within the last year' },
  EXPORT_TOO_MANY_PLANTS: {
    no: 49,
    status: 409,
    when: 'more plants than the limit of one export; detail has both numbers',
  },
  EXPORT_TOO_LONG: { no: null, status: 400, when: 'more days than one export has; detail has both numbers' },
  EXPORT_TOO_MANY: {
    no: null,
    status: 409,
    when: 'more exports than a person may keep or have waiting; detail has both numbers',
  },
  EXPORT_SPACE: { no: null, status: 409, when: 'the files of the person fill their space; detail has both sizes' },
  EXPORT_TOO_LARGE: { no: null, status: 409, when: 'a file would be larger than the limit; detail has it' },
  FILE_NOT_FROM_HERE: {
    no: null,
    status: 404,
    when: 'a file that this installation did not sign, or that was changed since',
  },
  IMAGE_UNREADABLE: { no: null, status: 400, when: 'no JPEG, PNG or WebP, a broken one, or one with too many pixels' },
  RECOGNITION_ERROR: { no: null, status: 400, when: 'a photo in which no serial number was found' },
  CHANGED_SINCE: { no: null, status: 409, when: 'what should be undone was changed again since' },
  BRAND_KEY_USED: { no: null, status: 409, when: 'another brand has this key' },
  BRAND_CHANGED: { no: null, status: 409, when: 'somebody saved the brand in between' },
  LAYOUT_CHANGED: { no: null, status: 409, when: 'somebody saved the layout in between; detail has its version' },
  BRAND_FILE: { no: null, status: 400, when: 'a file that holds no brand' },
  ORDER_NOT_TAKEN: {
    no: null,
    status: 409,
    when: 'nothing can be sold yet: the operator has not said how it is paid, or nothing can be sent; detail has the reason',
  },
  BRAND_DOMAIN_UNPROVEN: { no: null, status: 409, when: 'the record or file that proves a domain was not found' },
  PLATFORM_SUSPENDED: {
    no: null,
    status: 403,
    when: 'the visited brand is out of service, and the caller is no administrator of it',
  },
  IMPORT_UNREADABLE: {
    no: null,
    status: 400,
    when: 'a file that holds no table, or more than an import takes; detail has the reason',
  },
  SEALED_BODY: {
    no: 45,
    status: 400,
    when: 'an encrypted body that cannot be decrypted, is too old or was sent before',
  },
  CENTER_UNKNOWN: { no: null, status: 404, when: 'no such data center is configured here' },
  CENTER_UNREACHABLE: { no: 1, status: 502, when: 'the other data center does not answer' },
  MOVE_REFUSED: {
    no: null,
    status: 409,
    when: 'the other data center does not accept the account; detail has the reason',
  },
  CHINA_USERS_SWITCH: { no: 47, status: 409, when: 'an account of mainland China at another data center' },
  TIMED_OUT: { no: 2, status: 504, when: 'no answer in time' },
  PHONE_EXISTS: { no: 5, status: 409, when: 'an account with this number exists; reported only to its verified owner' },
  DATA_NOT_VISIBLE: { no: 15, status: 403, when: 'the data exists but is not visible to the session' },
  ABNORMAL: { no: 25, status: 409, when: 'the state does not allow this now' },
  ACCOUNT_NOT_FOUND: { no: 26, status: 404, when: 'no such account, where the reply reveals nothing' },
  NO_DATA: { no: 28, status: 404, when: 'no data in the range' },
  ALARM_BLOCKED: { no: 37, status: 409, when: 'the alarm is already blocked' },
  ALARM_BLOCK_LIMIT: { no: 38, status: 409, when: 'ten alarms of the plant are blocked' },
  REGION_NOT_ALLOWED: {
    no: 46,
    status: 409,
    when: 'by regulation a plant of this country belongs to another data center',
  },
  DEVICE_BUSY: { no: 50, status: 409, when: 'the device executes a command' },
  TRIGGER_ISSUED: { no: 51, status: 409, when: 'a trigger command was issued' },
  OPTIMIZER_NOT_IN_PLANT: { no: 52, status: 409, when: 'the optimizer to be replaced is not in the plant' },
  OPTIMIZER_IN_PLANT: { no: 53, status: 409, when: 'the new optimizer is already in the plant' },
  OPTIMIZER_ELSEWHERE: { no: 54, status: 409, when: 'the new optimizer is in another plant' },
  GATEWAY_NOT_IN_PLANT: { no: 55, status: 409, when: 'a gateway is not in the plant' },
  OPTIMIZER_SAME_SERIAL: { no: 56, status: 400, when: 'old and new serial number are the same' },
  LOGGER_NOT_IN_REGION: { no: 59, status: 409, when: 'the logger is not sold for this region' },
  PASSWORD_MINIMUM: { no: 65, status: 400, when: 'fewer than 8 characters, where only the minimum is checked' },
  SERVER_FAILURE: { no: 16, status: 500, when: 'a bug; the log has it under the request ID' },
  UNAVAILABLE: { no: 1, status: 503, when: 'the database is starting, stopping or unreachable' },
} as const satisfies Record<string, ErrorRow>

/** Numbers that the specification gives to one meaning twice: the second one and the first. */
export const twinNumbers: Readonly<Record<number, number>> = { 9: 4, 19: 10, 20: 11, 22: 21, 24: 21 }

export type ErrorCode = keyof typeof errorCatalog

/** A deliberate refusal by a room. `detail` is shown to the user and must hold no secret. */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly detail: Readonly<Record<string, string | number>> | undefined
  constructor(code: ErrorCode, detail?: Readonly<Record<string, string | number>>) {
    super(code)
    this.name = 'Refusal'
    this.code = code
    this.detail = detail
  }
}
