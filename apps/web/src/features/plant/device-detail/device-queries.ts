import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { fetchComparable, fetchComparison } from '../../../api/device-comparison.ts'
import { fetchDevice, fetchDeviceHistory, fetchDeviceQuantities } from '../../../api/device-detail.ts'
import { fetchDayStates } from '../../../api/device-states.ts'
import { type Period, periodStart } from '../../../charts/period/period.ts'

const deviceKey = (deviceId: number) => ['device', deviceId] as const
const EVERY_MS = 30_000

export const detailQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...deviceKey(deviceId), 'detail'],
    queryFn: ({ signal }) => fetchDevice(deviceId, signal),
    refetchInterval: EVERY_MS,
  })

export const quantitiesQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [...deviceKey(deviceId), 'quantities'],
    queryFn: ({ signal }) => fetchDeviceQuantities(deviceId, signal),
    staleTime: 5 * MINUTE_MS,
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
      const history = await fetchDeviceHistory(deviceId, { period, date: first, quantities: ids }, signal)
      // The data on screen while the next period loads must know its own period.
      return { ...history, period, ids }
    },
    enabled: ids.length > 0,
    refetchInterval: live ? MINUTE_MS : false,
  })
}

/** @param live today: it is still growing */
export const statesQuery = (deviceId: number, date: string, live: boolean) =>
  queryOptions({
    queryKey: [...deviceKey(deviceId), 'states', date],
    queryFn: async ({ signal }) => ({ ...(await fetchDayStates(deviceId, date, signal)), date }),
    refetchInterval: live ? MINUTE_MS : false,
  })

/** The devices that have the compared values. */
export const comparableQuery = (plantId: number, quantities: readonly string[]) =>
  queryOptions({
    queryKey: ['plant', plantId, 'comparable', quantities.toSorted().join()],
    queryFn: ({ signal }) => fetchComparable(plantId, quantities, signal),
    enabled: quantities.length > 0,
    staleTime: 5 * MINUTE_MS,
  })

type Compared = Readonly<{
  period: Period
  date: string
  devices: readonly number[]
  quantities: readonly string[]
  every: 'hour' | 'day' | undefined
  live: boolean
  /** The devices of the plant are known. */
  isReady: boolean
}>

export const comparisonQuery = (plantId: number, { live, isReady, ...asked }: Compared) => {
  const { period, devices, quantities, every } = asked
  const date = periodStart(period, asked.date)
  const names = [quantities.toSorted().join(), devices.toSorted((a, b) => a - b).join(), every]
  return queryOptions({
    queryKey: ['plant', plantId, 'comparison', period, period === 'total' ? '' : date, ...names],
    queryFn: async ({ signal }) => ({ ...(await fetchComparison(plantId, { ...asked, date }, signal)), period }),
    enabled: isReady && quantities.length > 0 && devices.length > 0,
    refetchInterval: live ? MINUTE_MS : false,
  })
}
