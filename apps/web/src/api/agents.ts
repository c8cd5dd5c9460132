/** Agents that read devices from within a home, and the calls about them. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

export type Agent = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/agents'>['data'][number]>

export const agentsQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'agents'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<readonly Agent[]> =>
    (await call('GET /maintain-s/station/{id}/agents', { params: { id: plantId } }, { signal })).data,
})

/** A code that pairs one agent, for a quarter of an hour. @param options.agentId the one that is installed anew */
export const addPairing = (
  plantId: number,
  options: Readonly<{ name?: string; agentId?: number }>,
): Promise<Readonly<{ pairingCode: string; expiresAtMs: number }>> =>
  call('POST /maintain-s/station/{id}/agents/pairing', { params: { id: plantId }, body: { ...options } })

export const removeAgent = (plantId: number, agentId: number) =>
  call('DELETE /maintain-s/station/{id}/agents/{agentId}', { params: { id: plantId, agentId } })
