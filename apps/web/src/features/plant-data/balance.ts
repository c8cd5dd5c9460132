/** Whether the momentary figures add up, and what is said about it. */
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { unaccountedW } from '@heliograph/domain/energy-flow.ts'
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

type Figures = Pick<
  FastSystem,
  'unaccountedPower' | 'generationPower' | 'usePower' | 'batteryPower' | 'generatorPower' | 'batterySoc' | 'nodes'
>
export type Balance = Readonly<{ key: TextKey; powerW: number; isOff: boolean }>

/** Meters of a few per cent cannot agree better than that. */
const OFF_SHARE = 0.05
const OFF_LEAST_W = 50

/** What is left over, in W; without a grid every inflow and outflow is measured, so it can be told here too. */
function leftOver(system: Figures, hasGrid: boolean): number | null {
  if (system.unaccountedPower !== null || hasGrid) return system.unaccountedPower
  return unaccountedW({
    pvW: system.generationPower,
    gridW: null,
    batteryW: system.batteryPower,
    generatorW: system.generatorPower,
    loadW: system.usePower,
    socPercent: system.batterySoc,
  })
}

export function balanceOf(system: Figures, gridType: GridType): Balance {
  const { grid, load } = gridTypeParts[gridType]
  const quiet = { powerW: 0, isOff: false }
  if (grid && !load) return { key: 'plant-data.balance.allToGrid', ...quiet }
  // Where one figure is made from the others, they add up by definition and prove nothing.
  if (system.nodes.some(({ derived }) => derived)) return { key: 'plant-data.balance.derived', ...quiet }
  const power = leftOver(system, grid)
  if (power === null) return { key: 'plant-data.balance.unknown', ...quiet }
  const size = Math.abs(power)
  if (size < 1) return { key: 'plant-data.balance.exact', ...quiet }
  const through = Math.max(system.generationPower ?? 0, system.usePower ?? 0)
  return {
    key: 'plant-data.balance.unaccounted',
    powerW: size,
    isOff: size > Math.max(OFF_LEAST_W, through * OFF_SHARE),
  }
}
