/** The calls for a plant's energies and curves. */
import { dayCurve, period } from '@heliograph/contract/codecs/periods.ts'
import { plantFigures, type Savings, savings } from '@heliograph/contract/codecs/plant-figures.ts'
import type { StatsType } from '@heliograph/contract/maintain-s/history.ts'
import { call } from './call.ts'
import type { DayCurveFigures, PeriodFigures, PlantFigures } from './plant-figures.ts'

/** The period of the rows: a month's days, a year's months, all years. */
export type PeriodType = Exclude<StatsType, 'daily'>

export const fetchFigures = async (id: number, signal?: AbortSignal): Promise<PlantFigures> =>
  plantFigures.fromWire(await call('GET /maintain-s/operating/system/{id}', { params: { id } }, { signal }))

export const fetchDayCurve = async (id: number, date: string, signal?: AbortSignal): Promise<DayCurveFigures> =>
  dayCurve.fromWire(
    await call('GET /maintain-s/history/power/{id}/record', { params: { id }, query: { date } }, { signal }),
  )

/** @param date `YYYY-MM` or `YYYY`; undefined for all years */
export const fetchPeriod = async (
  id: number,
  type: PeriodType,
  date: string | undefined,
  signal?: AbortSignal,
): Promise<PeriodFigures> =>
  period.fromWire(
    await call(
      'GET /maintain-s/history/power/{id}/stats/{type}',
      { params: { id, type }, query: { date } },
      { signal },
    ),
  )

export const fetchSavings = async (id: number, signal?: AbortSignal): Promise<Savings> =>
  savings.fromWire(
    await call('POST /maintain-s/operating/station/generation/energy-saved', { body: { id } }, { signal }),
  )
