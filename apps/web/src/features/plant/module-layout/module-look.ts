import type { Format } from '../../../texts/use-format.ts'
import type { ModuleFact } from './module-facts.ts'

/** How a module is drawn: what colors it, how strongly (0 to 1), its words, and a sign beside the color. */
export type ModuleLook = Readonly<{
  kind: 'ramp' | 'below' | 'above' | 'unknown' | 'well' | 'warn' | 'fault' | 'asleep' | 'placed' | 'plain'
  share?: number
  label: string
  mark?: string
  /** Out of the filter. */
  isDim?: boolean
}>

export const measures = ['power', 'energy', 'relative', 'state'] as const
export type Measure = (typeof measures)[number]

/** A module this far from its plane's median has the full color. */
const FULL_DEVIATION = 0.5
/** Below this nothing is colored: a whole roof at dusk would look sunny. */
const LEAST_FULL_W = 20
const LEAST_FULL_WH = 50

const marks = { dead: '✕', weak: '▼', strong: '▲' } as const
const markOf = ({ verdict }: ModuleFact): string | undefined =>
  verdict === 'dead' || verdict === 'weak' || verdict === 'strong' ? marks[verdict] : undefined

/** The looks of all modules by one measure. Of powers and energies the largest has the full color. */
export function toLooks(
  facts: readonly ModuleFact[],
  measure: Measure,
  format: Pick<Format, 'number' | 'percent'>,
  isShown: (fact: ModuleFact) => boolean,
  fullW?: number,
): ReadonlyMap<number, ModuleLook> {
  const most = (values: readonly (number | null)[], least: number): number =>
    values.reduce<number>((largest, value) => Math.max(largest, value ?? 0), least)
  const full =
    measure === 'power'
      ? (fullW ??
        most(
          facts.map(({ powerW }) => powerW),
          LEAST_FULL_W,
        ))
      : most(
          facts.map(({ energyWh }) => energyWh),
          LEAST_FULL_WH,
        )
  return new Map(
    facts.map((fact) => {
      const look = lookOf(fact, measure, format, full)
      const mark = measure === 'state' ? look.mark : markOf(fact)
      return [fact.module.id, { ...look, ...(mark ? { mark } : {}), isDim: !isShown(fact) }]
    }),
  )
}

/** The largest power of a day, so that its playback has one scale. */
export const fullPowerOf = (powers: Iterable<readonly (number | null)[]>): number => {
  let full = LEAST_FULL_W
  for (const series of powers) for (const value of series) if (value !== null && value > full) full = value
  return full
}

function lookOf(
  fact: ModuleFact,
  measure: Measure,
  format: Pick<Format, 'number' | 'percent'>,
  full: number,
): ModuleLook {
  const { powerW, energyWh, relative } = fact
  if (measure === 'state') return stateLook(fact)
  if (measure === 'relative') {
    if (relative === null) return { kind: 'unknown', label: '--' }
    const share = Math.min(1, Math.abs(relative - 1) / FULL_DEVIATION)
    return { kind: relative < 1 ? 'below' : 'above', share, label: format.percent(relative * 100, 0) }
  }
  const value = measure === 'power' ? powerW : energyWh
  if (value === null) return { kind: 'unknown', label: '--' }
  // All modules, and the legend, in one unit.
  const isLarge = measure === 'energy' && full >= 1_000
  const label = isLarge ? format.number(value / 1_000, 2) : format.number(value, 0)
  return { kind: 'ramp', share: Math.min(1, Math.max(0, value / full)), label }
}

function stateLook({ state }: ModuleFact): ModuleLook {
  if (state === 'well') return { kind: 'well', label: '', mark: '✓' }
  if (state === 'asleep') return { kind: 'asleep', label: '', mark: '☾' }
  if (state === 'fault') return { kind: 'fault', label: '', mark: '!' }
  if (state === 'none') return { kind: 'plain', label: '', mark: '–' }
  if (state === 'unseen') return { kind: 'unknown', label: '', mark: '?' }
  return { kind: 'warn', label: '', mark: '✕' }
}
