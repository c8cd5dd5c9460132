/** Which way the powers of a plant flow, and the calls that turn them. */
import type { CallInput, CallReply } from '@heliograph/contract/calls.ts'
import type { TurnablePower } from '@heliograph/domain/meter-role.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

export type Signs = CallReply<'GET /maintain-s/station/{id}/signs'>
export type SignedPower = Signs['powers'][number]
export type SignOutcome = NonNullable<CallReply<'POST /maintain-s/station/{id}/signs'>['sun']>

export const signsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'signs'],
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>) =>
    call('GET /maintain-s/station/{id}/signs', { params: { id: plantId } }, { signal }),
})

type Answers = CallInput<'POST /maintain-s/station/{id}/signs'>['body']

/** @returns the outcome of each answer, and the signs that were turned */
export const answerSigns = (plantId: number, answers: Answers) =>
  call('POST /maintain-s/station/{id}/signs', { params: { id: plantId }, body: answers })

export const turnPower = (plantId: number, deviceId: number, power: TurnablePower, isTurned: boolean) =>
  call('POST /maintain-s/station/{id}/signs/turn', {
    params: { id: plantId },
    body: { deviceId, power, isTurned },
  })
