import { formatDate, formatMonth, formatWeekdayAndDay } from '@heliograph/domain/format/date.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatNumber, formatPercent, MISSING } from '@heliograph/domain/format/number.ts'
import { formatEnergy, formatPeakPower } from '@heliograph/domain/format/scaled.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { joinSentences, startSentence } from '@heliograph/i18n/sentence-gap.ts'
import type { EnergyFigures } from '../../fleet/plants/plants.ts'
import { drawAlarms } from './alarm-section.ts'
import { type Chart, drawChart } from './chart.ts'
import { ink } from './look.ts'
import { nameFlows } from './name-flows.ts'
import { createPages, drawCompact, type Pages, writeNotes } from './pages.ts'
import { consumptionChart, curveChart, expectedChart, isAhead, productionChart } from './plant-charts.ts'
import type { PlantReport } from './plant-report.ts'
import { describeQuality } from './quality-notes.ts'
import type { ReportBrand } from './report-brand.ts'
import { namePeriod } from './report-period.ts'
import type { ReportLanguage } from './report-texts.ts'
import { drawTable, type TableColumn } from './table.ts'
import { drawTiles } from './tiles.ts'
import { countStated, vatFigures } from './vat-figures.ts'

/** The report of a plant as a PDF. */
export function drawPlantReport(
  report: PlantReport,
  language: ReportLanguage,
  brand: ReportBrand,
): AsyncIterable<Uint8Array> {
  const { facts, period, today, createdAtMs } = report
  const { translate, locale } = language
  const name = namePeriod(period, today, locale)
  const draw = (chartShare: number): Pages => {
    const pages = createPages({
      brand,
      language,
      createdAtMs,
      head: `${translate('reports.plant')} · ${name}`,
      title: `${facts.name} · ${name}`,
    })
    const drawChartOf = (title: string, chart: Chart | undefined, heightPt: number): void =>
      drawFigure(pages, title, chart, heightPt * chartShare)
    drawOpening(pages, report, language, name)
    drawChartOf(translate('reports.curve'), curveChart(report, language), 190)
    if (report.parts.length > 1) {
      drawChartOf(translate('reports.use'), productionChart(report, language), 175)
      drawChartOf(translate('reports.source'), consumptionChart(report, language), 175)
      drawChartOf(translate('reports.expected'), expectedChart(report, language), 175)
    }
    drawLosses(pages, report, language)
    drawMoney(pages, report, language)
    drawAlarms(pages, report.alarms, language, { isFleet: false, nowMs: createdAtMs })
    drawRows(pages, report, language)
    const quality = { title: translate('reports.quality'), lines: describeQuality(report, language) }
    writeNotes(pages, [
      { ...quality, sizePt: 9, color: ink.soft },
      { title: translate('reports.about'), lines: describeFigures(report, language), sizePt: 8.5, color: ink.quiet },
    ])
    return pages
  }
  return drawCompact(draw).end()
}

function drawOpening(pages: Pages, report: PlantReport, { translate, locale }: ReportLanguage, name: string): void {
  const { facts, whole, before, today, isRunning, createdAtMs } = report
  pages.write(facts.name, { sizePt: 20, weight: 'bold' })
  const capacity = translate('reports.capacity', { capacity: formatPeakPower(facts.capacityWp, locale).text })
  pages.write([capacity, facts.address, facts.zone].filter(Boolean).join(' · '), { sizePt: 9, color: ink.quiet })
  pages.take(6)
  const { generation } = whole.energy
  const answer =
    generation === null
      ? translate('reports.answer.none', { period: name })
      : translate('reports.answer', { period: name, energy: formatEnergy(generation, locale).text })
  const at = formatTimestamp(createdAtMs, facts.zone, { offset: true })
  pages.write(
    joinSentences([
      startSentence(answer, locale),
      ...(before === undefined
        ? []
        : [compare(report, { translate, locale }, namePeriod(before.period, today, locale))]),
      ...(isRunning ? [translate('reports.answer.running', { at })] : []),
    ]),
    { sizePt: 12 },
  )
  pages.take(10)
  drawTiles(pages, tilesOf(report, { translate, locale }))
}

function compare(
  { whole, before }: PlantReport,
  { translate, locale }: Pick<ReportLanguage, 'translate' | 'locale'>,
  name: string,
): string {
  const then = before?.figures.energy.generation ?? 0
  const now = whole.energy.generation
  if (now === null || then <= 0) return ''
  const percent = (now / then - 1) * 100
  const key = percent >= 1 ? 'more' : percent <= -1 ? 'less' : 'same'
  return translate(`reports.answer.${key}`, { percent: formatPercent(Math.abs(percent), locale, 0), before: name })
}

function tilesOf(
  { whole, facts, performance }: PlantReport,
  { translate, locale }: Pick<ReportLanguage, 'translate' | 'locale'>,
): readonly Readonly<{ name: string; value: string }>[] {
  const { energy, generationShares, useShares, fullPowerHours, money } = whole
  const energyTile = (
    key: 'generation' | 'consumption' | 'export' | 'import' | 'charge' | 'discharge',
    wh: number | null,
  ) => (wh === null ? [] : [{ name: translate(`exports.column.${key}`), value: formatEnergy(wh, locale).text }])
  const { performanceRatio } = performance.whole
  return [
    { name: translate('exports.column.generation'), value: formatEnergy(energy.generation, locale).text },
    ...energyTile('consumption', whole.useWh),
    ...energyTile('export', energy.export),
    ...energyTile('import', energy.import),
    ...(generationShares
      ? [
          {
            name: translate('exports.column.selfConsumption'),
            value: formatPercent(100 - generationShares.toGrid, locale),
          },
        ]
      : []),
    ...(useShares
      ? [{ name: translate('exports.column.selfSufficiency'), value: formatPercent(100 - useShares.fromGrid, locale) }]
      : []),
    {
      name: translate('exports.column.fullLoadHours'),
      value: fullPowerHours === null ? MISSING : `${formatNumber(fullPowerHours, locale)} kWh/kWp`,
    },
    {
      name: translate('performance.pr'),
      value: performanceRatio === null ? MISSING : formatPercent(performanceRatio * 100, locale, 1),
    },
    ...vatFigures(translate('exports.column.income'), 'income', money, translate).map(({ name, amount }) => ({
      name,
      value: formatMoney(amount, facts.currency, locale),
    })),
    ...energyTile('charge', energy.charge),
    ...energyTile('discharge', energy.discharge),
  ]
}

export function drawFigure(pages: Pages, title: string, chart: Chart | undefined, heightPt: number): void {
  if (chart === undefined || chart.series.length === 0) return
  pages.keep(heightPt + 40)
  pages.title(title)
  drawChart(pages.surface, pages.take(heightPt), chart)
}

function drawLosses(pages: Pages, { performance }: PlantReport, { translate, locale }: ReportLanguage): void {
  const { losses, potentialWh, judgedDays, days, sources } = performance.whole
  if (judgedDays === 0 || potentialWh <= 0) return
  pages.title(translate('performance.losses'))
  const columns: readonly TableColumn[] = [
    { name: translate('performance.losses.what'), unit: '', align: 'left', weight: 3 },
    { name: 'kWh', unit: '', align: 'right', weight: 1.2 },
    { name: translate('performance.losses.share'), unit: '', align: 'right', weight: 1 },
    { name: translate('performance.losses.confidence'), unit: '', align: 'right', weight: 1 },
  ]
  const rows = losses
    .filter(({ energyWh }) => energyWh !== 0)
    .map(({ kind, energyWh, confidence }) => [
      translate(`performance.loss.${kind}`),
      formatNumber(energyWh / 1000, locale),
      formatPercent((energyWh / potentialWh) * 100, locale, 1),
      translate(`performance.confidence.${confidence}`),
    ])
  drawTable(pages, columns, rows)
  pages.take(4)
  const [source] = sources
  pages.write(
    [
      translate('performance.valid.days', { judged: judgedDays, days }),
      sources.length > 1 ? translate('performance.source.mixed') : source && translate(`performance.source.${source}`),
    ]
      .filter(Boolean)
      .join(' · '),
    { sizePt: 8.5, color: ink.quiet },
  )
}

function drawMoney(pages: Pages, { whole, facts }: PlantReport, { translate, locale }: ReportLanguage): void {
  const tiles = (
    [
      ['reports.money.without', 'withoutPlant'],
      ['reports.money.cost', 'cost'],
      ['reports.money.feedIn', 'feedIn'],
      ['reports.money.savings', 'savings'],
    ] as const
  )
    .flatMap(([key, part]) => vatFigures(translate(key), part, whole.money, translate))
    .flatMap(({ name, amount }) =>
      amount === null ? [] : [{ name, value: formatMoney(amount, facts.currency, locale) }],
    )
  if (tiles.length === 0) return
  pages.title(translate('reports.money'))
  drawTiles(pages, tiles)
}

function drawRows(pages: Pages, report: PlantReport, { translate, locale }: ReportLanguage): void {
  const { parts, whole, facts, today, period } = report
  const past = parts.filter(({ key }) => !isAhead(key, today))
  if (past.length < 2) return
  const kwh = (wh: number | null | undefined): string => formatNumber(wh == null ? null : wh / 1000, locale)
  const estimated = ({ generationEstimatedWh, othersEstimatedWh, fromPower }: EnergyFigures): string =>
    generationEstimatedWh + othersEstimatedWh > 0 || fromPower.includes('generation') ? '≈ ' : ''
  const integrated = ({ fromPower }: EnergyFigures, flow: EnergyFigures['fromPower'][number]): string =>
    fromPower.includes(flow) ? '≈ ' : ''
  const all = [...past.map(({ figures }) => figures), whole]
  const income = translate('exports.column.income')
  const stated = countStated(all.map(({ money }) => money))
  const offered: readonly (Omit<TableColumn, 'align'> &
    Readonly<{ of: (figures: EnergyFigures) => string; isKnown: (figures: EnergyFigures) => boolean }>)[] = [
    energyColumn(
      translate('exports.column.generation'),
      (item) => item.energy.generation,
      (item) => `${estimated(item)}${kwh(item.energy.generation)}`,
    ),
    energyColumn(
      translate('exports.column.consumption'),
      (item) => item.useWh,
      (item) => `${integrated(item, 'load')}${kwh(item.useWh)}`,
    ),
    energyColumn(
      translate('exports.column.export'),
      (item) => item.energy.export,
      (item) => `${integrated(item, 'export')}${kwh(item.energy.export)}`,
    ),
    energyColumn(
      translate('exports.column.import'),
      (item) => item.energy.import,
      (item) => `${integrated(item, 'import')}${kwh(item.energy.import)}`,
    ),
    {
      name: translate('exports.column.selfConsumption'),
      unit: '',
      weight: 1.25,
      of: ({ generationShares }) => formatPercent(generationShares && 100 - generationShares.toGrid, locale, 1),
      isKnown: ({ generationShares }) => generationShares !== null,
    },
    {
      name: translate('exports.column.fullLoadHours'),
      unit: 'kWh/kWp',
      weight: 1,
      of: ({ fullPowerHours }) => formatNumber(fullPowerHours, locale),
      isKnown: ({ fullPowerHours }) => fullPowerHours !== null,
    },
    {
      name: stated === 'all' ? translate('exports.vat.incl', { name: income }) : income,
      unit: facts.currency,
      weight: 1,
      of: ({ money }) => formatNumber(money.income, locale),
      isKnown: ({ money }) => money.income !== null,
    },
    {
      name: translate('exports.vat.excl', { name: income }),
      unit: facts.currency,
      weight: 1,
      of: ({ money }) => formatNumber(money.withoutVat?.income ?? null, locale),
      isKnown: ({ money }) => typeof money.withoutVat?.income === 'number',
    },
  ]
  const shown = offered.filter(({ isKnown }) => all.some(isKnown))
  // A period without data needs no list of empty days: the pages above state it.
  if (shown.length === 0) return
  const columns: readonly TableColumn[] = [
    { name: translate('exports.column.period'), unit: '', align: 'left', weight: 1.1 },
    ...shown.map(({ name, unit, weight }) => ({ name, unit, weight, align: 'right' as const })),
  ]
  const nameOf = (key: string): string =>
    key.length === 7
      ? formatMonth(key, locale)
      : past.length > 7
        ? formatWeekdayAndDay(key, locale)
        : formatDate(key, locale)
  pages.title(translate(`reports.rows.${period.step}`))
  drawTable(
    pages,
    columns,
    past.map(({ key, figures }) => [nameOf(key), ...shown.map(({ of }) => of(figures))]),
    [translate('reports.total'), ...shown.map(({ of }) => of(whole))],
  )
}

const energyColumn = (
  name: string,
  read: (figures: EnergyFigures) => number | null,
  pick: (figures: EnergyFigures) => string,
) => ({ name, unit: 'kWh', weight: 1, of: pick, isKnown: (figures: EnergyFigures) => read(figures) !== null })

function describeFigures(report: PlantReport, { translate, locale }: ReportLanguage): readonly string[] {
  const { facts, whole, createdAtMs, parts } = report
  const estimatedWh = whole.generationEstimatedWh + whole.othersEstimatedWh
  const energy = (wh: number): string => formatEnergy(wh, locale).text
  return [
    translate('reports.about.zone', { zone: facts.zone }),
    translate('reports.about.units'),
    ...(whole.split !== null && parts.length > 1 ? [translate('reports.about.split')] : []),
    ...(estimatedWh > 0 ? [translate('reports.about.estimated', { energy: energy(estimatedWh) })] : []),
    ...(whole.fromPower.length === 0
      ? []
      : [translate('reports.about.fromPower', { energies: nameFlows(whole.fromPower, translate) })]),
    ...(whole.generationOffsetWh === 0
      ? []
      : [translate('reports.about.offset', { energy: energy(whole.generationOffsetWh) })]),
    whole.money.income === null
      ? translate('reports.about.noMoney')
      : translate('reports.about.money', { currency: facts.currency }),
    translate('reports.about.created', { at: formatTimestamp(createdAtMs, facts.zone, { offset: true }) }),
  ]
}
