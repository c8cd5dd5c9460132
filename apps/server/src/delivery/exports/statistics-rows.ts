import type { ExportStep } from '@heliograph/domain/plant-export.ts'
import { addMonths } from '@heliograph/domain/time.ts'
import type { Translate } from '@heliograph/i18n/translate.ts'
import { allDays, statesVat } from '../../fleet/finance/finance.ts'
import { type EnergyFigures, type PlantFacts, periodFigures } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { nameFlows } from '../reports/reports.ts'
import { type Cell, type Column, type ExportRows, numberColumn, type Page, textColumn } from './export-columns.ts'

type Range = Readonly<{ step: ExportStep; from: string; to: string }>

/** The energies of days, months, years or all days, as the plant's page shows them. */
export const readStatistics = async (
  db: Db,
  facts: PlantFacts,
  range: Range,
  translate: Translate,
  nowMs: number,
): Promise<ExportRows> => {
  const vat = await statesVat(db, facts, range.step === 'total' ? allDays : range)
  const toCells = (period: string, figures: EnergyFigures): readonly Cell[] => toRow(period, figures, vat, translate)
  return {
    columns: columnsOf(facts, vat, translate),
    pages: range.step === 'total' ? readTotal(db, facts, toCells, nowMs) : readParts(db, facts, range, toCells, nowMs),
  }
}

type Vat = Awaited<ReturnType<typeof statesVat>>
type ToCells = (period: string, figures: EnergyFigures) => readonly Cell[]

function columnsOf({ currency }: PlantFacts, vat: Vat, translate: Translate): readonly Column[] {
  const income = translate('exports.column.income')
  const energy = (id: string, name: string) => numberColumn(id, name, 'kWh', 7)
  return [
    textColumn('period', translate('exports.column.period')),
    energy('generation', translate('exports.column.generation')),
    energy('consumption', translate('exports.column.consumption')),
    energy('export', translate('exports.column.export')),
    energy('import', translate('exports.column.import')),
    energy('charge', translate('exports.column.charge')),
    energy('discharge', translate('exports.column.discharge')),
    energy('generator', translate('exports.column.generator')),
    energy('directUse', translate('exports.column.directUse')),
    numberColumn('selfConsumption', translate('exports.column.selfConsumption'), '%', 2),
    numberColumn('selfSufficiency', translate('exports.column.selfSufficiency'), '%', 2),
    numberColumn('fullLoadHours', translate('exports.column.fullLoadHours'), 'kWh/kWp', 4),
    numberColumn('income', vat === 'all' ? translate('exports.vat.incl', { name: income }) : income, currency, 4),
    ...(vat === 'none'
      ? []
      : [numberColumn('incomeNetOfVat', translate('exports.vat.excl', { name: income }), currency, 4)]),
    energy('refused', translate('exports.column.refused')),
    energy('estimated', translate('exports.column.estimatedEnergy')),
    textColumn('fromPower', translate('exports.column.fromPower')),
  ]
}

function toRow(period: string, figures: EnergyFigures, vat: Vat, translate: Translate): readonly Cell[] {
  const { energy, generationShares, useShares } = figures
  const kwh = (energyWh: number | null | undefined): number | null => (energyWh == null ? null : energyWh / 1000)
  const isEmpty = Object.values(energy).every((item) => item === null)
  return [
    period,
    kwh(energy.generation),
    kwh(figures.useWh),
    kwh(energy.export),
    kwh(energy.import),
    kwh(energy.charge),
    kwh(energy.discharge),
    kwh(energy.generator),
    kwh(figures.split?.toUseWh),
    generationShares && 100 - generationShares.toGrid,
    useShares && 100 - useShares.fromGrid,
    figures.fullPowerHours,
    figures.money.income,
    ...(vat === 'none' ? [] : [figures.money.withoutVat?.income ?? null]),
    isEmpty ? null : kwh(figures.refusedWh),
    isEmpty ? null : kwh(figures.generationEstimatedWh),
    figures.fromPower.length === 0 ? null : nameFlows(figures.fromPower, translate),
  ]
}

async function* readTotal(db: Db, facts: PlantFacts, toCells: ToCells, nowMs: number): AsyncGenerator<Page> {
  const { period, statistics } = await periodFigures(db, facts, 'total', '1970-01-01', nowMs)
  yield { rows: [toCells(period, statistics)], share: 1 }
}

/** A row for each day, month or year of the range; one without data is empty. */
async function* readParts(
  db: Db,
  facts: PlantFacts,
  { step, from, to }: Range,
  toCells: ToCells,
  nowMs: number,
): AsyncGenerator<Page> {
  const wholes = listWholes(step, from, to)
  const digits = step === 'day' ? 10 : step === 'month' ? 7 : 4
  for (const [index, whole] of wholes.entries()) {
    const kind = step === 'day' ? 'month' : step === 'month' ? 'year' : 'total'
    const { rows } = await periodFigures(db, facts, kind, whole, nowMs)
    const named = rows.map(({ year, month, day, figures }) => ({ period: nameOf(year, month, day), figures }))
    const inRange = named.filter(({ period }) => period >= from.slice(0, digits) && period <= to.slice(0, digits))
    yield {
      rows: inRange.map(({ period, figures }) => toCells(period, figures)),
      share: (index + 1) / wholes.length,
    }
  }
}

/** The periods to ask for: months for days, years for months, once for years. */
function listWholes(step: ExportStep, from: string, to: string): readonly string[] {
  if (step === 'year') return [from]
  const last = step === 'day' ? to.slice(0, 7) : to.slice(0, 4)
  const wholes: string[] = []
  if (step === 'day')
    for (let month = from.slice(0, 7); month <= last; month = addMonths(month, 1)) wholes.push(`${month}-01`)
  else for (let year = Number(from.slice(0, 4)); year <= Number(last); year++) wholes.push(`${year}-01-01`)
  return wholes
}

const nameOf = (year: number, month: number, day: number): string =>
  [
    String(year).padStart(4, '0'),
    ...[month, day].filter((part) => part > 0).map((part) => String(part).padStart(2, '0')),
  ].join('-')
