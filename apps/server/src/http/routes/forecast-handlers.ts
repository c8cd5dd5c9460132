import { getForecastAccuracy, getPlantForecast } from '../../insight/forecast/forecast.ts'
import type { FamilyHandlers } from './handler.ts'
import { toKwh, toSeconds, toSecondsOrNull } from './scales.ts'

export const forecastHandlers = {
  'GET /maintain-s/history/power/{id}/forecast': async ({ params, query, context }) => {
    const { db, services, nowMs } = context
    const found = await getPlantForecast(db, services.weather, params.id, query.date, nowMs)
    return {
      timeZone: found.zone,
      reason: found.reason,
      madeAt: toSecondsOrNull(found.madeAtMs),
      calibratedDays: found.calibratedDays,
      planes: [...found.planes],
      hours: found.hours.map(({ atMs, p10W, p50W, p90W }) => ({
        time: toSeconds(atMs),
        ...{ low: p10W, value: p50W, high: p90W },
      })),
      data: found.days.map(({ date, p10Wh, p50Wh, p90Wh, planesWh }) => ({
        ...{ date, low: p10Wh / 1000, value: p50Wh / 1000, high: p90Wh / 1000 },
        planes: planesWh.map((wh) => wh / 1000),
      })),
    }
  },
  'GET /maintain-s/history/power/{id}/forecast/accuracy': async ({ params, query, context }) => {
    const found = await getForecastAccuracy(context.db, params.id, query.days, context.nowMs)
    return {
      timeZone: found.zone,
      horizons: found.scores.map(({ horizon, score, inRange }) => ({
        ...{ horizon, inRange, days: score.days, bias: score.bias },
        ...{ calibratedError: score.calibrated, modelledError: score.modelled, persistenceError: score.persistence },
      })),
      records: found.days.map(({ date, measuredWh, p10Wh, p50Wh, p90Wh, modelledWh }) => ({
        ...{ date, measured: toKwh(measuredWh), low: toKwh(p10Wh), value: toKwh(p50Wh), high: toKwh(p90Wh) },
        modelled: toKwh(modelledWh),
      })),
    }
  },
} satisfies Partial<FamilyHandlers<'maintain-s'>>
