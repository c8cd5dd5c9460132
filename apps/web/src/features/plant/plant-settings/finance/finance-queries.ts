import { queryOptions } from '@tanstack/react-query'
import {
  type DatedTariff,
  fetchFinance,
  fetchPriceSeries,
  previewTariff,
  type Tariff,
} from '../../../../api/finance.ts'
import { plantKey } from '../../../../api/queries.ts'

/** The server reads the hours of a long history in several calls. */
const NEXT_PART_MS = 700

export const financeQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'finance'],
    queryFn: ({ signal }) => fetchFinance(plantId, signal),
    refetchInterval: ({ state }) => ((state.data?.unreadDays ?? 0) > 0 ? NEXT_PART_MS : false),
  })

/** Series of market prices that the plant's tariffs can follow. */
export const marketsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'markets'],
    queryFn: ({ signal }) => fetchPriceSeries(plantId, signal),
  })

export const previewQuery = (
  plantId: number,
  change: Readonly<{ from: DatedTariff['from']; tariff: Tariff | null }> | undefined,
) =>
  queryOptions({
    // Beside the plant's own keys: saving refreshes those, and need not ask this again.
    queryKey: ['tariff-preview', plantId, change ?? null],
    gcTime: 0,
    queryFn: ({ signal }) => previewTariff(plantId, change?.from ?? null, change?.tariff ?? null, signal),
    enabled: change !== undefined,
    refetchInterval: ({ state }) => ((state.data?.unreadDays ?? 0) > 0 ? NEXT_PART_MS : false),
  })
