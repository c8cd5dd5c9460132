import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, PeriodEnergies } from '../../../api/plant-figures.ts'
import type { TableData } from '../../../charts/table-data.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import type { Format } from '../../../texts/use-format.ts'
import type { UseText } from '../../../texts/use-text.tsx'
import { energyNotes, isEstimated } from './energy-notes.ts'
import { type BarsType, categoriesOf, selfUsePercent } from './period-bars-data.ts'

type Column = Readonly<{
  id: string
  name: TextKey
  unit: string
  part?: keyof PlantParts
  value: (figures: Energies) => number | null
}>

const inKwh = (energyWh: number | null): number | null => (energyWh === null ? null : energyWh / 1000)

// biome-ignore format: a table
const columns: readonly Column[] = [
  { id: 'production', name: 'plant-data.series.production', unit: 'kWh', value: (f) => inKwh(f.pvWh) },
  { id: 'consumption', name: 'plant-data.series.consumption', unit: 'kWh', part: 'load', value: (f) => inKwh(f.loadWh) },
  { id: 'feedIn', name: 'plant-data.series.feedIn', unit: 'kWh', part: 'grid', value: (f) => inKwh(f.exportWh) },
  { id: 'purchase', name: 'plant-data.series.purchase', unit: 'kWh', part: 'grid', value: (f) => inKwh(f.importWh) },
  { id: 'charging', name: 'plant-data.series.charging', unit: 'kWh', part: 'battery', value: (f) => inKwh(f.chargeWh) },
  { id: 'discharging', name: 'plant-data.series.discharging', unit: 'kWh', part: 'battery', value: (f) => inKwh(f.dischargeWh) },
  { id: 'generator', name: 'plant-data.series.generator', unit: 'kWh', part: 'generator', value: (f) => inKwh(f.generatorWh) },
  { id: 'selfUse', name: 'plant-data.series.selfUse', unit: '%', part: 'load', value: selfUsePercent },
  { id: 'hours', name: 'plant-data.table.hours', unit: 'h', value: (f) => f.specificYieldH },
]

/** null without any value; shares have no sum. */
const sumOf = (values: readonly (number | null)[]): number | null =>
  values.reduce<number | null>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null)

/** The bars as a table, with columns that the bars have no room for: specific yield and income. */
export function barsTable(
  type: BarsType,
  keys: readonly string[],
  rows: readonly (PeriodEnergies | undefined)[],
  currency: string,
  parts: PlantParts,
  text: UseText['text'],
  format: Format,
): TableData {
  const shown = columns.filter(({ part }) => part === undefined || parts[part])
  const names = categoriesOf(type, keys, format)
  const present = rows.filter((row) => row !== undefined)
  const income = text('plant-data.table.income')
  const priced = present.filter((row) => row.income !== null)
  const hasVat = priced.some(({ withoutVat }) => withoutVat !== undefined)
  const isEachStated = hasVat && priced.every(({ withoutVat }) => withoutVat !== undefined)
  const netOf = ({ withoutVat }: PeriodEnergies): number | null => withoutVat?.income ?? null
  return {
    rowName: text('plant-data.table.period'),
    columns: [
      ...shown.map(({ id, name, unit }) => ({ id, name: text(name), unit, decimals: 2 })),
      {
        id: 'income',
        unit: currency,
        decimals: 2,
        name: isEachStated ? text('exports.vat.incl', { name: income }) : income,
      },
      ...(hasVat
        ? [{ id: 'incomeNetOfVat', name: text('exports.vat.excl', { name: income }), unit: currency, decimals: 2 }]
        : []),
    ],
    total: {
      name: text('plant-data.period.total'),
      cells: [
        ...shown.map(({ unit, value }) => (unit === '%' ? null : sumOf(present.map(value)))),
        sumOf(present.map((row) => row.income)),
        // Of some days alone it would read as that of all.
        ...(hasVat ? [isEachStated ? sumOf(present.map(netOf)) : null] : []),
      ],
    },
    rows: keys.flatMap((key, index) => {
      const row = rows[index]
      if (!row) return []
      const notes = energyNotes(row, text, format)
      return [
        {
          key,
          name: `${isEstimated(row) ? '~' : ''}${names[index]?.title ?? key}`,
          exact: key,
          cells: [...shown.map(({ value }) => value(row)), row.income, ...(hasVat ? [netOf(row)] : [])],
          ...(notes.length > 0 ? { note: notes.join(' · ') } : {}),
        },
      ]
    }),
  }
}
