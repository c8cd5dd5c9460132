import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchFleetCommunication, fetchPlantCommunication } from '../../../api/communication.ts'
import { plantKey } from '../../../api/queries.ts'

type Range = Readonly<{ from?: string; to?: string }>

export const plantReportQuery = (plantId: number, range: Range) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'communication', range.from ?? '', range.to ?? ''],
    queryFn: ({ signal }) => fetchPlantCommunication(plantId, range, signal),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  })

export const fleetReportQuery = (asked: Range & Readonly<{ page: number }>) =>
  queryOptions({
    queryKey: ['plants', 'communication', asked.page, asked.from ?? '', asked.to ?? ''],
    queryFn: ({ signal }) => fetchFleetCommunication(asked, signal),
    staleTime: 5 * MINUTE_MS,
    placeholderData: keepPreviousData,
  })
