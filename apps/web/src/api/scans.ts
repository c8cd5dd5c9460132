/** Looks through networks for devices, and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

type Reply = CallReply<'GET /maintain-s/station/{id}/targets/scan'>
export type ScanView = Readonly<
  Omit<Reply, 'mayOpen' | 'agentNetworks'> & {
    /** Networks around agents of the plant. */
    around: Reply['agentNetworks']
    /** The session may open the networks of the server. */
    canOpen: boolean
  }
>
export type ScanHit = NonNullable<ScanView['scan']>['hits'][number]

export const scanQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'scan'],
  queryFn: async ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<ScanView> => {
    const { mayOpen, agentNetworks, ...rest } = await call(
      'GET /maintain-s/station/{id}/targets/scan',
      { params: { id: plantId } },
      { signal },
    )
    return { ...rest, around: agentNetworks, canOpen: mayOpen }
  },
})

/** @param agentId an agent that looks; missing: the server */
export const startScan = (plantId: number, network: string, agentId?: number) =>
  call('POST /maintain-s/station/{id}/targets/scan', {
    params: { id: plantId },
    body: { network, ...(agentId !== undefined && { agentId }) },
  })

export const cancelScan = (plantId: number) =>
  call('POST /maintain-s/station/{id}/targets/scan/cancel', { params: { id: plantId }, body: {} })

/** Lets devices be read in one of the server's own networks, or no more: for administrators of the server. */
export const setDeviceNetwork = (network: string, isOpen: boolean) =>
  call('POST /maintain-s/operating/device-networks', { body: { network, isOpen } })
