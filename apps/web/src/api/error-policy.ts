/**
 * The transport table of the specification (section 8): the message, the redirect and the rejection of a failed call.
 */
import type { TextKey } from '@heliograph/i18n/keys.ts'

/** The body of an error reply, or the part of it that arrived. */
export type FaultBody = Readonly<{
  code?: string
  no?: number | null
  msg?: string
  requestId?: string
  detail?: Readonly<Record<string, string | number>>
}>

export type Fault =
  | Readonly<{ kind: 'network' }>
  | Readonly<{ kind: 'timeout' }>
  | Readonly<{ kind: 'status'; status: number; body: FaultBody }>

export type FaultText = Readonly<{ key: TextKey; values?: Readonly<Record<string, string | number>> }>

type Row = Readonly<{
  name: string
  when: (status: number, code: string, kind: Fault['kind'], body: FaultBody) => boolean
  /** The message; absent: the text of the code. */
  text?: TextKey
  /** A warning is shown to the user at once. */
  toast: boolean
  session: 'keep' | 'clear'
  goToLogin: boolean
  /** The rejection that the caller gets: the bare code, the whole body, or the text. */
  reject: 'code' | 'body' | 'text'
}>

const bareCodes = [
  'AUTH_INVALID_USERNAME_OR_PASSWORD',
  'AUTH_USER_ALREADY_MIGRATED',
  'RECOGNITION_ERROR',
  'PARAM_ERROR',
]

/**
 * Replies about the user's input or next step: the form shows them, and no session ends although some have status 401.
 */
const answers = [
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_WRONG',
  'HUMAN_CHECK_REQUIRED',
  'HUMAN_CHECK_FAILED',
  'IMAGE_UNREADABLE',
  'BRAND_KEY_USED',
  'BRAND_CHANGED',
  'LAYOUT_CHANGED',
  'CHANGED_SINCE',
  'ORDER_NOT_TAKEN',
  'BRAND_FILE',
  'BRAND_DOMAIN_UNPROVEN',
  'PLATFORM_SUSPENDED',
  'PASSKEY_FAILED',
  'PROOF_REQUIRED',
  'OLD_PASSWORD_WRONG',
  'REGISTRATION_CLOSED',
  'VERIFICATION_TOO_OFTEN',
  'CODE_SENT_TOO_OFTEN',
  'THIRD_PARTY_TOKEN_FAILED',
  'THIRD_PARTY_USER_FAILED',
  'WECHAT_TOKEN_FAILED',
  'WECHAT_USER_FAILED',
  'QQ_TOKEN_FAILED',
  'QQ_USER_FAILED',
]
const stay = { session: 'keep', goToLogin: false } as const

// The first matching row counts. Codes come before statuses: a wrong password is a 401 that ends no session.
const table: readonly Row[] = [
  {
    name: 'network',
    when: (_s, _c, kind) => kind === 'network',
    text: 'transport.network',
    toast: true,
    ...stay,
    reject: 'text',
  },
  {
    name: 'timeout',
    when: (_s, _c, kind) => kind === 'timeout',
    text: 'transport.timeout',
    toast: true,
    ...stay,
    reject: 'text',
  },
  { name: 'bare-code', when: (_s, code) => bareCodes.includes(code), toast: false, ...stay, reject: 'code' },
  {
    name: 'locked',
    when: (_s, code) => code === 'IP_LOCKED' || code === 'USER_LOCKED',
    toast: false,
    ...stay,
    reject: 'body',
  },
  { name: 'answer', when: (_s, code) => answers.includes(code), toast: false, ...stay, reject: 'body' },
  {
    name: 'invalid-token',
    when: (_s, code, _k, body) => code === 'Invalid token' || body.msg === 'Invalid token',
    text: 'transport.invalidToken',
    toast: true,
    session: 'clear',
    goToLogin: true,
    reject: 'text',
  },
  {
    name: '401',
    when: (status) => status === 401,
    text: 'error.39',
    toast: false,
    session: 'clear',
    goToLogin: true,
    reject: 'text',
  },
  {
    name: '301',
    when: (status, code) => status === 301 || code === '301',
    text: 'error.39',
    toast: false,
    session: 'keep',
    goToLogin: true,
    reject: 'text',
  },
  { name: '403', when: (status) => status === 403, text: 'transport.forbidden', toast: true, ...stay, reject: 'text' },
  {
    // A warning, as the specification says; but the network is well: a proxy answers, its server does not.
    name: '502',
    when: (status) => status === 502 || status === 504,
    text: 'transport.serverAway',
    toast: true,
    ...stay,
    reject: 'text',
  },
  {
    name: '429',
    when: (status) => status === 429,
    text: 'transport.tooFrequent',
    toast: true,
    ...stay,
    reject: 'text',
  },
  {
    name: 'disk-full',
    when: (status, _c, _k, body) => status === 503 && body.detail?.reason === 'diskFull',
    text: 'transport.diskFull',
    toast: false,
    ...stay,
    reject: 'text',
  },
  {
    name: '503',
    when: (status) => status === 503,
    text: 'transport.serverException',
    toast: false,
    ...stay,
    reject: 'text',
  },
  { name: 'known-code', when: (_s, _c, _k, body) => textOf(body) !== undefined, toast: true, ...stay, reject: 'text' },
  { name: 'unknown', when: () => true, text: 'error.16', toast: false, ...stay, reject: 'text' },
]

export type Verdict = Readonly<{
  row: string
  text: FaultText
  toast: boolean
  session: 'keep' | 'clear'
  goToLogin: boolean
  reject: Row['reject']
}>

/** The text of a reply's code, by its number in the specification's list. */
function textOf(body: FaultBody): FaultText | undefined {
  if (body.code === 'USER_LOCKED') return { key: 'error.userLocked', values: { minutes: minutesOf(body) } }
  if (body.code === 'IP_LOCKED') return { key: 'error.ipLocked', values: { minutes: minutesOf(body) } }
  const { no, code } = body
  if (typeof no === 'number' && Number.isInteger(no) && no >= 1 && no <= 65) return { key: `error.${no}` as TextKey }
  const row = code === undefined ? undefined : codeTexts[code as keyof typeof codeTexts]
  return row === undefined ? undefined : { key: row, ...(body.detail ? { values: body.detail } : {}) }
}

/** Codes without a number in the specification's list. */
const codeTexts = {
  AUTH_USER_ALREADY_MIGRATED: 'error.AUTH_USER_ALREADY_MIGRATED',
  SECOND_FACTOR_REQUIRED: 'error.SECOND_FACTOR_REQUIRED',
  HUMAN_CHECK_REQUIRED: 'error.HUMAN_CHECK_REQUIRED',
  CONTACT_UNAVAILABLE: 'error.CONTACT_UNAVAILABLE',
  THIRD_PARTY_TOKEN_FAILED: 'error.THIRD_PARTY_TOKEN_FAILED',
  THIRD_PARTY_USER_FAILED: 'error.THIRD_PARTY_USER_FAILED',
  THIRD_PARTY_USED: 'error.THIRD_PARTY_USED',
  THIRD_PARTY_BOUND: 'error.THIRD_PARTY_BOUND',
  LAST_SIGN_IN: 'error.LAST_SIGN_IN',
  LAST_ADMIN: 'error.LAST_ADMIN',
  ORGANIZATION_HOLDS_PLANTS: 'error.ORGANIZATION_HOLDS_PLANTS',
  ALREADY_MEMBER: 'error.ALREADY_MEMBER',
  TOO_MANY: 'error.TOO_MANY',
  CHANGED_SINCE: 'error.CHANGED_SINCE',
  PRICES_IN_USE: 'error.PRICES_IN_USE',
  CENTER_UNKNOWN: 'error.CENTER_UNKNOWN',
  MOVE_REFUSED: 'error.MOVE_REFUSED',
  EXPORT_TOO_LONG: 'error.EXPORT_TOO_LONG',
  EXPORT_TOO_MANY: 'error.EXPORT_TOO_MANY',
  EXPORT_SPACE: 'error.EXPORT_SPACE',
  EXPORT_TOO_LARGE: 'error.EXPORT_TOO_LARGE',
  FILE_NOT_FROM_HERE: 'error.FILE_NOT_FROM_HERE',
  IMPORT_UNREADABLE: 'error.IMPORT_UNREADABLE',
  RECOGNITION_ERROR: 'error.RECOGNITION_ERROR',
  BRAND_KEY_USED: 'error.BRAND_KEY_USED',
  BRAND_CHANGED: 'error.BRAND_CHANGED',
  ORDER_NOT_TAKEN: 'error.ORDER_NOT_TAKEN',
  BRAND_FILE: 'error.BRAND_FILE',
  BRAND_DOMAIN_UNPROVEN: 'error.BRAND_DOMAIN_UNPROVEN',
  LAYOUT_CHANGED: 'error.LAYOUT_CHANGED',
  PLATFORM_SUSPENDED: 'error.PLATFORM_SUSPENDED',
  IMAGE_UNREADABLE: 'error.IMAGE_UNREADABLE',
} as const satisfies Readonly<Record<string, TextKey>>

const minutesOf = (body: FaultBody): number => Math.max(1, Math.ceil(Number(body.detail?.minutes) || 0))

export function judge(fault: Fault): Verdict {
  const status = fault.kind === 'status' ? fault.status : 0
  const body = fault.kind === 'status' ? fault.body : {}
  const row = table.find((item) => item.when(status, body.code ?? '', fault.kind, body))
  if (!row) throw new Error('The last row of the table fits everything')
  const text: FaultText = row.text ? { key: row.text } : (textOf(body) ?? { key: 'error.16' })
  return { row: row.name, text, toast: row.toast, session: row.session, goToLogin: row.goToLogin, reject: row.reject }
}
