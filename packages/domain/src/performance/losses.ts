/**
 * Where the light on the modules is known from, best first. `clear-sky` is no measurement: it only bounds the energy
 * from above, and days are judged on it only where their own curve shows a clear sky.
 */
export const lightSources = ['in-plane', 'horizontal', 'weather', 'clear-sky'] as const
export type LightSource = (typeof lightSources)[number]

/** Causes of the difference between the energy that the light allowed and the energy that the plant delivered. */
export const lossKinds = [
  /** An inverter stood still, or was silent and its counter shows no energy, while the sun was up. */
  'outage',
  /** An inverter gave less than its siblings or than itself before, at all times of the day: a dead string. */
  'part-outage',
  /** The power was flat at the inverter's limit while there was more light: a choice of the design. */
  'clipping',
  /** The power was held at a set limit. */
  'curtailment',
  /** The feed-in was flat at a limit, and the inverters followed the consumption. */
  'export-limit',
  /** Less at the same times of the day on most days. */
  'shading',
  /** Less from day to day, until rain or a hand cleans the modules. */
  'soiling',
  /** Nothing in the cold although there was light: snow on the modules, or the plant was off. */
  'snow',
  /** Unknown: no data, and no counter that shows it afterwards. */
  'unmeasured',
  /** Light source clear-sky only: clouds, and everything that they hide. */
  'sky',
  /** The rest; negative where the plant gave more than expected. */
  'unexplained',
] as const
export type LossKind = (typeof lossKinds)[number]

export const confidences = ['high', 'medium', 'low'] as const
export type Confidence = (typeof confidences)[number]

/** A part of the missing energy, Wh (whole; negative only for `unexplained` and `sky`). */
export type Loss = Readonly<{
  kind: LossKind
  energyWh: number
  confidence: Confidence
  /** The inverters concerned; empty: the plant as a whole. */
  inverters: readonly number[]
  /** When it was seen, UTC ms; null: the day as a whole. */
  fromMs: number | null
  toMs: number | null
  /** `clipping` only: the level, W, where it lies below what the inverter's nameplate explains; absent: by design. */
  heldW?: number
  /** `export-limit` only: where the feed-in was flat, W, and for how long. */
  limitW?: number
  heldMs?: number
}>

/** Sum of losses, Wh. */
export const sumLosses = (losses: readonly Pick<Loss, 'energyWh'>[]): number =>
  losses.reduce((sum, { energyWh }) => sum + energyWh, 0)
