import type { StatsType } from '@heliograph/contract/maintain-s/history.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import {
  type DayCurveFigures,
  type PeriodFigures,
  type PlantFigures,
  toDayCurveFigures,
  toPeriodFigures,
  toPlantFigures,
} from '../../api/plant-figures.ts'
import { plantKey } from '../../api/queries.ts'
import { quiet } from '../../api/query-client.ts'

/** What has come to an end changes only when late data arrives. */
const PAST_MS = 10 * MINUTE_MS

/** Everything that a new sample of the plant may change stands under this key. */
export const freshKey = (plantId: number) => [...plantKey(plantId), 'fresh'] as const

export const operatingQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...freshKey(plantId), 'operating'],
    queryFn: async ({ signal }): Promise<PlantFigures> =>
      toPlantFigures(await call('GET /maintain-s/operating/system/{id}', { params: { id: plantId } }, { signal })),
    refetchInterval: 120_000,
    meta: quiet,
  })

/** @param date `YYYY-MM-DD` @param isToday today's curve grows, another's does not */
export const dayQuery = (plantId: number, date: string, isToday: boolean) =>
  queryOptions({
    queryKey: [...(isToday ? freshKey(plantId) : plantKey(plantId)), 'day', date],
    queryFn: async ({ signal }): Promise<DayCurveFigures> =>
      toDayCurveFigures(
        await call(
          'GET /maintain-s/history/power/{id}/record',
          { params: { id: plantId }, query: { date } },
          { signal },
        ),
      ),
    staleTime: isToday ? 20_000 : PAST_MS,
    ...(isToday ? { refetchInterval: 300_000 } : {}),
    placeholderData: keepPreviousData,
    meta: quiet,
  })

/** @param key `YYYY-MM` for a month's days, `YYYY` for a year's months, '' for all years */
export const statsQuery = (plantId: number, type: Exclude<StatsType, 'daily'>, key: string, isCurrent: boolean) =>
  queryOptions({
    queryKey: [...(isCurrent ? freshKey(plantId) : plantKey(plantId)), 'stats', type, key],
    queryFn: async ({ signal }): Promise<PeriodFigures> =>
      toPeriodFigures(
        await call(
          'GET /maintain-s/history/power/{id}/stats/{type}',
          { params: { id: plantId, type }, query: { date: key === '' ? undefined : key } },
          { signal },
        ),
      ),
    staleTime: isCurrent ? MINUTE_MS : PAST_MS,
    placeholderData: keepPreviousData,
    meta: quiet,
  })

export const savedQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'saved'],
    queryFn: ({ signal }) =>
      call('POST /maintain-s/operating/station/generation/energy-saved', { body: { id: plantId } }, { signal }),
    staleTime: PAST_MS,
    meta: quiet,
  })
