import type { Home } from '../../../fleet/loggers/home.ts'
import type { Clocks } from './clocks.ts'

/**
 * A sender that nothing proves yet. Its clocks are those of the first frame of its boot: a sender cannot walk away from
 * them.
 */
export type Candidate = Clocks &
  Readonly<{
    /** From here on it alone has sent; its records since then count once it is believed. */
    sinceMs: number
    seenMs: number
    places: readonly string[]
    /** Of the devices behind it. */
    serials: readonly string[]
    /** The counters of a device that the plant knows go on. */
    isLikely: boolean
  }>

/** Evidence that identifies a stick. */
export type Trust = Readonly<{
  clocks?: Clocks
  /** The boot before the present one: a busy server reads its last records late. */
  lastBoot?: Readonly<{ baseS: number; endedMs: number }>
  /** Clocks that were trusted before, the newest first. */
  former: readonly Clocks[]
  /** Networks of trusted records, the newest first. */
  places: readonly string[]
  /** Senders whose clocks do not fit: a stick that lost its memory or moved, or another sender. */
  candidates: readonly Candidate[]
  /** Networks of which its owner said that they are not the logger's: time alone does not prove those. */
  denied: readonly string[]
  /** Of one day. `count`: wrong clocks from its own networks. `near`: the right device with wrong counters. */
  misfits: Readonly<{ dayMs: number; count: number; near: number }>
  /** Times without a live record, the newest first: only then does a stick keep records back. */
  silences: readonly (readonly [fromMs: number, toMs: number])[]
  /** When the newest of these was first seen. */
  movedMs?: number
  firstMs?: number
  liveMs?: number
  /** Its owner confirmed that its run time restarts after a power cut. */
  isForgetful?: boolean
  /** When another sender last used its serial number. */
  duplicateMs?: number
}>

export const KEPT_PLACES = 8

export const noTrust: Trust = {
  former: [],
  places: [],
  candidates: [],
  denied: [],
  misfits: { dayMs: 0, count: 0, near: 0 },
  silences: [],
}

/** As it was kept before candidates were. */
type Older = Readonly<{ rival?: unknown; doubted?: Clocks & Readonly<{ place: string }> }>

export function readTrust(stored: unknown): Trust {
  if (isWhole(stored)) return stored
  const { rival: _, doubted, ...trust } = (stored ?? {}) as Partial<Trust> & Older
  if (doubted === undefined) return { ...noTrust, ...trust }
  const { place, ...clocks } = doubted
  const seen = { sinceMs: clocks.atMs, seenMs: clocks.atMs }
  return { ...noTrust, candidates: [{ ...clocks, ...seen, places: [place], serials: [], isLikely: false }], ...trust }
}

/** As every verdict leaves it: nearly every frame finds it so, and it need not be made anew. */
function isWhole(stored: unknown): stored is Trust {
  const { rival, doubted, former, places, candidates, denied, misfits, silences } = (stored ?? {}) as Partial<Trust> &
    Older
  const isSimple = former !== undefined && places !== undefined && silences !== undefined
  const isJudged = candidates !== undefined && denied !== undefined && misfits !== undefined
  return isSimple && isJudged && rival === undefined && doubted === undefined
}

/** Evidence that identifies a stick that was just claimed: its clocks and places before the proof. */
export function trustOf({ places, seenMs, bootBaseS, totalS }: Home): Trust | undefined {
  const known = { ...noTrust, places: places.slice(0, KEPT_PLACES) }
  if (bootBaseS === null || totalS === null) return places.length > 0 ? known : undefined
  return { ...known, clocks: { baseS: bootBaseS, totalS, atMs: seenMs }, firstMs: seenMs }
}

/** A network becomes the newest of the known ones. */
export const addPlace = (places: readonly string[], place: string): readonly string[] =>
  places[0] === place ? places : [place, ...places.filter((known) => known !== place)].slice(0, KEPT_PLACES)
