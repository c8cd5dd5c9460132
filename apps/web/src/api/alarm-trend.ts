import { HOUR_MS } from '@heliograph/domain/duration.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from './call.ts'

/** Alarms that opened on a date, by level. */
export type TrendDay = Readonly<{ day: string; faults: number; warnings: number; tips: number }>

/** The last thirty dates, today last. */
export const alarmTrendQuery = queryOptions({
  queryKey: ['alarms', 'trend'],
  queryFn: async ({ signal }): Promise<readonly TrendDay[]> =>
    (await call('POST /maintain-s/operating/alert/trend', undefined, { signal })).data,
  staleTime: HOUR_MS,
})
