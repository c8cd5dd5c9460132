import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { fetchBalances, fetchBatteries } from '../../../api/batteries.ts'
import { fetchDeviceHistory } from '../../../api/device-detail.ts'
import { plantKey } from '../../../api/queries.ts'
import { type Period, periodStart } from '../../../charts/period/period.ts'

const EVERY_MS = 30_000

export const batteriesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'batteries'],
    queryFn: ({ signal }) => fetchBatteries(plantId, signal),
    refetchInterval: EVERY_MS,
  })

export const balancesQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'battery-balances'],
    queryFn: ({ signal }) => fetchBalances(plantId, signal),
    refetchInterval: 5 * MINUTE_MS,
  })

export const CELL_ENDS = ['batteryCellMaxVoltageV', 'batteryCellMinVoltageV'] as const

/** The ends of the cell voltages over a period. @param live it is still growing */
export const cellEndsQuery = (deviceId: number, period: Period, date: string, live: boolean) => {
  const first = periodStart(period, date)
  return queryOptions({
    queryKey: ['device', deviceId, 'cell-ends', period, period === 'total' ? '' : first],
    queryFn: async ({ signal }) => ({
      ...(await fetchDeviceHistory(deviceId, { period, date: first, quantities: CELL_ENDS }, signal)),
      period,
    }),
    refetchInterval: live ? MINUTE_MS : false,
  })
}
