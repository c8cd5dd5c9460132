import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { retryAfterMs } from '../../../api/failure.ts'
import { fetchImports, type HistoryImport, type ImportOrder, previewImport } from '../../../api/imports.ts'
import { plantKey } from '../../../api/queries.ts'

const EVERY_MS = 1_500
/** Many decisions in a minute are more than a person may ask for. */
const MOST_TRIES = 5
export const isUnderWay = ({ state }: Pick<HistoryImport, 'state'>): boolean =>
  state === 'queued' || state === 'running' || state === 'canceling'

/** Polled while one is being stored. */
export const importsQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'imports'],
    queryFn: ({ signal }) => fetchImports(id, signal),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? EVERY_MS : false),
  })

/** @param isWaiting files are still being read */
export const previewQuery = (id: number, order: ImportOrder, isWaiting: boolean) =>
  queryOptions({
    queryKey: [...plantKey(id), 'importPreview', order],
    queryFn: ({ signal }) => previewImport(id, order, signal),
    enabled: order.files.length > 0 && !isWaiting,
    placeholderData: keepPreviousData,
    staleTime: MINUTE_MS,
    retry: (count, failure) => count < MOST_TRIES && retryAfterMs(failure) !== undefined,
    retryDelay: (_, failure) => retryAfterMs(failure) ?? 0,
  })
