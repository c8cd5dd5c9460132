import { countKeptApart } from '../../fleet/loggers/loggers.ts'
import { findRecount } from '../../fleet/plants/plants.ts'
import { monthQuality } from '../../insight/data-quality/data-quality.ts'
import type { FamilyHandlers } from './handler.ts'
import { toSeconds, toSecondsOrNull } from './scales.ts'

const inHundredths = (share: number): number => Math.round(share * 100) / 100

export const qualityHandlers = {
  'GET /maintain-s/station/{id}/quality': async ({ params, query, context }) => {
    const [found, recount, apart] = await Promise.all([
      monthQuality(context.db, params.id, query.month, context.nowMs),
      findRecount(context.db, params.id),
      countKeptApart(context.db, params.id),
    ])
    return {
      timeZone: found.zone,
      month: found.month,
      devices: found.devices,
      judgedDevices: found.judged,
      days: found.days.map((day) => ({
        date: day.date,
        hours: day.hours.map((hour) => (hour?.share == null ? null : inHundredths(hour.share))),
        hoursWithoutData: day.missingHours,
        quarantined: day.refusedSteps,
        refusedValue: day.refusedWh / 1000,
        resets: day.resets,
        estimatedTimes: day.estimatedInstants,
        estimatedValue: day.estimatedWh / 1000,
        reportedValue: day.reportedWh / 1000,
      })),
      recount:
        recount.askedAtMs === null
          ? null
          : {
              state: recount.state,
              askedAt: toSeconds(recount.askedAtMs),
              finishedAt: toSecondsOrNull(recount.finishedAtMs),
            },
      unprovenRecords: apart.unproven,
      undecodedRecords: apart.unread,
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
