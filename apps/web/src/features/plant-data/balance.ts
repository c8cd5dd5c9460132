/** Whether the momentary figures add up, and what is said about it. */
import type { FastSystem } from '@heliograph/contract/maintain-s/system.ts'
import { type GridType, gridTypeParts } from '@heliograph/domain/plant.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

export type Balance = Readonly<{ key: TextKey; powerW: number; isOff: boolean }>

/** Meters of a few per cent cannot agree better than that. */
const OFF_SHARE = 0.05
const OFF_LEAST_W = 50

export function balanceOf(
  system: Pick<FastSystem, 'unaccountedPower' | 'generationPower' | 'usePower'>,
  gridType: GridType,
): Balance {
  const { unaccountedPower } = system
  if (unaccountedPower === null) {
    const { grid, load } = gridTypeParts[gridType]
    return {
      key: grid && !load ? 'plant-data.balance.allToGrid' : 'plant-data.balance.unknown',
      powerW: 0,
      isOff: false,
    }
  }
  const size = Math.abs(unaccountedPower)
  if (size < 1) return { key: 'plant-data.balance.exact', powerW: 0, isOff: false }
  const through = Math.max(system.generationPower ?? 0, system.usePower ?? 0)
  return {
    key: 'plant-data.balance.unaccounted',
    powerW: size,
    isOff: size > Math.max(OFF_LEAST_W, through * OFF_SHARE),
  }
}
