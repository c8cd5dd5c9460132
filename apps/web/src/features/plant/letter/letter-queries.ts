import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { fetchBills, fetchLetter } from '../../../api/letter.ts'
import { plantKey } from '../../../api/queries.ts'

/** @param month `YYYY-MM` */
export const letterQuery = (plantId: number, month: string, language: LanguageCode) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'letter', month, language],
    queryFn: ({ signal }) => fetchLetter(plantId, month, language, signal),
    staleTime: 10 * MINUTE_MS,
    placeholderData: keepPreviousData,
  })

export const billsQuery = (plantId: number) =>
  queryOptions({
    queryKey: [...plantKey(plantId), 'bills'],
    queryFn: ({ signal }) => fetchBills(plantId, signal),
  })
