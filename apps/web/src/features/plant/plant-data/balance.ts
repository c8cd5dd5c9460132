/** Whether the momentary values add up, and the text about it. */
import { unaccountedW } from '@heliograph/domain/energy-flow.ts'
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { PlantNow } from '../../../api/plant-now.ts'
import { excessW } from '../../../charts/flow/flow-model.ts'

type Figures = Pick<PlantNow, 'unaccountedW' | 'pvW' | 'loadW' | 'batteryW' | 'generatorW' | 'socPercent' | 'nodes'>
export type Balance = Readonly<{ key: TextKey; powerW: number; isOff: boolean }>

/** Meters with an accuracy of a few percent cannot agree better than that. */
const OFF_SHARE = 0.05
const OFF_LEAST_W = 50

/** The remainder in W; without a grid every inflow and outflow is measured, so it is known here too. */
function leftOver(now: Figures, hasGrid: boolean): number | null {
  return now.unaccountedW !== null || hasGrid ? now.unaccountedW : unaccountedW({ ...now, gridW: null })
}

export function balanceOf(now: Figures, gridType: GridType): Balance {
  const { grid, load } = gridTypeParts[gridType]
  const quiet = { powerW: 0, isOff: false }
  if (grid && !load) return { key: 'plant-data.balance.allToGrid', ...quiet }
  const excess = excessW(now.nodes)
  if (excess > 0)
    return {
      key: 'plant-data.balance.exceeded',
      powerW: excess,
      isOff: excess > Math.max(OFF_LEAST_W, (now.loadW ?? 0) * OFF_SHARE),
    }
  // If one value is derived from the others, they add up by definition and prove nothing.
  if (now.nodes.some(({ derived }) => derived)) return { key: 'plant-data.balance.derived', ...quiet }
  const power = leftOver(now, grid)
  if (power === null) return { key: 'plant-data.balance.unknown', ...quiet }
  const size = Math.abs(power)
  if (size < 1) return { key: 'plant-data.balance.exact', ...quiet }
  const through = Math.max(now.pvW ?? 0, now.loadW ?? 0)
  return {
    key: 'plant-data.balance.unaccounted',
    powerW: size,
    isOff: size > Math.max(OFF_LEAST_W, through * OFF_SHARE),
  }
}
