import type { LossKind } from '@heliograph/domain/performance/losses.ts'

/** The color of each loss: hues of series, never those of states. */
export const lossColors: Readonly<Record<LossKind, string>> = {
  outage: 'chart-1',
  'part-outage': 'chart-7',
  clipping: 'chart-4',
  curtailment: 'chart-10',
  'export-limit': 'chart-3',
  shading: 'chart-6',
  soiling: 'chart-9',
  snow: 'chart-2',
  unmeasured: 'line-strong',
  sky: 'line-strong',
  unexplained: 'chart-5',
}

/** Losses with a cause that a person can act on or knows. */
export const namedKinds: readonly LossKind[] = [
  ...(['outage', 'part-outage', 'clipping', 'curtailment', 'export-limit', 'shading', 'soiling', 'snow'] as const),
]
