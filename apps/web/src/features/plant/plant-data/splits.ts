/** The use of a period's production and the sources of its consumption: two wholes with parts that add up to them. */
import { scaledDecimals, scaleOf } from '@heliograph/domain/format/scaled.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies } from '../../../api/plant-figures.ts'
import type { BarPattern } from '../../../charts/bar-pattern.ts'
import { addUp, BINARY_NOISE } from '../../../charts/shares.ts'

export type SplitPart = Readonly<{
  id: string
  name: TextKey
  token: string
  /** As in the bars of a period: the grid gives and takes in one color. */
  pattern: BarPattern | undefined
  valueWh: number
  shown: number
}>
export type Split = Readonly<{
  wholeWh: number
  /** The whole and its parts in this unit, truncated so that the parts sum to the whole. */
  unit: string
  decimals: number
  shownWhole: number
  parts: readonly SplitPart[]
}>

type Row = readonly [id: string, name: TextKey, token: string, valueWh: number | null, pattern?: BarPattern]

function toSplit(wholeWh: number | null, rows: readonly Row[]): Split | undefined {
  if (wholeWh === null || rows.every(([, , , value]) => value === null)) return undefined
  const { prefix, factor } = scaleOf(wholeWh)
  const decimals = scaledDecimals({ prefix })
  const steps = 10 ** decimals
  const inUnit = (valueWh: number): number => valueWh / factor
  const known = rows.filter(([, , , value]) => value !== null)
  const shown = addUp(
    known.map(([, , , value]) => inUnit(value ?? 0)),
    inUnit(wholeWh),
    decimals,
  )
  return {
    wholeWh,
    unit: `${prefix}Wh`,
    decimals,
    shownWhole: Math.floor(inUnit(wholeWh) * steps + BINARY_NOISE) / steps,
    parts: known.map(([id, name, token, value, pattern], index) => ({
      id,
      name,
      token,
      pattern,
      valueWh: value ?? 0,
      shown: shown[index] ?? 0,
    })),
  }
}

/** An impossible part without energy is left out: no generator row in a plant without a generator. */
const orNothing = (there: boolean, value: number | null): number | null => (there || (value ?? 0) > 0 ? value : null)

export type SplitHas = Readonly<{ battery: boolean; grid: boolean; generator: boolean }>

export const productionSplit = (figures: Energies, has: SplitHas): Split | undefined =>
  toSplit(figures.pvWh, [
    ['use', 'plant-data.split.usedAtOnce', 'load', figures.pvToLoadWh],
    ['battery', 'plant-data.split.intoBattery', 'battery', orNothing(has.battery, figures.pvToBatteryWh)],
    ['grid', 'plant-data.split.fedIn', 'grid', orNothing(has.grid, figures.pvToGridWh), 'stripes'],
  ])

export const consumptionSplit = (figures: Energies, has: SplitHas): Split | undefined =>
  toSplit(figures.loadWh, [
    ['sun', 'plant-data.split.fromSun', 'solar', figures.loadFromPvWh],
    ['battery', 'plant-data.split.fromBattery', 'battery', orNothing(has.battery, figures.loadFromBatteryWh)],
    ['generator', 'plant-data.split.fromGenerator', 'generator', orNothing(has.generator, figures.loadFromGeneratorWh)],
    ['grid', 'plant-data.split.fromGrid', 'grid', orNothing(has.grid, figures.loadFromGridWh), 'dots'],
  ])
