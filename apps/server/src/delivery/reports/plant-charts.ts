import { formatDayOfMonth, formatMonthName } from '@heliograph/domain/format/date.ts'
import { formatTimeOfDay } from '@heliograph/domain/format/timestamp.ts'
import { addDays } from '@heliograph/domain/time.ts'
import type { EnergyFigures } from '../../fleet/plants/plants.ts'
import type { Chart, Series } from './chart.ts'
import { flowColors } from './look.ts'
import type { PlantReport } from './plant-report.ts'
import type { ReportLanguage } from './report-texts.ts'

type Parts = PlantReport['parts']

/** `1`, `2` ... below the days of a month, `Jan`, `Feb` ... below months. */
export const labelsOf = (keys: readonly string[], locale: string): readonly string[] =>
  keys.map((key) => (key.length === 7 ? formatMonthName(key, locale) : formatDayOfMonth(key, locale)))

const seriesOf = (
  parts: Parts,
  list: readonly Readonly<{
    name: string
    color: string
    of: (figures: EnergyFigures) => number | null | undefined
  }>[],
): readonly Series[] =>
  list
    .map(({ name, color, of }) => ({ name, color, values: parts.map(({ figures }) => of(figures) ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))

/** Use of the production, or the production alone where its use is unknown. */
export function productionChart({ parts }: Pick<PlantReport, 'parts'>, { translate, locale }: ReportLanguage): Chart {
  const isSplit = parts.some(({ figures }) => figures.split !== null)
  const series = isSplit
    ? seriesOf(parts, [
        { name: translate('reports.use.direct'), color: flowColors.solar, of: ({ split }) => split?.toUseWh },
        { name: translate('reports.use.battery'), color: flowColors.battery, of: ({ split }) => split?.toBatteryWh },
        { name: translate('reports.use.grid'), color: flowColors.grid, of: ({ split }) => split?.toGridWh },
        {
          name: translate('exports.column.generation'),
          color: flowColors.generator,
          of: ({ split, energy }) => (split === null ? energy.generation : null),
        },
      ])
    : seriesOf(parts, [
        {
          name: translate('exports.column.generation'),
          color: flowColors.solar,
          of: ({ energy }) => energy.generation,
        },
      ])
  return { ...toChart(parts, locale), series }
}

/** Undefined where the consumption is unknown. */
export function consumptionChart({ parts }: PlantReport, { translate, locale }: ReportLanguage): Chart | undefined {
  const series = seriesOf(parts, [
    { name: translate('reports.source.pv'), color: flowColors.solar, of: ({ split }) => split?.fromPvWh },
    { name: translate('reports.source.battery'), color: flowColors.battery, of: ({ split }) => split?.fromBatteryWh },
    { name: translate('reports.source.grid'), color: flowColors.grid, of: ({ split }) => split?.fromGridWh },
    {
      name: translate('reports.source.generator'),
      color: flowColors.generator,
      of: ({ split }) => split?.fromGeneratorWh,
    },
  ])
  return series.length === 0 ? undefined : { ...toChart(parts, locale), series }
}

/** Undefined where no day is judged. */
export function expectedChart(report: PlantReport, { translate, locale }: ReportLanguage): Chart | undefined {
  const { parts, performance } = report
  if (performance.whole.judgedDays === 0) return undefined
  const sums = parts.map(({ key }) => performance.parts.get(key))
  const series: readonly Series[] = [
    {
      name: translate('performance.produced'),
      color: flowColors.solar,
      values: sums.map((sum) => sum?.producedWh ?? null),
    },
    {
      name: translate('reports.expected.gap'),
      color: flowColors.missing,
      values: sums.map((sum) => (sum === undefined ? null : Math.max(0, sum.potentialWh - (sum.producedWh ?? 0)))),
    },
  ]
  return { ...toChart(parts, locale), series }
}

/** The powers of a single day, as the page draws them. */
export function curveChart(
  { curve, facts }: Pick<PlantReport, 'curve' | 'facts'>,
  { translate, locale }: ReportLanguage,
): Chart | undefined {
  if (curve === undefined || curve.length === 0) return undefined
  const seriesOf = (name: string, color: string, values: readonly (number | null)[]): readonly Series[] =>
    values.some((value) => value !== null) ? [{ name, color, values }] : []
  const hours = curve.map(({ atMs }) => {
    const time = formatTimeOfDay(atMs, facts.zone)
    return time.endsWith(':00') && Number(time.slice(0, 2)) % 3 === 0 ? time : ''
  })
  return {
    unit: 'W',
    look: 'lines',
    labels: hours,
    locale,
    series: [
      ...seriesOf(
        translate('exports.column.pvW'),
        flowColors.solar,
        curve.map(({ pvW }) => pvW),
      ),
      ...seriesOf(
        translate('exports.column.loadW'),
        flowColors.load,
        curve.map(({ loadW }) => loadW),
      ),
      ...seriesOf(
        translate('exports.column.gridW'),
        flowColors.grid,
        curve.map(({ gridW }) => gridW),
      ),
      ...seriesOf(
        translate('exports.column.batteryW'),
        flowColors.battery,
        curve.map(({ batteryW }) => batteryW),
      ),
    ],
  }
}

const toChart = (parts: Parts, locale: string): Omit<Chart, 'series'> => ({
  unit: 'Wh',
  look: 'stacked',
  locale,
  labels: labelsOf(
    parts.map(({ key }) => key),
    locale,
  ),
})

/** The next days of a running month have no bars yet; the axis has its place for them. */
export const isAhead = (key: string, today: string): boolean =>
  key.length === 10 ? key >= addDays(today, 1) : key > today.slice(0, 7)
