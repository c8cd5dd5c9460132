/** The letter of a month: the facts that it is written from, and who reads which of them. */
import type { LossKind } from '../performance/losses.ts'
import type { Money } from '../tariff/day-money.ts'

/** An alarm that held in the month. Days are the plant's, `YYYY-MM-DD`. */
export type LetterAlarm = Readonly<{
  /** In the reader's language: the name of its rule, and its device with the part, or the plant. */
  name: string
  place: string
  from: string
  /** null: still open. */
  to: string | null
  /** Of the whole alarm, Wh. */
  lostWh: number | null
  /** In the plant's currency. */
  money: number | null
}>

/** A cause of missing energy on the judged days. */
export type LetterLoss = Readonly<{
  kind: LossKind
  energyWh: number
  /** It would have been earned with it; null: no price says so. */
  money: number | null
  days: number
  isHeld: boolean
  /** Of the inverters concerned; empty: the plant. */
  deviceNames: readonly string[]
  /** `export-limit`: where the feed-in was flat, W, and for how long. */
  limitW: number | null
  heldMs: number | null
}>

/** Energies of a month, Wh. null: not measured. */
export type LetterEnergies = Readonly<{
  producedWh: number | null
  /** Of the production: what stayed at the house, in its battery included, and what went to the grid. */
  usedWh: number | null
  toGridWh: number | null
  /** Through the grid connection. */
  fedInWh: number | null
  purchasedWh: number | null
}>

export type Letter = Readonly<{
  plantName: string
  currency: string
  /** `YYYY-MM`. */
  month: string
  /** Its first day, or the plant's first one with values within it; and its last one that has begun. */
  from: string
  to: string
  /** The month is not over. */
  isRunning: boolean
  energies: LetterEnergies
  money: Money
  /** The plant has prices of some kind. */
  hasPrices: boolean
  /** The same month of the year before, with the days of it that have values; null: none, or this one is not over. */
  before: Readonly<{ month: string; days: number; ofDays: number; producedWh: number; money: Money }> | null
  /** Judged days against what their light allowed; null: none is judged. */
  sky: Readonly<{
    judgedDays: number
    days: number
    expectedWh: number
    producedWh: number
    /** The largest causes, the largest first. */
    losses: readonly LetterLoss[]
  }> | null
  /** null: the reader may not see alarms. */
  alarms: Readonly<{ count: number; open: number; worst: readonly LetterAlarm[] }> | null
  /** Days without a value since the plant's first one. */
  missing: Readonly<{ production: readonly string[]; grid: readonly string[] }>
  /** grid: purchase and feed-in are measured. feedsAll: all production goes to the grid. none: nobody measures them. */
  meter: 'grid' | 'feedsAll' | 'none'
}>

/** The place where a person does what a letter advises. */
export type LetterDoor = 'alarms' | 'quality' | 'money' | 'metering' | 'performance'
