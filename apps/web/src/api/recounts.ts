/** Refused counter steps and powers, and the progress of a recount. */
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

/** Powers of a quantity and UTC day beyond what the device can deliver, W. */
export type RefusedPower = Readonly<{
  deviceId: number
  deviceName: string
  quantity: string
  /** Start of the day. */
  atMs: number
  limitW: number
  peakW: number
  readings: number
  firstAtMs: number
  lastAtMs: number
  decision: StepDecision
}>

export type Refused = Readonly<{ steps: readonly RefusedStep[]; powers: readonly RefusedPower[] }>

export async function fetchRefused(id: number, signal?: AbortSignal): Promise<Refused> {
  const { data, powers } = await call('GET /maintain-s/station/{id}/refused-steps', { params: { id } }, { signal })
  return {
    steps: data.map(({ time, ...same }) => ({ ...same, atMs: time })),
    powers: powers.map(({ time, limit, peak, firstReadingAt, lastReadingAt, ...same }) => ({
      ...same,
      atMs: time,
      limitW: limit,
      peakW: peak,
      firstAtMs: firstReadingAt,
      lastAtMs: lastReadingAt,
    })),
  }
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
