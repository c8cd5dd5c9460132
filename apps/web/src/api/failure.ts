import { type Fault, type FaultBody, judge, type Verdict } from './error-policy.ts'

/** Why a call failed, with its row of the transport table. */
export class CallFailure extends Error {
  readonly verdict: Verdict
  readonly status: number
  readonly body: FaultBody
  /** Symbolic code of the reply, '' without one. */
  readonly code: string

  constructor(fault: Fault) {
    const verdict = judge(fault)
    const body = fault.kind === 'status' ? fault.body : {}
    super(body.code ?? verdict.row)
    this.name = 'CallFailure'
    this.verdict = verdict
    this.status = fault.kind === 'status' ? fault.status : 0
    this.body = body
    this.code = body.code ?? ''
  }
}

/** Time until the server takes the call again, where a person has called too often; else undefined. */
export const retryAfterMs = (failure: unknown): number | undefined =>
  failure instanceof CallFailure && failure.code === 'TOO_MANY_REQUESTS'
    ? Math.max(1, Number(failure.body.detail?.seconds ?? 1)) * 1000
    : undefined

/** Worth an automatic retry: the connection or the server was down, and nothing was refused. */
export const isPassing = (failure: unknown): boolean =>
  failure instanceof CallFailure && ['network', 'timeout', '502', 'disk-full', '503'].includes(failure.verdict.row)
