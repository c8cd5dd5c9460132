/** The calls for a plant's energies and curves; plant-figures.ts translates them. */
import type { StatsType } from '@heliograph/contract/maintain-s/history.ts'
import { call } from './call.ts'
import {
  type DayCurveFigures,
  type PeriodFigures,
  type PlantFigures,
  toDayCurveFigures,
  toPeriodFigures,
  toPlantFigures,
} from './plant-figures.ts'

/** The period of the rows: a month's days, a year's months, all years. */
export type PeriodType = Exclude<StatsType, 'daily'>

export const fetchFigures = async (id: number, signal?: AbortSignal): Promise<PlantFigures> =>
  toPlantFigures(await call('GET /maintain-s/operating/system/{id}', { params: { id } }, { signal }))

export const fetchDayCurve = async (id: number, date: string, signal?: AbortSignal): Promise<DayCurveFigures> =>
  toDayCurveFigures(
    await call('GET /maintain-s/history/power/{id}/record', { params: { id }, query: { date } }, { signal }),
  )

/** @param date `YYYY-MM` or `YYYY`; undefined for all years */
export const fetchPeriod = async (
  id: number,
  type: PeriodType,
  date: string | undefined,
  signal?: AbortSignal,
): Promise<PeriodFigures> =>
  toPeriodFigures(
    await call(
      'GET /maintain-s/history/power/{id}/stats/{type}',
      { params: { id, type }, query: { date } },
      { signal },
    ),
  )

/** The environmental benefits of a plant's production, with their factors. */
export type Savings = Readonly<{
  co2Tonnes: number | null
  coalTonnes: number | null
  trees: number | null
  producedKwh: number | null
  factors: Readonly<{ coalKgPerKwh: number; co2KgPerKwh: number; treesPerKwh: number }>
}>

export async function fetchSavings(id: number, signal?: AbortSignal): Promise<Savings> {
  const wire = await call('POST /maintain-s/operating/station/generation/energy-saved', { body: { id } }, { signal })
  return {
    co2Tonnes: wire.emissionReductionCO2,
    coalTonnes: wire.standardCoalSaved,
    trees: wire.treesPlanted,
    producedKwh: wire.generationTotal,
    factors: wire.factors,
  }
}
