import type { Values } from '@heliograph/domain/reading.ts'
import { randomAt } from '@heliograph/solar/random.ts'
import { isUp } from '@heliograph/solar/sun-up.ts'
import type { PlantModel } from './plant-model.ts'
import type { Moment } from './readings.ts'

/** One of them is soiled and one is broken, so that a layout has something to show. */
const SOILED = 5
const BROKEN = 11
const SOILED_SHARE = 0.62
/** Spread of modules of one kind. */
const SPREAD = 0.02
const MODULE_V = 34

export const optimizerSerial = (inverter: string, index: number): string => `${inverter}-P${index + 1}`

/**
 * Readings of the optimizers of a plant's first inverter: its DC power, divided over its modules. undefined: it is
 * dark, and they draw their supply from the panels.
 */
export function readOptimizers(
  model: PlantModel,
  { powers }: Pick<Moment, 'powers'>,
  count: number,
): readonly Values[] | undefined {
  const dcW = powers.inverters[0]?.dcW ?? 0
  if (!isUp(powers.sunElevationDeg)) return undefined
  const weights = Array.from({ length: count }, (_, index) =>
    index === BROKEN
      ? 0
      : (1 + SPREAD * (randomAt(model.seed, 91, index) - 0.5)) * (index === SOILED ? SOILED_SHARE : 1),
  )
  const sum = weights.reduce((all, weight) => all + weight, 0)
  return weights.map((weight): Values => {
    const watts = Math.round(((dcW * weight) / sum) * 10) / 10
    return { pvPowerW: watts, pv1VoltageV: weight === 0 ? 1 : MODULE_V }
  })
}
