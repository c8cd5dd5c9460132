import type { QuantityId } from '@heliograph/domain/quantities.ts'

export type Resolution = 'sample' | 'hour' | 'day' | 'month' | 'year'

/** How long a state quantity had a value in a period. */
export type StateShare = Readonly<{ state: number; seconds: number }>

export type SeriesPoint = Readonly<{
  /** A sample's instant, or the start of the period in the plant's zone. */
  atMs: number
  /** A sample's raw value. For a period: mean, last, energy in Wh (counters), longest state. */
  value: number
  min?: number
  max?: number
  /** The number of readings in the period; for a counter, of steps. */
  n?: number
  /** The sample's instant is uncertain. */
  estimated?: true
  /** Longest first. */
  shares?: readonly StateShare[]
}>

export type Series = Readonly<{ quantity: QuantityId; points: readonly SeriesPoint[] }>

export type SeriesQuery = Readonly<{
  plantId: number
  deviceId: number
  quantities: readonly QuantityId[]
  /** Half open; a period counts by its start. */
  fromMs: number
  toMs: number
  resolution: Resolution
}>
