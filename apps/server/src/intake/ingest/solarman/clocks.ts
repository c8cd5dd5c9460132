import { HOUR_S } from '@heliograph/domain/duration.ts'

/** The two clocks of a stick at a contact: total run time, and the run time at which its boot began. */
export type Clocks = Readonly<{ baseS: number; totalS: number; atMs: number }>

/** The boot base is constant within a boot to 5 s (protocols.md 2.2). */
const SAME_BOOT_S = 30
/** Run time that a power cut may cost, because the stick had not kept it yet. */
const LOST_S = HOUR_S
/** The most by which the clocks of the stick and ours drift apart between two frames. */
export const DRIFT_S = 600
/** A frame from elsewhere was on its way for no longer than this; besides, a stick's clock may be off by 200 ppm. */
const ON_ITS_WAY_S = 120
const WANDER = 2e-4
/** A sender that knows when a stick was sold can guess its run time to a quarter. */
const GUESSED_SHARE = 0.25

const elapsedS = (before: Clocks, now: Clocks): number => (now.atMs - before.atMs) / 1000

export const isSameBoot = (before: Clocks, now: Clocks): boolean => Math.abs(now.baseS - before.baseS) <= SAME_BOOT_S

/** The same boot, whose run time went on with the time: too much to guess, and an old frame does not show it. */
export function isStillRunning(before: Clocks, now: Clocks): boolean {
  const passedS = elapsedS(before, now)
  const apartS = Math.abs(now.totalS - before.totalS - passedS)
  return isSameBoot(before, now) && apartS <= ON_ITS_WAY_S + WANDER * Math.abs(passedS)
}

/** The same boot, or a later one whose run time goes on from the last: found in some hundred guesses. */
export function mayFollow(before: Clocks, now: Clocks): boolean {
  if (isSameBoot(before, now)) return true
  const latestS = before.totalS + Math.max(0, elapsedS(before, now)) + DRIFT_S
  return now.baseS >= before.totalS - LOST_S && now.baseS <= latestS
}

/** The chance that the run time at which a guessed boot began is as close to the last one known, 0 to 1. */
export function oddsToFollow(before: Clocks, now: Clocks): number {
  const apartS = Math.abs(now.baseS - before.totalS) + SAME_BOOT_S
  return Math.min(1, (2 * apartS) / Math.max(1, before.totalS * GUESSED_SHARE))
}
