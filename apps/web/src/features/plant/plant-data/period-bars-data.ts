/** Days of a month, months of a year, all years: their bars, and the target of a click on one. */

import { addDays, addMonths, daysBetween } from '@heliograph/domain/time.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, PeriodEnergies } from '../../../api/plant-figures.ts'
import type { BarCategory, BarPart } from '../../../charts/bar-data.ts'
import type { BarPattern } from '../../../charts/bar-pattern.ts'
import type { PlantParts } from '../../../plant/plant-parts.ts'
import type { Format } from '../../../texts/use-format.ts'

export type BarsType = 'month' | 'year' | 'total'

export type PartDefinition = Readonly<{
  id: string
  name: TextKey
  color: string
  pattern?: BarPattern
  side: BarPart['side']
  part?: keyof PlantParts
  value: (figures: Energies) => number | null
}>

// biome-ignore format: a table
const splitParts: readonly PartDefinition[] = [
  { id: 'use', name: 'plant-data.split.usedAtOnce', color: 'load', side: 'above', value: (f) => f.pvToLoadWh },
  { id: 'store', name: 'plant-data.split.intoBattery', color: 'battery', side: 'above', part: 'battery', value: (f) => f.pvToBatteryWh },
  { id: 'feed', name: 'plant-data.split.fedIn', color: 'grid', pattern: 'stripes', side: 'above', part: 'grid', value: (f) => f.pvToGridWh },
  { id: 'sun', name: 'plant-data.split.fromSun', color: 'solar', side: 'below', value: (f) => f.loadFromPvWh },
  { id: 'release', name: 'plant-data.split.fromBattery', color: 'battery', side: 'below', part: 'battery', value: (f) => f.loadFromBatteryWh },
  { id: 'generator', name: 'plant-data.split.fromGenerator', color: 'generator', side: 'below', part: 'generator', value: (f) => f.loadFromGeneratorWh },
  { id: 'buy', name: 'plant-data.split.fromGrid', color: 'grid', pattern: 'dots', side: 'below', part: 'grid', value: (f) => f.loadFromGridWh },
]
const production: PartDefinition = {
  id: 'production',
  name: 'plant-data.series.production',
  color: 'solar',
  side: 'above',
  value: (f) => f.pvWh,
}

/** The parts of a plant's bars: both splits if its consumption is known, else production alone. */
export function barParts(parts: PlantParts, rows: readonly Energies[]): readonly PartDefinition[] {
  const known = parts.load && rows.some(({ pvToLoadWh }) => pvToLoadWh !== null)
  if (!known) return [production]
  return splitParts.filter(({ part }) => part === undefined || parts[part])
}

/** Every day, month or year of the period as a key, also those without data. */
export function keysOf(type: BarsType, key: string, rows: readonly PeriodEnergies[], today: string): readonly string[] {
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

export function keyOfRow(type: BarsType, { year, month, day }: PeriodEnergies): string {
  if (type === 'total') return String(year)
  return type === 'year' ? `${year}-${two(month)}` : `${year}-${two(month)}-${two(day)}`
}

export function categoriesOf(type: BarsType, keys: readonly string[], format: Format): readonly BarCategory[] {
  return keys.map((key) => {
    if (type === 'month') return { key, label: String(Number(key.slice(8))), title: format.weekdayAndDate(key) }
    if (type === 'year') return { key, label: format.monthName(key), title: format.month(key) }
    return { key, label: key, title: key }
  })
}

/** Name of a part of a period: `Nov 21`, `Nov 2026`, `2026`. */
export const nameOfKey = (key: string, format: Format): string =>
  key.length === 10 ? format.dayAndMonth(key) : key.length === 7 ? format.month(key) : key

/** Rows in the order of the keys; undefined where a period has none. */
export function rowsByKey(
  type: BarsType,
  keys: readonly string[],
  rows: readonly PeriodEnergies[],
): readonly (PeriodEnergies | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOfRow(type, row), row]))
  return keys.map((key) => byKey.get(key))
}

/** Share of production that was self-consumed, directly or through the battery; null without production or data. */
export function selfUsePercent({ pvWh, pvToLoadWh, pvToBatteryWh }: Energies): number | null {
  if (pvWh === null || pvToLoadWh === null || pvWh <= 0) return null
  return Math.min(100, Number((((pvToLoadWh + (pvToBatteryWh ?? 0)) / pvWh) * 100).toPrecision(9)))
}

/** A click opens the next smaller period: a year its months, a month its days, a day its curve. */
export function levelBelow(type: BarsType, key: string): Readonly<{ view: 'day' | 'month' | 'year'; date: string }> {
  if (type === 'month') return { view: 'day', date: key }
  return type === 'year' ? { view: 'month', date: `${key}-01` } : { view: 'year', date: `${key}-01-01` }
}
