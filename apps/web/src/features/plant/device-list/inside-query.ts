import { queryOptions } from '@tanstack/react-query'
import { fetchDevice } from '../../../api/device-detail.ts'

const EVERY_MS = 30_000

/** The values of one device, under the key that its own page uses. */
export const insideQuery = (deviceId: number) =>
  queryOptions({
    queryKey: ['device', deviceId, 'detail'],
    queryFn: ({ signal }) => fetchDevice(deviceId, signal),
    refetchInterval: EVERY_MS,
  })
