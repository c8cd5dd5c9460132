/** Endpoints of devices that the server reads, and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { CallFailure } from './failure.ts'
import { plantKey } from './queries.ts'
import { toMs } from './wire-time.ts'

type Row = CallReply<'GET /maintain-s/station/{id}/targets'>['data'][number]
type WireReport = NonNullable<Row['report']>
export type FoundDevice = CallReply<'POST /maintain-s/station/{id}/targets/probe'>['data'][number]

/** The subject of an exchange. */
export type About = WireReport['exchanges'][number]['about']

export type TargetReport = Readonly<
  Omit<WireReport, 'at' | 'failedConnections' | 'lastHeard' | 'nextTry' | 'failure' | 'leftOut'> & {
    reportedAtMs: number
    /** Connections that were not made. */
    brokenConnections: number
    lastHeardMs: number | null
    nextTryMs: number | null
    failure: Readonly<{ reason: string; sinceMs: number }> | null
    /** `code`: of the refusal; null: no answer came. */
    leftOut: readonly Readonly<{ about: About; retryAtMs: number; code: number | null }>[]
  }
>
export type Target = Readonly<
  Omit<Row, 'report' | 'lost' | 'paused'> & {
    isPaused: boolean
    report: TargetReport | null
    /** Ports that it had and has, of one that is not reached for days. */
    lost: Readonly<{ before: readonly number[]; now: readonly number[] }> | null
  }
>
export type Targets = Readonly<{
  /** Whether the operator lets the server read devices at all. */
  isOpen: boolean
  ways: readonly Readonly<{ id: string; ports: readonly number[] }>[]
  /** Loggers that could be read over their own connections. */
  loggers: readonly Readonly<{ serial: string; name: string; isAllowed: boolean }>[]
  targets: readonly Target[]
}>

const toReport = ({
  at,
  failedConnections,
  lastHeard,
  nextTry,
  failure,
  leftOut,
  ...report
}: WireReport): TargetReport => ({
  ...report,
  reportedAtMs: toMs(at),
  brokenConnections: failedConnections,
  lastHeardMs: toMs(lastHeard),
  nextTryMs: toMs(nextTry),
  failure: failure && { reason: failure.reason, sinceMs: toMs(failure.since) },
  leftOut: leftOut.map(({ about, retryAt, code }) => ({ about, retryAtMs: toMs(retryAt), code })),
})

export const targetsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'targets'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<Targets> => {
    const { data, ...rest } = await call(
      'GET /maintain-s/station/{id}/targets',
      { params: { id: plantId } },
      { signal },
    )
    return {
      ...rest,
      targets: data.map(({ paused, report, ...row }) => ({
        ...row,
        isPaused: paused,
        report: report && toReport(report),
      })),
    }
  },
})

export type Address = Readonly<{
  way: string
  host: string
  port: number
  settings: Readonly<Record<string, string | number | boolean>>
  /** An agent that looks and reads; missing: the server. */
  agentId?: number
}>
export type Rates = Readonly<{ pollSeconds: number; storeSeconds: number }>

/** Reasons of a refused address that the page has sentences for. */
export const probeReasons = [
  'closed',
  'port',
  'network',
  'unknownHost',
  'refused',
  'otherProtocol',
  'noAnswer',
  'notAllowed',
  'endpointTaken',
  'busy',
  'asleep',
  'offline',
  'commandsOff',
  'agentSilent',
] as const
export type ProbeReason = (typeof probeReasons)[number]

export function probeReasonOf(failure: unknown): ProbeReason | undefined {
  const reason = failure instanceof CallFailure ? failure.body.detail?.reason : undefined
  return probeReasons.find((known) => known === reason)
}

export const probeAddress = async (plantId: number, address: Address): Promise<readonly FoundDevice[]> =>
  (await call('POST /maintain-s/station/{id}/targets/probe', { params: { id: plantId }, body: address })).data

/** @returns the id of the target */
export const addTarget = async (plantId: number, offers: readonly string[]): Promise<number> =>
  (await call('POST /maintain-s/station/{id}/targets', { params: { id: plantId }, body: { offers: [...offers] } })).id

export const changeTarget = (plantId: number, targetId: number, rates: Rates) =>
  call('POST /maintain-s/station/{id}/targets/{targetId}', { params: { id: plantId, targetId }, body: rates })

export const pauseTarget = (plantId: number, targetId: number, paused: boolean) =>
  call('POST /maintain-s/station/{id}/targets/{targetId}/pause', {
    params: { id: plantId, targetId },
    body: { paused },
  })

export const removeTarget = (plantId: number, targetId: number) =>
  call('DELETE /maintain-s/station/{id}/targets/{targetId}', { params: { id: plantId, targetId } })

export const readTarget = (plantId: number, targetId: number) =>
  call('POST /maintain-s/station/{id}/targets/{targetId}/read', { params: { id: plantId, targetId } })
