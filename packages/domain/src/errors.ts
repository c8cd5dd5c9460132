/**
 * The error catalogue: symbolic code -> message number (specification section 8), HTTP status and when it happens.
 * Texts are in i18n `errors.json` under `error.<no>`. Rooms throw `Refusal(code)`; one place turns it into a reply.
 */
type ErrorRow = Readonly<{ no: number | null; status: number; when: string }>

export const errorCatalogue = {
  AUTH_INVALID_USERNAME_OR_PASSWORD: {
    no: 3,
    status: 401,
    when: 'the account does not exist or the password is wrong (never told apart)',
  },
  AUTH_TOKEN_INVALID: { no: 39, status: 401, when: 'no session, an expired or a revoked one' },
  USER_LOCKED: {
    no: 44,
    status: 423,
    when: 'too many wrong passwords for this account; the body carries the minutes left',
  },
  IP_LOCKED: {
    no: 44,
    status: 423,
    when: 'too many wrong passwords from this address; the body carries the minutes left',
  },
  TOO_MANY_REQUESTS: { no: 43, status: 429, when: 'a rate limit was passed' },
  PARAM_ERROR: { no: 17, status: 400, when: 'the request does not fit the contract; detail names the field' },
  METHOD_NOT_ALLOWED: { no: 17, status: 405, when: 'the path exists, but not with this method' },
  UNSUPPORTED_MEDIA_TYPE: { no: 17, status: 415, when: 'the body is neither JSON nor what the call takes' },
  PAYLOAD_TOO_LARGE: { no: 17, status: 413, when: 'the body exceeds the cap' },
  NO_PERMISSION: { no: 21, status: 403, when: 'the session lacks the right that the call declares' },
  NOT_FOUND: {
    no: 18,
    status: 404,
    when: 'the thing does not exist or is not visible to this session (never told apart)',
  },
  DEVICE_NO_DATA: { no: 42, status: 404, when: 'the device exists but never sent data' },
  GATEWAY_TAKEN: { no: 23, status: 409, when: 'the logger is registered to another plant' },
  GATEWAY_EXISTS: { no: 23, status: 409, when: 'the logger is registered to this plant already' },
  ACCOUNT_EXISTS: { no: 6, status: 409, when: 'the account name or e-mail is used' },
  PASSWORD_TOO_SHORT: { no: 57, status: 400, when: 'shorter than 8 or longer than 100 characters' },
  PASSWORD_CHARACTERS: {
    no: 58,
    status: 400,
    when: 'white space, Chinese characters or fewer than two character classes',
  },
  PASSWORD_RUN: { no: 62, status: 400, when: 'runs of digits, letters or keyboard keys' },
  PASSWORD_REPEATED: { no: 63, status: 400, when: 'the same character three times in a row' },
  PASSWORD_TOO_SIMPLE: { no: 61, status: 400, when: 'few different characters, or a well-known password in disguise' },
  PASSWORD_LOGIN: { no: 64, status: 400, when: 'the same as the account, e-mail or nickname' },
  SETUP_DONE: { no: 24, status: 409, when: 'the one-time set-up link was used or an administrator exists' },
  SERVER_FAILURE: { no: 16, status: 500, when: 'a bug; the log has it under the request id' },
  UNAVAILABLE: { no: 1, status: 503, when: 'the store is starting, stopping or unreachable' },
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorCatalogue

/** A refusal a room gives on purpose. `detail` is shown to the user and must hold nothing secret. */
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
