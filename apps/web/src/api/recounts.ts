/** Refused counter steps and powers, and the progress of a recount. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { Recount, RefusedPower, RefusedStep, StepDecision } from '@heliograph/contract/maintain-s/station.ts'
import { call } from './call.ts'

export type { RefusedPower, RefusedStep, StepDecision }

export const fetchRefused = (
  id: number,
  signal?: AbortSignal,
): Promise<CallReply<'GET /maintain-s/station/{id}/refused-steps'>> =>
  call('GET /maintain-s/station/{id}/refused-steps', { params: { id } }, { signal })

/** `atMs`: of a step; of powers the start of their day. */
export type Decidable = Readonly<{ deviceId: number; quantity: string; atMs: number }>

export const decideStep = (id: number, { deviceId, quantity, atMs }: Decidable, decision: StepDecision) =>
  call('POST /maintain-s/station/{id}/refused-steps', {
    params: { id },
    body: { deviceId, quantity, atMs, decision },
  })

/** done of total parts; 0 of 0: not known yet. */
export type RecountState = Readonly<Pick<Recount, 'state' | 'done' | 'total'>>

export const fetchRecount = (id: number, signal?: AbortSignal): Promise<RecountState> =>
  call('GET /maintain-s/station/{id}/recount', { params: { id } }, { signal })

export const requestRecount = (id: number): Promise<RecountState> =>
  call('POST /maintain-s/station/{id}/recount', { params: { id } })
