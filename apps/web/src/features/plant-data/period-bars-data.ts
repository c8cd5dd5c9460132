/** Days of a month, months of a year, years in all: their bars, and what a click on one leads to. */
import type { PeriodRow } from '@heliograph/contract/maintain-s/history.ts'
import type { EnergyFigures } from '@heliograph/contract/maintain-s/system.ts'
import { addDays, addMonths, daysBetween } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { BarCategory, BarPart } from '../../charts/bar-data.ts'
import type { Format } from '../../texts/use-format.ts'
import type { PlantParts } from './plant-parts.ts'

export type BarsType = 'month' | 'year' | 'total'

export type PartDefinition = Readonly<{
  id: string
  name: TextKey
  colour: string
  side: BarPart['side']
  part?: keyof PlantParts
  value: (figures: EnergyFigures) => number | null
}>

// biome-ignore format: a table
const splitParts: readonly PartDefinition[] = [
  { id: 'use', name: 'plant-data.split.usedAtOnce', colour: 'load', side: 'above', value: (f) => f.genForUse },
  { id: 'store', name: 'plant-data.split.intoBattery', colour: 'battery', side: 'above', part: 'battery', value: (f) => f.genForCharge },
  { id: 'feed', name: 'plant-data.split.fedIn', colour: 'grid', side: 'above', part: 'grid', value: (f) => f.genForGrid },
  { id: 'sun', name: 'plant-data.split.fromSun', colour: 'solar', side: 'below', value: (f) => f.useFromGen },
  { id: 'release', name: 'plant-data.split.fromBattery', colour: 'battery', side: 'below', part: 'battery', value: (f) => f.useFromDischarge },
  { id: 'generator', name: 'plant-data.split.fromGenerator', colour: 'generator', side: 'below', part: 'generator', value: (f) => f.useFromGenerator },
  { id: 'buy', name: 'plant-data.split.fromGrid', colour: 'grid', side: 'below', part: 'grid', value: (f) => f.useFromBuy },
]
const production: PartDefinition = {
  id: 'production',
  name: 'plant-data.series.production',
  colour: 'solar',
  side: 'above',
  value: (f) => f.generationValue,
}

/** The parts a plant's bars have: both splits where its consumption is known, else production alone. */
export function barParts(parts: PlantParts, rows: readonly EnergyFigures[]): readonly PartDefinition[] {
  const known = parts.load && rows.some(({ genForUse }) => genForUse !== null)
  if (!known) return [production]
  return splitParts.filter(({ part }) => part === undefined || parts[part])
}

/** Every day, month or year of the period as a key, also those without data. */
export function keysOf(type: BarsType, key: string, rows: readonly PeriodRow[], today: string): readonly string[] {
  if (type === 'month') {
    const first = `${key}-01`
    const count = daysBetween(first, `${addMonths(key, 1)}-01`)
    return Array.from({ length: count }, (_, index) => addDays(first, index))
  }
  if (type === 'year') return Array.from({ length: 12 }, (_, index) => `${key}-${String(index + 1).padStart(2, '0')}`)
  const last = Number(today.slice(0, 4))
  const first = Math.min(last, ...rows.map(({ year }) => year))
  return Array.from({ length: Math.min(60, last - first + 1) }, (_, index) => String(first + index))
}

const two = (value: number): string => String(value).padStart(2, '0')

export function keyOfRow(type: BarsType, { year, month, day }: PeriodRow): string {
  if (type === 'total') return String(year)
  return type === 'year' ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`
}

export function categoriesOf(type: BarsType, keys: readonly string[], format: Format): readonly BarCategory[] {
  return keys.map((key) => {
    if (type === 'month')
      return { key, label: String(Number(key.slice(8))), title: `${format.weekday(key)}, ${format.date(key)}` }
    if (type === 'year') return { key, label: format.monthName(key), title: format.month(key) }
    return { key, label: key, title: key }
  })
}

/** Rows in the order of the keys; undefined where a period has none. */
export function rowsByKey(
  type: BarsType,
  keys: readonly string[],
  rows: readonly PeriodRow[],
): readonly (PeriodRow | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOfRow(type, row), row]))
  return keys.map((key) => byKey.get(key))
}

/** Share of production that was used here, at once or through the battery; null while nothing was made or nothing is known. */
export function selfUsePercent({ generationValue, genForUse, genForCharge }: EnergyFigures): number | null {
  if (generationValue === null || genForUse === null || generationValue <= 0) return null
  return Math.min(100, Number((((genForUse + (genForCharge ?? 0)) / generationValue) * 100).toPrecision(9)))
}

/** A click goes down a level: a year opens its months, a month its days, a day its curve. */
export function levelBelow(type: BarsType, key: string): Readonly<{ view: 'day' | 'month' | 'year'; date: string }> {
  if (type === 'month') return { view: 'day', date: key }
  return type === 'year' ? { view: 'month', date: `${key}-01` } : { view: 'year', date: `${key}-01-01` }
}
