import { decideSeries, listSeries } from '../../intake/line-protocol/line-protocol.ts'
import type { FamilyHandlers } from './handler.ts'

export const lineSeriesHandlers = {
  'GET /maintain-s/station/{id}/line-series': async ({ params, context }) => ({
    data: await listSeries(context.db, params.id),
  }),
  'POST /maintain-s/station/{id}/line-series': async ({ params, body, context }) => {
    await decideSeries(context.db, params.id, body.series)
    return { success: true }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
