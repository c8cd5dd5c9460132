import type { DeviceType } from '../device.ts'
import type { QuantityId } from '../quantities.ts'

/** Bounds that an owner may set for a plant; null: what is usual in its country, or no such rule. */
export type AlarmSettings = Readonly<{
  /** Power that may be fed in at most, W. */
  exportLimitW: number | null
  /** Nominal voltage between a phase and neutral, V. */
  nominalV: number | null
}>
export const ordinarySettings: AlarmSettings = { exportLimitW: null, nominalV: null }

/** A string's input of an inverter, and its usual share of the inverter's production by day, 0..1. */
export type StringShare = Readonly<{ number: number; share: number }>

/** Facts of a device that the rules need, apart from its samples. */
export type WatchedDevice = Readonly<{
  type: DeviceType
  /** A gap counts as at most three of these. */
  intervalMs: number
  ratedW: number | null
  quantities: readonly QuantityId[]
  /** Quantities that sum to its production; empty: it makes nothing. */
  pv: readonly QuantityId[]
  hasBattery: boolean
  isOffGrid: boolean
  /** It is the one that measures the plant's connection; times this, its grid power is the plant's. */
  gridFactor: number | null
  /** Strings that ever delivered; empty: not known yet. */
  strings: readonly StringShare[]
  country: string
  settings: AlarmSettings
}>

/** A fault that a device reports about itself. */
export type ReportedFault = Readonly<{ code: string; isGrave: boolean }>

/** One sample of a device. Values are those of the sample, or little older; the functions cost something. */
export type SampleFacts = Readonly<{
  atMs: number
  read: (quantity: QuantityId) => number | undefined
  /** How old the newest value is, ms; null: there never was one. */
  ageMs: (quantity: QuantityId) => number | null
  /** The first of its hour: what takes hours is looked at once in each. */
  beginsHour: () => boolean
  /** Its production in the sample before, W; null: not known, or too long ago. */
  powerBefore: () => number | null
  /** The device's counters of production rose since its sample before. */
  hasCounted: () => boolean
  /**
   * It produces, and its values of the moment are the very same as in its sample before: `all` if they are several, `power`
   * if its power is the only one.
   */
  repeats: () => 'all' | 'power' | null
  /** Height of the sun, degrees. */
  sunDeg: () => number
  /** Power of the panels under a clear sky, as a share of their rating. */
  clearShare: () => number
  /** It may be so cold that snow lies, by place and season or by a sensor. */
  mayBeSnow: () => boolean
  faults: () => readonly ReportedFault[]
  /** Names the device's table of codes. */
  evidence: () => Readonly<{ maker?: string; profileId?: string }>
}>
