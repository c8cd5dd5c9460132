/** How complete and how trustworthy a plant's data is. */
import type { CallReply } from '@heliograph/contract/calls.ts'
import type { DayQuality } from '@heliograph/contract/maintain-s/quality.ts'
import { call } from './call.ts'

export type { DayQuality }
export type Quality = CallReply<'GET /maintain-s/station/{id}/quality'>

export const fetchQuality = (id: number, month: string, signal?: AbortSignal): Promise<Quality> =>
  call('GET /maintain-s/station/{id}/quality', { params: { id }, query: { month } }, { signal })
