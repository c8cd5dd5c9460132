/** The reliability of the totals: our own sum beside the devices' counters, and what was left out of the sum. */
import type { TextKey } from '@heliograph/i18n/keys.ts'
import type { Energies, PlantFigures } from '../../../api/plant-figures.ts'

export type Totals = Readonly<{
  sumKwh: number | null
  counterKwh: number | null
  /** Counter minus sum, in kWh; null if one is unknown. */
  differenceKwh: number | null
  /** Why they differ by more than the counters' steps. */
  reason: TextKey | undefined
}>

/** Counters step by 0.1 to 1 kWh, and several devices add up their steps. */
const AGREE_KWH = 5
const AGREE_SHARE = 0.001

export function totalsOf({ total, countersKwh }: Pick<PlantFigures, 'total' | 'countersKwh'>): Totals {
  const sumKwh = total.pvKwh
  if (sumKwh === null || countersKwh === null)
    return { sumKwh, counterKwh: countersKwh, differenceKwh: null, reason: undefined }
  const difference = countersKwh - sumKwh
  const agrees = Math.abs(difference) <= Math.max(AGREE_KWH, Math.max(countersKwh, sumKwh) * AGREE_SHARE)
  if (agrees) return { sumKwh, counterKwh: countersKwh, differenceKwh: difference, reason: undefined }
  return { sumKwh, counterKwh: countersKwh, differenceKwh: difference, reason: reasonOf(difference, total) }
}

function reasonOf(difference: number, { refusedSteps, refusedKwh, counterResets }: Energies): TextKey {
  // Refused energy explains the difference if it is most of it.
  if (refusedSteps > 0 && difference > 0 && refusedKwh >= difference * 0.5) return 'plant-data.totals.because.refused'
  if (difference < 0)
    return counterResets > 0 ? 'plant-data.totals.because.reset' : 'plant-data.totals.because.replaced'
  return 'plant-data.totals.because.before'
}
