import { formatDayAndMonth } from '@heliograph/domain/format/date.ts'
import { formatNumber } from '@heliograph/domain/format/number.ts'
import { formatEnergy } from '@heliograph/domain/format/scaled.ts'
import type { DayQuality } from '../../insight/data-quality/data-quality.ts'
import type { PlantReport } from './plant-report.ts'
import type { ReportLanguage } from './report-texts.ts'

const MOST_DAYS = 8

/** Missing, refused and estimated data of the period, a line each; the same sums as on the page of its quality. */
export function describeQuality(
  { quality }: Pick<PlantReport, 'quality'>,
  { translate, locale }: ReportLanguage,
): readonly string[] {
  const sum = (pick: (day: DayQuality) => number): number => quality.reduce((all, day) => all + pick(day), 0)
  const hours = (value: number): string => formatNumber(value, locale, 1)
  const energy = (wh: number): string => formatEnergy(wh, locale).text
  const missing = sum(({ missingHours }) => missingHours)
  const refused = sum(({ refusedSteps }) => refusedSteps)
  const resets = sum(({ resets }) => resets)
  const unsure = sum(({ estimatedInstants }) => estimatedInstants)
  const estimatedWh = sum(({ estimatedWh }) => estimatedWh)
  const derivedWh = sum(({ derivedWh }) => derivedWh)
  const reportedWh = sum(({ reportedWh }) => reportedWh)
  const worst = quality
    .filter(({ missingHours }) => missingHours >= 0.1)
    .sort((a, b) => b.missingHours - a.missingHours)
    .slice(0, MOST_DAYS)
    .sort((a, b) => (a.date < b.date ? -1 : 1))
    .map(({ date, missingHours }) =>
      translate('reports.quality.day', { date: formatDayAndMonth(date, locale), hours: hours(missingHours) }),
    )
  const found: readonly (readonly [boolean, () => string])[] = [
    [
      missing >= 0.1,
      () =>
        `${translate('quality.finding.missing', { hours: hours(missing) })}. ${translate('reports.quality.worst', { days: worst.join(', ') })}`,
    ],
    [
      refused > 0,
      () =>
        `${translate('quality.finding.refused', { count: refused, energy: energy(sum(({ refusedWh }) => refusedWh)) })}. ${translate('quality.finding.refused.why')}`,
    ],
    [
      resets > 0,
      () => `${translate('quality.finding.reset', { count: resets })}. ${translate('quality.finding.reset.why')}`,
    ],
    [unsure > 0, () => `${translate('quality.finding.unsure', { count: unsure })}.`],
    [
      estimatedWh > 0,
      () =>
        `${translate('quality.finding.estimated', { energy: energy(estimatedWh) })}. ${translate('quality.finding.estimated.why')}`,
    ],
    [
      reportedWh > 0,
      () =>
        `${translate('quality.finding.reported', { energy: energy(reportedWh) })}. ${translate('quality.finding.reported.why')}`,
    ],
    [derivedWh > 0, () => `${translate('plant-data.derived.energy', { energy: energy(derivedWh) })}.`],
  ]
  const lines = found.flatMap(([isThere, write]) => (isThere ? [write()] : []))
  return lines.length > 0 ? lines : [translate('reports.quality.good')]
}
