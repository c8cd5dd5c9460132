/** Endpoints of devices that the server reads, and the calls about them. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { CallFailure } from './failure.ts'
import { plantKey } from './queries.ts'

export type Targets = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/targets'>>
export type FoundDevice = CallReply<'POST /maintain-s/station/{id}/targets/probe'>['data'][number]

export type Target = Targets['data'][number]
export type TargetReport = NonNullable<Target['report']>
/** The subject of an exchange. */
export type About = TargetReport['exchanges'][number]['about']

export const targetsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'targets'],
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<Targets> =>
    call('GET /maintain-s/station/{id}/targets', { params: { id: plantId } }, { signal }),
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
  (await call('POST /maintain-s/station/{id}/targets', { params: { id: plantId }, body: { offers } })).id

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
