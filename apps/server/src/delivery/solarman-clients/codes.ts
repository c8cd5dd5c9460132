/** Refusals of the field's cloud: clients compare the numbers, and two of the texts. */
const codes = {
  unavailable: ['3201001', 'service unavailable'],
  failed: ['3501004', 'remote rpc exception'],
  tooFrequent: ['2101002', 'request too frequent'],
  forbidden: ['2101003', 'request forbidden'],
  missingParameter: ['2101005', 'request param is missing'],
  invalidParameter: ['2101006', 'invalid param'],
  wrongType: ['2101008', 'invalid param type'],
  locked: ['2101009', 'appId or api is locked'],
  longerThan30Days: ['2101012', 'the time range exceeds 30 days'],
  longerThan12Months: ['2101013', 'the time range exceeds 12 months'],
  startAfterEnd: ['2101014', 'start time is after end time'],
  timeFormat: ['2101015', 'invalid time format'],
  tokenMissing: ['2101017', 'auth token not found'],
  invalidToken: ['2101019', 'auth invalid token'],
  invalidOrganization: ['2101020', 'invalid orgId'],
  invalidAppId: ['2101021', 'invalid appId'],
  accessDenied: ['2101023', 'access denied'],
  resourceMissing: ['2101024', 'resource does not exist'],
  authFailed: ['2101025', 'auth failed'],
  pageTooBig: ['2101026', 'page size too big'],
  noRight: ['2101027', 'no permission'],
  stationMissing: ['2101031', 'station does not exist'],
  deviceMissing: ['2101032', 'device does not exist'],
} as const
export type ClientCode = keyof typeof codes

/** A refusal in the words of the field's cloud. */
export class ClientRefusal extends Error {
  readonly code: ClientCode
  /** Seconds to wait; with `tooFrequent` only. */
  readonly seconds: number | undefined
  constructor(code: ClientCode, seconds?: number) {
    super(code)
    this.code = code
    this.seconds = seconds
  }
}

export const numberOfCode = (code: ClientCode): string => codes[code][0]
export const textOfCode = (code: ClientCode): string => codes[code][1]

/** Clients read the body of an ordinary reply; they look at the status only where they know what to do about it. */
const statuses: Partial<Readonly<Record<ClientCode, number>>> = {
  tokenMissing: 401,
  invalidToken: 401,
  tooFrequent: 429,
  unavailable: 503,
  failed: 500,
}
export const statusOfCode = (code: ClientCode): number => statuses[code] ?? 200

const SUCCESS = '1000000'
type Envelope = Readonly<{ code: string; msg: string | null; success: boolean; requestId: string }>

/** One client refuses every reply with a text in `msg`, another every `code` that is null. */
export const toSuccess = (requestId: string, payload: object): Envelope & object => ({
  code: SUCCESS,
  msg: null,
  success: true,
  requestId,
  ...payload,
})
export const toFailure = (requestId: string, code: ClientCode): Envelope => ({
  code: numberOfCode(code),
  msg: textOfCode(code),
  success: false,
  requestId,
})
