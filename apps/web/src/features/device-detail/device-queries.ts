import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { quiet } from '../../api/query-client.ts'
import { type Period, periodStart } from '../../charts/period/period.ts'

const deviceKey = (deviceId: number) => ['device', deviceId] as const
const EVERY_MS = 30_000

export const detailQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...deviceKey(deviceId), 'detail'],
    queryFn: ({ signal }) =>
      call('POST /device-s/device/v3/detail', { body: { deviceId, needRealTimeDataFlag: true } }, { signal }),
    refetchInterval: EVERY_MS,
    meta: quiet,
  })

export const paramsQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...deviceKey(deviceId), 'params'],
    queryFn: ({ signal }) => call('GET /device-s/device/params', { query: { deviceId } }, { signal }),
    staleTime: 5 * MINUTE_MS,
    meta: quiet,
  })

/** @param ids at least one @param live the period is still growing */
export const historyQuery = (
  deviceId: number,
  asked: Readonly<{ period: Period; date: string; ids: readonly string[]; live: boolean }>,
) => {
  const { period, ids, live } = asked
  const first = periodStart(period, asked.date)
  return queryOptions({
    queryKey: [...deviceKey(deviceId), 'history', period, period === 'total' ? '' : first, ids.toSorted().join()],
    queryFn: async ({ signal }) => {
      const reply = await call(
        'GET /device-s/device/{id}/stats/{period}',
        { params: { id: deviceId, period }, query: { showParams: [...ids], date: first } },
        { signal },
      )
      // What is on screen while the next period is fetched must know which one it is.
      return { ...reply, period, ids }
    },
    enabled: ids.length > 0,
    refetchInterval: live ? MINUTE_MS : false,
    meta: quiet,
  })
}
