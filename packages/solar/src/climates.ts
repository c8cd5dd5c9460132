/**
 * Distribution of a day's clear-sky index (day's global irradiation over that of a cloudless day) in one season:
 * lowest, 10, 25, 50, 75, 90 % and highest.
 */
export type DayQuantiles = readonly [number, number, number, number, number, number, number]

/** Northern seasons: December to February, March to May, June to August, September to November. */
export type Climate = Readonly<{
  seasons: readonly [winter: DayQuantiles, spring: DayQuantiles, summer: DayQuantiles, autumn: DayQuantiles]
  /** Correlation of one day with the next, 0..1. */
  persistence: number
}>

/**
 * Measured climates. Maritime: pyranometer at Risoe, Denmark, 2018-19 (SOLETE, D. V. Pombo, DTU, CC BY 4.0). Semi-arid:
 * Colorado, 2011-13, satellite (never above its own clear sky). Winter of both is complete; for the other seasons
 * medians and means are measured and, where no more was published, the outer quantiles are chosen to give that mean.
 */
const measuredClimates = {
  maritime: {
    seasons: [
      [0.11, 0.23, 0.3, 0.49, 0.87, 1.04, 1.15],
      [0.12, 0.42, 0.56, 0.73, 0.89, 0.98, 1.04],
      [0.09, 0.48, 0.6, 0.77, 0.9, 0.95, 1],
      [0.1, 0.34, 0.45, 0.67, 0.9, 1, 1.1],
    ],
    persistence: 0.34,
  },
  'semi-arid': {
    seasons: [
      [0.2, 0.4, 0.57, 0.8, 0.97, 1, 1],
      [0.2, 0.44, 0.6, 0.78, 0.92, 0.99, 1],
      [0.3, 0.5, 0.65, 0.78, 0.89, 0.96, 1],
      [0.2, 0.44, 0.62, 0.86, 0.97, 1, 1],
    ],
    persistence: 0.19,
  },
} as const satisfies Record<string, Climate>

/** `clear` never has a cloud: its index is 1 at every instant. */
export type ClimateName = keyof typeof measuredClimates | 'clear'

/** The climate with a name; undefined for `clear`. */
export function findClimate(name: ClimateName): Climate | undefined {
  return name === 'clear' ? undefined : measuredClimates[name]
}

const steps = [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1] as const

/** Index of a day at a rank 0..1 of its season, linear between the known quantiles. */
export function getDayIndexAtRank(quantiles: DayQuantiles, rank: number): number {
  for (let i = 1; i < steps.length; i++) {
    const high = steps[i] ?? 1
    if (rank > high && i < steps.length - 1) continue
    const low = steps[i - 1] ?? 0
    const from = quantiles[i - 1] ?? 0
    return from + (((quantiles[i] ?? 1) - from) * (rank - low)) / (high - low)
  }
  return quantiles[6]
}
