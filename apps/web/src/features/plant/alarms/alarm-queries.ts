import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  fetchAlarm,
  fetchAssignees,
  fetchBlocks,
  fetchFleetBlocks,
  fetchOccurrences,
  searchAlarms,
} from '../../../api/alarms.ts'
import { fetchExplored } from '../../../api/explorer.ts'
import type { AlarmFilter } from './alarm-filter.ts'

/** Opened and closed alarms come with the stream (api/live-alarms.ts); losses of open alarms grow quietly. */
const FRESH_MS = MINUTE_MS

export const alarmsQuery = (filter: AlarmFilter, language: LanguageCode) =>
  queryOptions({
    queryKey: ['alarms', 'list', filter, language],
    queryFn: async ({ signal }) => ({
      ...(await searchAlarms({ ...filter, language }, signal)),
      state: filter.state,
    }),
    refetchInterval: FRESH_MS,
    placeholderData: keepPreviousData,
  })

export const alarmQuery = (id: string, language: LanguageCode) =>
  queryOptions({
    queryKey: ['alarms', 'detail', id, language],
    queryFn: ({ signal }) => fetchAlarm(id, language, signal),
    refetchInterval: FRESH_MS,
  })

export const occurrencesQuery = (id: string, day: string) =>
  queryOptions({
    queryKey: ['alarms', 'occurrences', id, day],
    queryFn: ({ signal }) => fetchOccurrences(id, day, signal),
  })

export const blocksQuery = (plantId: number, language: LanguageCode) =>
  queryOptions({
    queryKey: ['alarms', 'blocks', plantId, language],
    queryFn: ({ signal }) => fetchBlocks(plantId, language, signal),
  })

export const fleetBlocksQuery = (page: number, language: LanguageCode) =>
  queryOptions({
    queryKey: ['alarms', 'fleet-blocks', page, language],
    queryFn: ({ signal }) => fetchFleetBlocks(page, language, signal),
    placeholderData: keepPreviousData,
  })

export const assigneesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: ['alarms', 'assignees', ids],
    queryFn: ({ signal }) => fetchAssignees(ids, signal),
  })

export const curveQuery = (references: readonly string[], fromMs: number, toMs: number) =>
  queryOptions({
    queryKey: ['alarms', 'curve', references, fromMs, toMs],
    queryFn: ({ signal }) =>
      fetchExplored({ references, from: fromMs, to: toMs, every: undefined, isPerKw: false }, signal),
    placeholderData: keepPreviousData,
  })

/** After a change everything about alarms is asked for again, the counts of the rail too. */
export function useAlarmsChanged(): () => void {
  const client = useQueryClient()
  return useCallback(() => void client.invalidateQueries({ queryKey: ['alarms'] }), [client])
}
