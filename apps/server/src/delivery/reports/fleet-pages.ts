import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatCount, formatNumber, formatPercent, MISSING } from '@heliograph/domain/format/number.ts'
import { formatEnergy, formatPeakPower } from '@heliograph/domain/format/scaled.ts'
import { formatTimestamp } from '@heliograph/domain/format/timestamp.ts'
import { joinSentences, startSentence } from '@heliograph/i18n/sentence-gap.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { drawAlarms } from './alarm-section.ts'
import type { FleetReport } from './fleet-report.ts'
import { flowColors, ink } from './look.ts'
import { createPages, drawCompact, type Pages, writeNotes } from './pages.ts'
import { labelsOf } from './plant-charts.ts'
import { drawFigure } from './plant-pages.ts'
import type { ReportBrand } from './report-brand.ts'
import { namePeriod } from './report-period.ts'
import type { ReportLanguage } from './report-texts.ts'
import { drawTable, type TableColumn } from './table.ts'
import { drawTiles } from './tiles.ts'
import { countStated, vatFigures } from './vat-figures.ts'

/** The report of all plants as a PDF. */
export function drawFleetReport(
  report: FleetReport,
  language: ReportLanguage,
  brand: ReportBrand,
): AsyncIterable<Uint8Array> {
  const { period, today, createdAtMs, zone, generationWh, isRunning, plants, count, parts } = report
  const { translate, locale } = language
  const name = namePeriod(period, today, locale)
  const title = `${translate('reports.fleet')} · ${name}`
  const draw = (chartShare: number): Pages => {
    const pages = createPages({ brand, language, createdAtMs, head: title, title })
    pages.write(translate('reports.fleet'), { sizePt: 20, weight: 'bold' })
    const capacity = translate('reports.capacity', { capacity: formatPeakPower(report.capacityWp, locale).text })
    const counted = translate('reports.plants', { count: plants.length })
    pages.write(`${counted} · ${capacity} · ${zone}`, { sizePt: 9, color: ink.quiet })
    pages.take(6)
    const at = formatTimestamp(createdAtMs, zone, { offset: true })
    pages.write(
      joinSentences([
        startSentence(
          generationWh === null
            ? translate('reports.answer.none', { period: name })
            : translate('reports.answer', { period: name, energy: formatEnergy(generationWh, locale).text }),
          locale,
        ),
        ...(isRunning ? [translate('reports.answer.running', { at })] : []),
      ]),
      { sizePt: 12 },
    )
    pages.take(10)
    drawTiles(pages, tilesOf(report, language))
    if (parts.length > 1)
      drawFigure(
        pages,
        translate('exports.column.generation'),
        {
          unit: 'Wh',
          look: 'stacked',
          locale,
          labels: labelsOf(
            parts.map(({ key }) => key),
            locale,
          ),
          series: [
            {
              name: translate('exports.column.generation'),
              color: flowColors.solar,
              values: parts.map((part) => part.generationWh),
            },
          ],
        },
        180 * chartShare,
      )
    drawPlants(pages, report, language)
    drawAlarms(pages, report.alarms, language, { isFleet: true, nowMs: createdAtMs })
    const lines = [
      translate('reports.about.zones'),
      translate('reports.about.units'),
      translate('reports.about.weakest'),
      ...(count > plants.length ? [translate('reports.about.limit', { shown: plants.length, count })] : []),
      translate('reports.about.created', { at }),
    ]
    writeNotes(pages, [{ title: translate('reports.about'), lines, sizePt: 8.5, color: ink.quiet }])
    return pages
  }
  return drawCompact(draw).end()
}

/** The income of all plants; of several currencies each is named. */
export const incomeFigures = (all: FleetReport['money'], translate: Translate) =>
  all.flatMap(({ currency, money }) => {
    const name = translate('exports.column.income')
    return vatFigures(all.length > 1 ? `${name} (${currency})` : name, 'income', money, translate).map((figure) => ({
      ...figure,
      currency,
    }))
  })

function tilesOf(
  { generationWh, measuredWp, money, plants }: FleetReport,
  { translate, locale }: ReportLanguage,
): readonly Readonly<{ name: string; value: string }>[] {
  const silent = plants.filter(({ days }) => days === 0).length
  return [
    { name: translate('exports.column.generation'), value: formatEnergy(generationWh, locale).text },
    {
      name: translate('exports.column.fullLoadHours'),
      value:
        generationWh === null || measuredWp <= 0
          ? MISSING
          : `${formatNumber(generationWh / measuredWp, locale)} kWh/kWp`,
    },
    ...incomeFigures(money, translate).map(({ name, amount, currency }) => ({
      name,
      value: formatMoney(amount, currency, locale),
    })),
    { name: translate('reports.silent'), value: formatCount(silent, locale) },
  ]
}

function drawPlants(pages: Pages, { plants }: FleetReport, { translate, locale }: ReportLanguage): void {
  if (plants.length === 0) return
  const kwh = (wh: number | null): string => formatNumber(wh === null ? null : wh / 1000, locale)
  // Plants without data come first, so that they are not overlooked.
  const sorted = [...plants].sort(
    (a, b) => (a.figures.fullPowerHours ?? -1) - (b.figures.fullPowerHours ?? -1) || a.facts.plantId - b.facts.plantId,
  )
  const income = translate('exports.column.income')
  const stated = countStated(plants.map(({ figures }) => figures.money))
  const right = (name: string, unit: string, weight = 1): TableColumn => ({ name, unit, align: 'right', weight })
  pages.title(translate('reports.plants.table'))
  drawTable(
    pages,
    [
      { name: translate('reports.plants.name'), unit: '', align: 'left', weight: 2 },
      right(translate('exports.column.generation'), 'kWh'),
      right(translate('exports.column.fullLoadHours'), 'kWh/kWp'),
      right(translate('exports.column.export'), 'kWh'),
      right(translate('exports.column.import'), 'kWh'),
      right(translate('exports.column.selfConsumption'), '', 1.3),
      right(stated === 'all' ? translate('exports.vat.incl', { name: income }) : income, '', 1.1),
      ...(stated === 'none' ? [] : [right(translate('exports.vat.excl', { name: income }), '', 1.1)]),
      right(translate('reports.plants.days'), '', 0.8),
    ],
    sorted.map(({ facts, figures, days }) => [
      facts.name,
      kwh(figures.energy.generation),
      formatNumber(figures.fullPowerHours, locale),
      kwh(figures.energy.export),
      kwh(figures.energy.import),
      formatPercent(figures.generationShares && 100 - figures.generationShares.toGrid, locale, 1),
      formatMoney(figures.money.income, facts.currency, locale),
      ...(stated === 'none' ? [] : [formatMoney(figures.money.withoutVat?.income ?? null, facts.currency, locale)]),
      formatCount(days, locale),
    ]),
  )
}
