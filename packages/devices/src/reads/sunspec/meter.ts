import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Block, Points } from './point.ts'
import { type Draft, numberOf, take } from './quantities.ts'

export const meterModels = [201, 202, 203, 204, 211, 212, 213, 214] as const

/** Makers whose meters send export as positive: the standard has import positive. */
const reversed: readonly RegExp[] = [/^solaredge/i]

/** The use of a meter, where the device names it: SolarEdge and Fronius in the options of its common model. */
export function roleOf(options: string): 'grid' | 'load' | 'generation' | undefined {
  if (/produc/i.test(options)) return 'generation'
  if (/consum|load/i.test(options)) return 'load'
  return /export|import|primary|feed/i.test(options) ? 'grid' : undefined
}

const same = [
  ['PhVphA', 'grid1VoltageV'],
  ['PhVphB', 'grid2VoltageV'],
  ['PhVphC', 'grid3VoltageV'],
  ['Hz', 'gridFrequencyHz'],
  ['TotWhExp', 'gridExportTotalWh'],
  ['TotWhImp', 'gridImportTotalWh'],
] as const
const directed = [
  ['W', 'gridPowerW'],
  ['WphA', 'grid1PowerW'],
  ['WphB', 'grid2PowerW'],
  ['WphC', 'grid3PowerW'],
] as const
const currents = [
  ['AphA', 'WphA', 'grid1CurrentA'],
  ['AphB', 'WphB', 'grid2CurrentA'],
  ['AphC', 'WphC', 'grid3CurrentA'],
] as const

/** The values of a meter: what is imported is positive. A current has no sign of its own and gets that of its power. */
export function takeMeter(draft: Draft, { points }: Block, maker: string): void {
  const sign = reversed.some((name) => name.test(maker)) ? -1 : 1
  for (const [point, quantity] of same) take(draft, quantity, points[point])
  for (const [point, quantity] of directed) take(draft, quantity, turned(points, point, sign))
  for (const [point, power, quantity] of currents) {
    const amperes = numberOf(points, point)
    const watts = turned(points, power, sign)
    if (amperes === undefined) continue
    take(
      draft,
      quantity as QuantityId,
      watts === undefined || watts === 0 ? amperes : Math.sign(watts) * Math.abs(amperes),
    )
  }
}

function turned(points: Points, name: string, sign: number): number | undefined {
  const value = numberOf(points, name)
  return value === undefined ? undefined : sign * value + 0
}
