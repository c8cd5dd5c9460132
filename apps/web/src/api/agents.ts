/** Agents that read devices from within a home, and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'
import { toMs } from './wire-time.ts'

type Row = CallReply<'GET /maintain-s/station/{id}/agents'>['data'][number]
export type Agent = Readonly<Omit<Row, 'pairedAt' | 'heardAt'> & { pairedAtMs: number; heardAtMs: number | null }>

export const agentsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'agents'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<readonly Agent[]> => {
    const { data } = await call('GET /maintain-s/station/{id}/agents', { params: { id: plantId } }, { signal })
    return data.map(({ pairedAt, heardAt, ...row }) => ({
      ...row,
      pairedAtMs: toMs(pairedAt),
      heardAtMs: toMs(heardAt),
    }))
  },
})

/** A code that pairs one agent, for a quarter of an hour. @param options.agentId the one that is installed anew */
export const addPairing = async (
  plantId: number,
  options: Readonly<{ name?: string; agentId?: number }>,
): Promise<Readonly<{ pairingCode: string; expiresAtMs: number }>> => {
  const { pairingCode, expiresAt } = await call('POST /maintain-s/station/{id}/agents/pairing', {
    params: { id: plantId },
    body: { ...options },
  })
  return { pairingCode, expiresAtMs: toMs(expiresAt) }
}

export const removeAgent = (plantId: number, agentId: number) =>
  call('DELETE /maintain-s/station/{id}/agents/{agentId}', { params: { id: plantId, agentId } })
