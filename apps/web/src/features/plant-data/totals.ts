/** How far the totals can be trusted: our own sum beside the devices' counters, and what was left out of the sum. */
import type { OperatingSystem } from '@heliograph/contract/maintain-s/system.ts'
import type { TextKey } from '@heliograph/i18n/keys.ts'

export type Totals = Readonly<{
  sumKwh: number | null
  counterKwh: number | null
  /** Counter less sum, in kWh; null when they agree or one is unknown. */
  differenceKwh: number | null
  reason: TextKey | undefined
}>

/** Counters step by 0.1 to 1 kWh and several devices add their steps up. */
const AGREE_KWH = 5
const AGREE_SHARE = 0.001

export function totalsOf({ total, counterTotal }: Pick<OperatingSystem, 'total' | 'counterTotal'>): Totals {
  const sumKwh = total.generationValue
  if (sumKwh === null || counterTotal === null)
    return { sumKwh, counterKwh: counterTotal, differenceKwh: null, reason: undefined }
  const difference = counterTotal - sumKwh
  const agrees = Math.abs(difference) <= Math.max(AGREE_KWH, Math.max(counterTotal, sumKwh) * AGREE_SHARE)
  if (agrees) return { sumKwh, counterKwh: counterTotal, differenceKwh: null, reason: undefined }
  return { sumKwh, counterKwh: counterTotal, differenceKwh: difference, reason: reasonOf(difference, total) }
}

function reasonOf(difference: number, { quarantined, refusedValue, resets }: OperatingSystem['total']): TextKey {
  // What was refused explains the difference when it is most of it.
  if (quarantined > 0 && difference > 0 && refusedValue >= difference * 0.5) return 'plant-data.totals.because.refused'
  if (difference < 0) return resets > 0 ? 'plant-data.totals.because.reset' : 'plant-data.totals.because.replaced'
  return 'plant-data.totals.because.before'
}
