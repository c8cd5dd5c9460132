/** Refused counter steps, and the progress of a recount. */
import type { Recount, StepDecision } from '@heliograph/contract/maintain-s/station.ts'
import { call } from './call.ts'

export type { StepDecision }

/** A refused step of a counter, between two readings in kWh. */
export type RefusedStep = Readonly<{
  deviceId: number
  deviceName: string
  quantity: string
  /** From the later reading. */
  atMs: number
  before: number
  after: number
  decision: StepDecision
}>

export async function fetchRefusedSteps(id: number, signal?: AbortSignal): Promise<readonly RefusedStep[]> {
  const { data } = await call('GET /maintain-s/station/{id}/refused-steps', { params: { id } }, { signal })
  return data.map(({ time, ...same }) => ({ ...same, atMs: time }))
}

export const decideStep = (
  id: number,
  { deviceId, quantity, atMs }: Pick<RefusedStep, 'deviceId' | 'quantity' | 'atMs'>,
  decision: StepDecision,
) =>
  call('POST /maintain-s/station/{id}/refused-steps', {
    params: { id },
    body: { deviceId, quantity, time: atMs, decision },
  })

/** done of total parts; 0 of 0: not known yet. */
export type RecountState = Readonly<Pick<Recount, 'state' | 'done' | 'total'>>

export const fetchRecount = (id: number, signal?: AbortSignal): Promise<RecountState> =>
  call('GET /maintain-s/station/{id}/recount', { params: { id } }, { signal })

export const requestRecount = (id: number): Promise<RecountState> =>
  call('POST /maintain-s/station/{id}/recount', { params: { id } })
