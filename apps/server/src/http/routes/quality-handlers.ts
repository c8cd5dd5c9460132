import { countKeptApart } from '../../fleet/loggers/loggers.ts'
import { findRecount } from '../../fleet/plants/plants.ts'
import { monthQuality } from '../../insight/data-quality/data-quality.ts'
import type { FamilyHandlers } from './handler.ts'

const inHundredths = (share: number): number => Math.round(share * 100) / 100

export const qualityHandlers = {
  'GET /maintain-s/station/{id}/quality': async ({ params, query, context }) => {
    const [found, recount, apart] = await Promise.all([
      monthQuality(context.db, params.id, query.month, context.nowMs),
      findRecount(context.db, params.id),
      countKeptApart(context.db, params.id),
    ])
    const { askedAtMs, finishedAtMs, state } = recount
    return {
      zone: found.zone,
      month: found.month,
      deviceCount: found.devices,
      judgedCount: found.judged,
      days: found.days.map(({ hours, derivedWh: _, ...day }) => ({
        ...day,
        hours: hours.map((hour) => (hour?.share == null ? null : inHundredths(hour.share))),
      })),
      recount: askedAtMs === null ? null : { state, askedAtMs, finishedAtMs },
      unproven: apart.unproven,
      unread: apart.unread,
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
