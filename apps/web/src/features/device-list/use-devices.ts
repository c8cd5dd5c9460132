import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { collectorsKey, plantKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'

const EVERY_MS = 30_000

/** The plant's devices and what its loggers report; one may fail without the other. */
export function useDevices(plantId: number) {
  const devices = useQuery({
    queryKey: [...plantKey(plantId), 'devices'],
    queryFn: ({ signal }) =>
      call(
        'GET /maintain-s/fast/device/{id}/device-list',
        { params: { id: plantId }, query: { deviceType: 'ALL' } },
        { signal },
      ),
    refetchInterval: EVERY_MS,
    meta: quiet,
  })
  const loggers = useQuery({
    queryKey: collectorsKey(plantId),
    queryFn: ({ signal }) =>
      call('GET /maintain-s/operating/station/{id}/collector', { params: { id: plantId } }, { signal }),
    refetchInterval: EVERY_MS,
    meta: quiet,
  })
  return { devices, loggers }
}
