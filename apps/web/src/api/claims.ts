/** Loggers that wait for a proof that they belong to a plant, and the disputes about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'

export type { Claim } from '@heliograph/contract/codecs/logger.ts'

const prove = (plantId: number, serial: string, verificationType: 'ADDRESS' | 'RESTART' | 'CODE', secret?: string) =>
  call('POST /maintain-s/operating/station/{id}/device/gateway/post/{x}', {
    params: { id: plantId, x: serial },
    query: { verificationType },
    body: secret === undefined ? {} : { secret },
  })

/** From now on its restart is awaited. */
export const awaitRestart = (plantId: number, serial: string) => prove(plantId, serial, 'RESTART')
/** @returns whether it is the plant's now: it connects from where the browser is */
export const checkPlace = async (plantId: number, serial: string): Promise<boolean> =>
  (await prove(plantId, serial, 'ADDRESS')).proven
/** @returns whether it is the plant's now: this is the check code of its label */
export const checkLabelCode = async (plantId: number, serial: string, code: string): Promise<boolean> =>
  (await prove(plantId, serial, 'CODE', code)).proven

export const withdrawClaim = (plantId: number, serial: string) =>
  call('DELETE /maintain-s/power/system/{id}/gateway/{sn}', { params: { id: plantId, sn: serial } })

/** Asks the administrators of the server for it. */
export const openDispute = (plantId: number, serial: string, reason: string) =>
  call('POST /maintain-s/power/system/{id}/gateway/{sn}/dispute', {
    params: { id: plantId, sn: serial },
    body: { reason },
  })

/** Two plants disagree about a logger. */
export type Dispute = CallReply<'GET /maintain-s/operating/collector/disputes'>['data'][number]

export async function fetchDisputes(
  most: number,
  signal?: AbortSignal,
): Promise<Readonly<{ total: number; disputes: readonly Dispute[] }>> {
  const asked = { query: { page: 1, size: most } }
  const { total, data } = await call('GET /maintain-s/operating/collector/disputes', asked, { signal })
  return { total, disputes: data }
}

export const decideDispute = (disputeId: number, decision: 'claimant' | 'holder') =>
  call('POST /maintain-s/operating/collector/disputes/{disputeId}', { params: { disputeId }, body: { decision } })
