import { DAY_MS } from '../duration.ts'
import type { JudgedDay } from './judge-day.ts'
import { type LightSource, type Loss, type LossKind, sumLosses } from './losses.ts'
import { type PastDay, toPastDay } from './past-days.ts'
import { findShade, getShadedWh, SHADE_DAYS } from './shading.ts'
import { findDecline, STEP_DAYS } from './soiling.ts'

/** Less than this share of a day in a shadow is no more than the model's own error. */
const LEAST_SHADE = 0.02

/** A bucket of `DayShape`. */
const HALF_HOUR_MS = 1_800_000

/**
 * Takes shadows, dirt and lasting steps out of a day's unexplained rest, by comparison with the days before. The sum of
 * the losses stays the same.
 * @param day a judged day, `dayNumber` its days since 1970 (plant-local) and `utcDayMs` the start of its UTC day
 * @param past comparable days before it, oldest first
 */
export function splitRest(
  day: Pick<JudgedDay, 'losses' | 'shape' | 'potentialWh'>,
  { dayNumber, utcDayMs }: Readonly<{ dayNumber: number; utcDayMs: number }>,
  past: readonly PastDay[],
): readonly Loss[] {
  const rest = day.losses.find(({ kind }) => kind === 'unexplained')
  if (day.shape === null || rest === undefined || rest.energyWh <= 0) return day.losses
  const own = toPastDay(dayNumber, day.shape)
  if (own === null) return day.losses
  const days = [...past, own]
  const since = (span: number) => days.filter((item) => item.day > dayNumber - span)
  const found: Loss[] = []
  let leftWh = rest.energyWh
  const take = (kind: LossKind, wh: number, more: Pick<Loss, 'confidence' | 'fromMs' | 'toMs'>): void => {
    const energyWh = Math.min(leftWh, Math.round(wh))
    if (energyWh <= 0) return
    leftWh -= energyWh
    found.push({ kind, energyWh, inverters: [], ...more })
  }
  const shade = findShade(since(SHADE_DAYS))
  const shadedWh = getShadedWh(own, shade)
  if (shadedWh >= day.potentialWh * LEAST_SHADE) {
    const buckets = [...shade.keys()].sort((a, b) => a - b)
    const [first = 0, last = 0] = [buckets[0], buckets.at(-1)]
    take('shading', shadedWh, {
      confidence: 'medium',
      fromMs: utcDayMs + first * HALF_HOUR_MS,
      toMs: utcDayMs + (last + 1) * HALF_HOUR_MS,
    })
  }
  const decline = findDecline(since(STEP_DAYS))
  // A weak inverter was already found beside its siblings.
  const isKnown = decline?.kind === 'part-outage' && day.losses.some(({ kind }) => kind === 'part-outage')
  if (decline !== null && !isKnown) {
    const madeWh = day.shape.producedWh.reduce((sum, wh) => sum + wh, 0)
    take(decline.kind, (madeWh * decline.lost) / (1 - decline.lost), {
      confidence: decline.isConfirmed ? 'medium' : 'low',
      fromMs: decline.since * DAY_MS,
      toMs: null,
    })
  }
  const others = day.losses.filter((loss) => loss !== rest)
  return [...others, ...found, ...(leftWh > 0 ? [{ ...rest, energyWh: leftWh }] : [])]
}

const split: ReadonlySet<LossKind> = new Set(['shading', 'soiling', 'part-outage', 'unexplained'])

/** The losses of a split day before its rest was split, so that it can be compared anew. */
export function joinRest(losses: readonly Loss[], source: LightSource): readonly Loss[] {
  // Losses that a day shows by itself name their inverters.
  const parts = losses.filter(({ kind, inverters }) => split.has(kind) && inverters.length === 0)
  if (!parts.some(({ kind }) => kind !== 'unexplained')) return losses
  const confidence = source === 'clear-sky' ? 'low' : 'medium'
  const rest = { kind: 'unexplained', confidence, inverters: [], fromMs: null, toMs: null } as const
  return [...losses.filter((loss) => !parts.includes(loss)), { ...rest, energyWh: sumLosses(parts) }]
}
