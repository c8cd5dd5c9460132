import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchDayPrices } from '../../../api/finance.ts'
import { fetchDayCurve, fetchFigures, fetchPeriod, fetchSavings, type PeriodType } from '../../../api/plant-history.ts'
import { plantKey } from '../../../api/queries.ts'

/** A past period changes only when late data arrives. */
const PAST_MS = 10 * MINUTE_MS

/** Everything that a new sample of the plant may change is under this key. */
export const newSampleKey = (plantId: number) => [...plantKey(plantId), 'fresh'] as const

export const operatingQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...newSampleKey(plantId), 'operating'],
    queryFn: ({ signal }) => fetchFigures(plantId, signal),
    refetchInterval: 120_000,
  })

/** @param date `YYYY-MM-DD` @param isToday today's curve grows, another's does not */
export const dayQuery = (plantId: number, date: string, isToday: boolean) =>
  queryOptions({
    queryKey: [...(isToday ? newSampleKey(plantId) : plantKey(plantId)), 'day', date],
    queryFn: ({ signal }) => fetchDayCurve(plantId, date, signal),
    staleTime: isToday ? 20_000 : PAST_MS,
    ...(isToday ? { refetchInterval: 300_000 } : {}),
    placeholderData: keepPreviousData,
  })

/** @param key `YYYY-MM` for a month's days, `YYYY` for a year's months, '' for all years */
export const statsQuery = (plantId: number, type: PeriodType, key: string, isCurrent: boolean) =>
  queryOptions({
    queryKey: [...(isCurrent ? newSampleKey(plantId) : plantKey(plantId)), 'stats', type, key],
    queryFn: ({ signal }) => fetchPeriod(plantId, type, key === '' ? undefined : key, signal),
    staleTime: isCurrent ? MINUTE_MS : PAST_MS,
    placeholderData: keepPreviousData,
  })

/** The prices of a day; the money of today grows. */
export const dayPricesQuery = (plantId: number, date: string, isToday: boolean) =>
  queryOptions({
    queryKey: [...(isToday ? newSampleKey(plantId) : plantKey(plantId)), 'day-prices', date],
    queryFn: ({ signal }) => fetchDayPrices(plantId, date, signal),
    staleTime: isToday ? MINUTE_MS : PAST_MS,
  })

export const savedQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'saved'],
    queryFn: ({ signal }) => fetchSavings(plantId, signal),
    staleTime: PAST_MS,
  })
