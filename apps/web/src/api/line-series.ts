/** Series that programs send in line protocol, and what the owner says each one is. */
import type { CallReply, DeepReadonly } from '@heliograph/contract/calls.ts'
import { call } from './call.ts'

export type LineSeries = DeepReadonly<CallReply<'GET /maintain-s/station/{id}/line-series'>['data'][number]>
export type SeriesUse = NonNullable<LineSeries['use']>

export const fetchLineSeries = async (plantId: number, signal?: AbortSignal): Promise<readonly LineSeries[]> =>
  (await call('GET /maintain-s/station/{id}/line-series', { params: { id: plantId } }, { signal })).data

/** null: nobody has decided. */
export const decideLineSeries = (plantId: number, ids: readonly number[], use: SeriesUse | 'ignored' | null) =>
  call('POST /maintain-s/station/{id}/line-series', {
    params: { id: plantId },
    body: { series: ids.map((id) => ({ id, use })) },
  })

/** As it stands in the line. */
export const nameOf = ({ measurement, tags, field }: LineSeries): string =>
  [[measurement, ...Object.entries(tags).map(([key, value]) => `${key}=${value}`)].join(','), field].join(' ')
