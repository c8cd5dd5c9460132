import { formatDate } from '@heliograph/domain/format/date.ts'
import { formatMoney } from '@heliograph/domain/format/money.ts'
import { formatNumber, formatPercent } from '@heliograph/domain/format/number.ts'
import { formatEnergy } from '@heliograph/domain/format/scaled.ts'
import type { FontHint } from '@heliograph/domain/languages.ts'
import { daysBetween, localDate } from '@heliograph/domain/time.ts'
import { startSentence } from '@heliograph/i18n/sentence-gap.ts'
import { readPlantNow } from '../../fleet/now/now.ts'
import { getFacts, type PlantFacts, plantDay } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { thisServer } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'
import { type Chart, drawChart } from './chart.ts'
import { incomeFigures } from './fleet-pages.ts'
import { readFleetReport } from './fleet-report.ts'
import { type Fonts, openFonts } from './fonts.ts'
import { flowColors } from './look.ts'
import { curveChart, labelsOf, productionChart } from './plant-charts.ts'
import { readEnergies } from './plant-report.ts'
import { calendarPeriod, namePeriod, type ReportPeriod } from './report-period.ts'
import { openLanguage, type ReportLanguage } from './report-texts.ts'
import { createSvgSurface } from './svg-surface.ts'
import { vatFigures } from './vat-figures.ts'

/** Small, so that its letters can be read on a phone, where an email is 300 points wide. */
const WIDTH = 360
const HEIGHT = 220
const PADDING = 8
/** Pixels per point times 72: three, for dense screens. */
const DENSITY = 216

/** A chart as a PNG for an email, sharp on dense screens; its letters are outlines, so that no font is needed. */
async function drawMailPicture(chart: Chart, fonts: Fonts): Promise<Buffer> {
  const { surface, write } = createSvgSurface(WIDTH, HEIGHT, fonts)
  surface.rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, '#ffffff')
  drawChart(surface, { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING }, chart)
  const question = { bytes: Buffer.from(write()), takes: ['svg'], density: DENSITY, isOurs: true } as const
  const scale = DENSITY / 72
  const form = { as: 'png', fit: 'inside', width: WIDTH * scale, height: HEIGHT * scale, isPalette: true } as const
  return (await drawPicture(question, [form], thisServer))[0].bytes
}

/** Summary of a period for an email. */
export type ReportSummary = Readonly<{
  period: string
  facts: readonly Readonly<{ label: string; value: string }>[]
  /** A sentence in place of the figures where nothing was measured. */
  nothing: string | undefined
  picture: Readonly<{ png: Buffer; alt: string }> | undefined
}>

type Wanted = Readonly<{ from: string; to: string; language: string; nowMs: number }>

/** The main figures of days and their chart. undefined: too many days for a chart that is no calendar year. */
export async function summarizeReport(
  db: Db,
  { plantId, ...holder }: Readonly<{ plantId: number | null; userId: number; organizationId: number | null }>,
  { from, to, language: code, nowMs }: Wanted,
): Promise<ReportSummary | undefined> {
  const language = openLanguage(code)
  const isLong = daysBetween(from, to) >= 31
  const period: ReportPeriod = { step: isLong ? 'month' : 'day', from, to }
  if (isLong && calendarPeriod(period, localDate(nowMs, 'UTC')) === undefined) return undefined
  return plantId === null
    ? summarizeFleet(db, holder, period, language, nowMs)
    : summarizePlant(db, plantId, period, language, nowMs)
}

async function summarizePlant(
  db: Db,
  plantId: number,
  period: ReportPeriod,
  language: ReportLanguage,
  nowMs: number,
): Promise<ReportSummary> {
  const { translate, locale, font } = language
  const facts = await getFacts(db, plantId)
  const today = localDate(nowMs, facts.zone)
  const { whole, parts } = await readEnergies(db, facts, period, nowMs)
  const name = namePeriod(period, today, locale)
  const { energy, generationShares, useShares, money } = whole
  const fact = (label: string, value: string | null) => (value === null ? [] : [{ label, value }])
  const energyOf = (wh: number | null): string | null => (wh === null ? null : formatEnergy(wh, locale).text)
  const chart =
    period.from === period.to
      ? curveChart({ facts, curve: (await plantDay(db, plantId, period.from, nowMs)).points }, language)
      : productionChart({ parts }, language)
  const figures = [
    ...fact(translate('exports.column.generation'), energyOf(energy.generation)),
    ...fact(translate('exports.column.consumption'), energyOf(whole.useWh)),
    ...fact(translate('exports.column.export'), energyOf(energy.export)),
    ...fact(translate('exports.column.import'), energyOf(energy.import)),
    ...fact(
      translate('exports.column.selfConsumption'),
      generationShares && formatPercent(100 - generationShares.toGrid, locale),
    ),
    ...fact(translate('exports.column.selfSufficiency'), useShares && formatPercent(100 - useShares.fromGrid, locale)),
    ...vatFigures(translate('exports.column.income'), 'income', money, translate).flatMap(({ name: label, amount }) =>
      fact(label, amount === null ? null : formatMoney(amount, facts.currency, locale)),
    ),
  ]
  return {
    period: name,
    facts: figures,
    nothing: figures.length > 0 ? undefined : await describeSilence(db, facts, period, language, name),
    picture: await toPicture(chart, `${facts.name} · ${name}`, font),
  }
}

/** Since when nothing comes; what comes again, or is no energy, says only that none was measured. */
async function describeSilence(
  db: Db,
  { plantId, zone }: PlantFacts,
  { from }: ReportPeriod,
  { translate, locale }: ReportLanguage,
  period: string,
): Promise<string> {
  const lastAtMs = (await readPlantNow(db, plantId))?.lastAtMs ?? undefined
  if (lastAtMs === undefined) return translate('reports.nothing.ever')
  const last = localDate(lastAtMs, zone)
  return last < from
    ? translate('reports.nothing.since', { at: formatDate(last, locale) })
    : startSentence(translate('reports.answer.none', { period }), locale)
}

async function summarizeFleet(
  db: Db,
  holder: Readonly<{ userId: number; organizationId: number | null }>,
  period: ReportPeriod,
  { translate, locale, font }: ReportLanguage,
  nowMs: number,
): Promise<ReportSummary> {
  const report = await readFleetReport(db, holder, { period, nowMs })
  const name = namePeriod(period, report.today, locale)
  const generation = translate('exports.column.generation')
  const silent = report.plants.filter(({ days }) => days === 0).length
  const chart: Chart = {
    unit: 'Wh',
    look: 'stacked',
    locale,
    labels: labelsOf(
      report.parts.map(({ key }) => key),
      locale,
    ),
    series: [
      { name: generation, color: flowColors.solar, values: report.parts.map(({ generationWh }) => generationWh) },
    ],
  }
  return {
    period: name,
    nothing:
      report.generationWh === null
        ? startSentence(translate('reports.answer.none', { period: name }), locale)
        : undefined,
    facts: [
      ...(report.generationWh === null
        ? []
        : [{ label: generation, value: formatEnergy(report.generationWh, locale).text }]),
      ...incomeFigures(report.money, translate).map(({ name: label, amount, currency }) => ({
        label,
        value: formatMoney(amount, currency, locale),
      })),
      { label: translate('reports.silent'), value: formatNumber(silent, locale, 0) },
    ],
    picture: report.parts.length > 1 ? await toPicture(chart, name, font) : undefined,
  }
}

const toPicture = async (chart: Chart | undefined, alt: string, script: FontHint): Promise<ReportSummary['picture']> =>
  chart === undefined || chart.series.length === 0
    ? undefined
    : { png: await drawMailPicture(chart, openFonts(script)), alt }
