/** The selected quantities of the history: from the URL, which is not trusted, or a sensible default. */

import { getQuantity, isQuantityId, type Quantity, type QuantityUnit } from '@heliograph/domain/quantities.ts'
import type { Status } from '@heliograph/domain/status.ts'
import type { Period } from '../../../../charts/period/period.ts'

/** In the URL: an empty selection, which differs from no selection. */
export const NOTHING = 'none'

export const MOST_SERIES = 8
export const MOST_UNITS = 3

/** Quantities that a device has, in list order. */
export const toQuantities = (offered: readonly Readonly<{ quantity: string }>[]): readonly Quantity[] =>
  offered.flatMap(({ quantity }) => (isQuantityId(quantity) ? [getQuantity(quantity)] : []))

const preferred: readonly (readonly string[])[] = [
  ['pvPowerW', 'acPowerW'],
  ['gridPowerW'],
  ['batteryPowerW'],
  ['loadPowerW'],
  ['generatorPowerW'],
]

/** Power of the device and of its strings or its other sides; a sensor's first values without a power. */
export function defaultSelection(quantities: readonly Quantity[]): readonly string[] {
  const ids = new Set(quantities.map(({ id }) => id))
  const powers = preferred.flatMap((some) => some.filter((id) => ids.has(id)).slice(0, 1))
  const strings = quantities.filter(({ id }) => /^pv\d+PowerW$/.test(id)).map(({ id }) => id)
  // On a device with only one side, the strings add detail to the total.
  const more = powers.length <= 1 ? strings : ids.has('batterySocPercent') ? ['batterySocPercent'] : []
  const chosen = [...powers, ...more].slice(0, 6)
  if (chosen.length > 0) return chosen
  return quantities
    .filter(({ kind }) => kind === 'gauge')
    .slice(0, 3)
    .map(({ id }) => id)
}

/** The day that counts as today: a device that sleeps since yesterday shows its last day until it wakes. */
export const todayOf = (status: Status, newest: string | undefined, today: string): string =>
  status === 'asleep' && newest !== undefined && newest < today ? newest : today

/** A daily counter says nothing about a month or a year: only its last day would remain. */
export const canShow = ({ daily }: Quantity, period: Period): boolean =>
  !daily || (period !== 'year' && period !== 'total')

/** Where periods are bars, energies: what the device counted. Of a device that counts none, its powers. */
const energies = [
  'generationTotalWh',
  'gridImportTotalWh',
  'gridExportTotalWh',
  'batteryChargeTotalWh',
  'batteryDischargeTotalWh',
  'loadTotalWh',
] as const

export function defaultEnergies(quantities: readonly Quantity[]): readonly string[] {
  const ids = new Set(quantities.map(({ id }) => id))
  const counted = energies.filter((id) => ids.has(id))
  return counted.length > 0 ? counted.slice(0, 4) : defaultSelection(quantities)
}

/** @param text comma-separated ids, as in the URL; null: nothing was ever selected */
export function readSelection(text: string | null, quantities: readonly Quantity[], period: Period): readonly string[] {
  if (text === null)
    return period === 'day' || period === 'week' ? defaultSelection(quantities) : defaultEnergies(quantities)
  const byId = new Map(quantities.map((quantity) => [quantity.id, quantity]))
  const units = new Set<QuantityUnit>()
  const chosen: string[] = []
  for (const id of new Set(text.split(',').slice(0, 50))) {
    const unit = byId.get(id)?.unit
    if (!unit || chosen.length >= MOST_SERIES || (!units.has(unit) && units.size >= MOST_UNITS)) continue
    units.add(unit)
    chosen.push(id)
  }
  return chosen
}

/** Why a quantity cannot be added to the selection. */
export type Hurdle = 'count' | 'units' | 'daily'

export function hurdleOf(quantity: Quantity, chosen: readonly Quantity[], period: Period): Hurdle | undefined {
  if (chosen.some(({ id }) => id === quantity.id)) return undefined
  if (!canShow(quantity, period)) return 'daily'
  if (chosen.length >= MOST_SERIES) return 'count'
  const units = new Set(chosen.map(({ unit }) => unit))
  return !units.has(quantity.unit) && units.size >= MOST_UNITS ? 'units' : undefined
}

/** Added at the end, so that the others keep their colors. */
export const toggled = (chosen: readonly string[], id: string): string =>
  (chosen.includes(id) ? chosen.filter((text) => text !== id) : [...chosen, id]).join(',')
