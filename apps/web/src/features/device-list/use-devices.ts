import type { CallReply } from '@heliograph/contract/calls.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { collectorsKey, plantKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'

const EVERY_MS = 30_000
/** The longest page that the server gives. */
const PAGE = 500

/** All of them, page by page where there are very many: the reply is a bare list and cannot say how many it left out. */
async function readDevices(plantId: number, signal: AbortSignal): Promise<CallReply<typeof deviceList>> {
  const devices: CallReply<typeof deviceList> = []
  for (let page = 1; ; page += 1) {
    const query = { deviceType: 'ALL', page, size: PAGE } as const
    const rows = await call(deviceList, { params: { id: plantId }, query }, { signal })
    devices.push(...rows)
    if (rows.length < PAGE) return devices
  }
}
const deviceList = 'GET /maintain-s/fast/device/{id}/device-list'

/** The plant's devices and what its loggers report; one may fail without the other. */
export function useDevices(plantId: number) {
  const devices = useQuery({
    queryKey: [...plantKey(plantId), 'devices'],
    queryFn: ({ signal }) => readDevices(plantId, signal),
    refetchInterval: EVERY_MS,
    meta: quiet,
  })
  const loggers = useQuery({
    queryKey: collectorsKey(plantId),
    queryFn: ({ signal }) =>
      call('GET /maintain-s/operating/station/{id}/collector', { params: { id: plantId }, query: {} }, { signal }),
    refetchInterval: EVERY_MS,
    meta: quiet,
  })
  return { devices, loggers }
}
