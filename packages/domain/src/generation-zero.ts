/** When a plant shows its production as 0 W: below a threshold, and while the sun is down. Never about energies. */
export type GenerationZero = Readonly<{
  /** W; null: no threshold. */
  belowW: number | null
  atNight: boolean
}>

/** The production, W, from which on a plant shows what it measures: 0 always, infinite never. */
export const shownFromW = ({ belowW, atNight }: GenerationZero, isNight: boolean): number =>
  atNight && isNight ? Number.POSITIVE_INFINITY : (belowW ?? 0)
