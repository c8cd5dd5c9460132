import type { DaySum, LossSum } from '@heliograph/domain/performance/sum-days.ts'
import { explainPeriod, explainYesterday, plantPerformance } from '../../insight/performance/performance.ts'
import type { FamilyHandlers } from './handler.ts'

export const performanceHandlers = {
  'GET /maintain-s/history/power/{id}/low-yesterday': async ({ params, context }) => ({
    low: await explainYesterday(context.db, params.id, context.nowMs),
  }),
  'GET /maintain-s/history/power/{id}/why/{type}': async ({ params, query, context }) => {
    const why = await explainPeriod(context.db, params.id, params.type, query.date, context.nowMs)
    return {
      why: why && {
        ...why,
        causes: why.causes.map(({ loss, ...cause }) => ({ ...cause, loss: toLoss(loss) })),
      },
    }
  },
  'GET /maintain-s/history/power/{id}/performance/{type}': async ({ params, query, context }) => {
    const found = await plantPerformance(context.db, params.id, params.type, query.date, context.nowMs)
    const { names: _, whole, parts, inverters, ...facts } = found
    return {
      ...facts,
      whole: toFigures(whole),
      parts: parts.map(({ part, sum }) => ({ part, figures: toFigures(sum) })),
      inverters,
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>

const toLoss = ({ inverters, ...loss }: LossSum) => ({ ...loss, deviceIds: inverters })

const toFigures = ({ losses, ...sum }: DaySum) => ({ ...sum, losses: losses.map(toLoss) })
