import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchBillingDay, fetchRanges } from '../../../../api/compare.ts'
import { plantKey } from '../../../../api/queries.ts'
import type { CompareState, Other } from './compare-state.ts'

export const billingDayQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'billing-day'],
    queryFn: ({ signal }) => fetchBillingDay(plantId, signal),
    staleTime: 10 * MINUTE_MS,
  })

const nameOf = ({ from, to }: Other): string => (to === undefined ? from : `${from}_${to}`)

export const rangesQuery = (plantId: number, { from, to, others }: CompareState) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'ranges', from, to, others.map(nameOf)],
    queryFn: ({ signal }) => fetchRanges(plantId, { from, to, others: others.map(nameOf) }, signal),
    staleTime: MINUTE_MS,
    placeholderData: keepPreviousData,
  })
