import { queryOptions } from '@tanstack/react-query'
import { fetchExportDevices, fetchExports, fetchSchedules, fetchTemplates } from '../../../api/exports.ts'
import { plantKey } from '../../../api/queries.ts'

const EVERY_MS = 1_500

const keyOf = (id: number | null) => (id === null ? (['plants', 'all'] as const) : plantKey(id))

/** Polled while a file is being written. */
export const exportsQuery = (id: number | null) =>
  queryOptions({
    queryKey: [...keyOf(id), 'exports'],
    queryFn: ({ signal }) => fetchExports(id, signal),
    refetchInterval: ({ state }) => ((state.data?.use.waiting ?? 0) > 0 ? EVERY_MS : false),
  })

export const exportDevicesQuery = (id: number) =>
  queryOptions({
    queryKey: [...plantKey(id), 'exportDevices'],
    queryFn: ({ signal }) => fetchExportDevices(id, signal),
  })

export const schedulesQuery = (id: number | null) =>
  queryOptions({ queryKey: [...keyOf(id), 'exportSchedules'], queryFn: ({ signal }) => fetchSchedules(id, signal) })

export const templatesQuery = queryOptions({
  queryKey: ['exportTemplates'],
  queryFn: ({ signal }) => fetchTemplates(signal),
})
