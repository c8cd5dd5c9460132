/** Expected and produced energy of complete days. */
import type {
  InverterYield,
  PerformanceFigures,
  PerformanceLoss,
  PerformanceReply,
  PeriodWhy,
  WhyLow,
} from '@heliograph/contract/maintain-s/performance.ts'
import { call } from './call.ts'

export type { InverterYield, PerformanceFigures, PerformanceLoss, PeriodWhy, WhyLow }
export type PerformanceType = 'month' | 'year' | 'total'
export type Performance = Readonly<Omit<PerformanceReply, 'parts'> & { parts: ReadonlyMap<string, PerformanceFigures> }>

export const fetchWhyLow = async (id: number, signal?: AbortSignal): Promise<WhyLow | null> =>
  (await call('GET /maintain-s/history/power/{id}/low-yesterday', { params: { id } }, { signal })).low

/** Why a period brought less than expected; null: nothing tells, or nothing is missing. @param date `''`: all days */
export async function fetchPeriodWhy(
  id: number,
  type: 'day' | PerformanceType,
  date: string,
  signal?: AbortSignal,
): Promise<PeriodWhy | null> {
  const options = { params: { id, type }, query: { date: date === '' ? undefined : date } }
  return (await call('GET /maintain-s/history/power/{id}/why/{type}', options, { signal })).why
}

/** @param date `YYYY-MM` or `YYYY`; undefined for all years */
export async function fetchPerformance(
  id: number,
  type: PerformanceType,
  date: string | undefined,
  signal?: AbortSignal,
): Promise<Performance> {
  const { parts, ...found } = await call(
    'GET /maintain-s/history/power/{id}/performance/{type}',
    { params: { id, type }, query: { date } },
    { signal },
  )
  return { ...found, parts: new Map(parts.map(({ part, figures }) => [part, figures])) }
}
