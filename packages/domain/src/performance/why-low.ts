import { type LightSource, type Loss, type LossKind, sumLosses } from './losses.ts'

/** A complete day as it was judged, Wh. */
export type LowDay = Readonly<{
  date: string
  source: LightSource
  potentialWh: number
  producedWh: number | null
  losses: readonly Pick<Loss, 'kind' | 'energyWh'>[]
}>

/** Shortfall of a day against the usual, in parts that add up to it; largest first. */
export type WhyLow = Readonly<{
  date: string
  producedWh: number
  usualWh: number
  /** `sky`: less light than usual, or clouds without a measurement; negative parts made the day better. */
  parts: readonly Readonly<{ kind: LossKind; energyWh: number }>[]
}>

/** Below this share of the usual a day asks for a reason. */
const LOW_SHARE = 0.85
const FEWEST_DAYS = 5
/** A smaller part of what is missing is no reason: it goes to the unexplained. */
const LEAST_PART = 0.03

/**
 * Why a day brought less than the days before it; null: it did not, or nothing to compare with. Whole Wh. The usual is
 * the mean of the days before; what its light and its losses were is compared part by part, and the rest has no name.
 * @param before complete days before it, any order
 */
export function explainLowDay(day: LowDay, before: readonly LowDay[]): WhyLow | null {
  const known = before.filter(({ producedWh }) => producedWh !== null)
  if (day.producedWh === null || known.length < FEWEST_DAYS) return null
  const mean = (pick: (one: LowDay) => number): number =>
    known.reduce((sum, item) => sum + pick(item), 0) / known.length
  const usualWh = Math.round(mean(({ producedWh }) => producedWh ?? 0))
  if (usualWh <= 0 || day.producedWh >= usualWh * LOW_SHARE) return null
  const missingWh = usualWh - Math.round(day.producedWh)
  const lossOf = ({ losses }: LowDay, kind: LossKind): number => sumLosses(losses.filter((loss) => loss.kind === kind))
  const kinds = [...new Set(day.losses.map(({ kind }) => kind))].filter((kind) => kind !== 'unexplained')
  const named = kinds.map((kind) => ({ kind, energyWh: lossOf(day, kind) - mean((item) => lossOf(item, kind)) }))
  // Shortfall of the light: measured light only. Under an unknown sky its loss is among the named ones.
  const lessLightWh = mean(({ potentialWh }) => potentialWh) - day.potentialWh
  const light = named.find(({ kind }) => kind === 'sky')
  const sky = { kind: 'sky' as const, energyWh: lessLightWh + (light?.energyWh ?? 0) }
  const parts = [...named.filter(({ kind }) => kind !== 'sky'), sky]
    .map(({ kind, energyWh }) => ({ kind: kind as LossKind, energyWh: Math.round(energyWh) }))
    .filter(({ energyWh }) => energyWh >= missingWh * LEAST_PART)
  const claimed = parts.reduce((sum, { energyWh }) => sum + energyWh, 0)
  // The potential is of ideal modules: shares of it claim more than the plant would have made.
  const factor = claimed > missingWh ? missingWh / claimed : 1
  const kept = parts.map(({ kind, energyWh }) => ({ kind, energyWh: Math.round(energyWh * factor) }))
  const restWh = missingWh - kept.reduce((sum, { energyWh }) => sum + energyWh, 0)
  const rest = restWh === 0 ? [] : [{ kind: 'unexplained' as const, energyWh: restWh }]
  return {
    date: day.date,
    producedWh: Math.round(day.producedWh),
    usualWh,
    parts: [...kept, ...rest].sort((a, b) => b.energyWh - a.energyWh),
  }
}
