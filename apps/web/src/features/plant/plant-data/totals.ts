/** The reliability of the totals: our own sum beside the devices' counters, and what was left out of the sum. */
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, PlantFigures } from '../../../api/plant-figures.ts'

export type Totals = Readonly<{
  sumWh: number | null
  counterWh: number | null
  /** Counter minus sum, in Wh; null if one is unknown. */
  differenceWh: number | null
  /** Why they differ by more than the counters' steps. */
  reason: TextKey | undefined
}>

/** Counters step by 0.1 to 1 kWh, and several devices add up their steps. */
const AGREE_WH = 5_000
const AGREE_SHARE = 0.001

export function totalsOf({ total, countersWh }: Pick<PlantFigures, 'total' | 'countersWh'>): Totals {
  const sumWh = total.pvWh
  if (sumWh === null || countersWh === null)
    return { sumWh, counterWh: countersWh, differenceWh: null, reason: undefined }
  const difference = countersWh - sumWh
  const agrees = Math.abs(difference) <= Math.max(AGREE_WH, Math.max(countersWh, sumWh) * AGREE_SHARE)
  if (agrees) return { sumWh, counterWh: countersWh, differenceWh: difference, reason: undefined }
  return { sumWh, counterWh: countersWh, differenceWh: difference, reason: reasonOf(difference, total) }
}

function reasonOf(difference: number, { refusedSteps, refusedWh, counterResets }: Energies): TextKey {
  // Refused energy explains the difference if it is most of it.
  if (refusedSteps > 0 && difference > 0 && refusedWh >= difference * 0.5) return 'plant-data.totals.because.refused'
  if (difference < 0)
    return counterResets > 0 ? 'plant-data.totals.because.reset' : 'plant-data.totals.because.replaced'
  return 'plant-data.totals.because.before'
}
