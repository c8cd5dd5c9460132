/** Looks through networks for devices, and the calls about them. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'
import { plantKey } from './queries.ts'

export type ScanView = CallReply<'GET /maintain-s/station/{id}/targets/scan'>
export type ScanHit = NonNullable<ScanView['scan']>['hits'][number]

export const scanQuery = (plantId: number) => ({
  queryKey: [...plantKey(plantId), 'scan'],
  queryFn: ({ signal }: Readonly<{ signal: AbortSignal }>): Promise<ScanView> =>
    call('GET /maintain-s/station/{id}/targets/scan', { params: { id: plantId } }, { signal }),
})

export const startScan = (plantId: number, network: string) =>
  call('POST /maintain-s/station/{id}/targets/scan', { params: { id: plantId }, body: { network } })

export const cancelScan = (plantId: number) =>
  call('POST /maintain-s/station/{id}/targets/scan/cancel', { params: { id: plantId }, body: {} })

/** Lets devices be read in one of the server's own networks, or no more: for administrators of the server. */
export const setDeviceNetwork = (network: string, isOpen: boolean) =>
  call('POST /maintain-s/operating/device-networks', { body: { network, isOpen } })
