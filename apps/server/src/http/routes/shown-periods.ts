import type { DayCurveFigures, PeriodFigures } from '@heliograph/contract/codecs/periods.ts'
import { withDirections } from '@heliograph/contract/codecs/powers.ts'
import type { PlantDay, PlantPeriod, RangeFigures } from '../../fleet/plants/plants.ts'
import { toEnergies } from './shown-figures.ts'

const toSky = ({ clearSkyWh, comparison }: PlantPeriod['sky']) => ({
  clearSkyWh,
  comparison: comparison && { ...comparison, pvWh: comparison.generationWh },
})

export const toDayCurve = ({ slotMs, statistics, points, ...day }: PlantDay): DayCurveFigures => ({
  ...day,
  intervalS: slotMs / 1000,
  energies: toEnergies(statistics),
  sky: toSky(day.sky),
  slots: points.map(withDirections),
})

export const toPeriod = ({ statistics, rows, operatingDays, currency, sky }: PlantPeriod): PeriodFigures => ({
  operatingDays,
  currency,
  energies: toEnergies(statistics),
  sky: toSky(sky),
  rows: rows.map(({ year, month, day, figures }) => ({ year, month, day, ...toEnergies(figures) })),
})

/** `2026-09-01`, or `2026-09-01_2026-09-30`. */
export function toOtherRange(text: string) {
  const [from = '', to] = text.split('_')
  return { from, to }
}

export const toRange = ({ from, to, known, whole, days }: RangeFigures) => ({
  from,
  to,
  known,
  whole: toEnergies(whole),
  days: days.map(({ date, figures }) => ({ date, energies: toEnergies(figures) })),
})
