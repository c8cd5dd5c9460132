import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type Home, moveHome, type Sighting } from './home.ts'

/** A claim of a plant to the logger. */
export type Claim = Readonly<{
  id: number
  plantId: number
  userId: number | null
  /** Where the browser was that registered it; null: unknown or too long ago. */
  place: string | null
  /** Since when its restart is awaited. */
  restartFromMs: number | null
}>

/** address: it sends from the browser's network. restart: it was restarted on request. code: the code on its label. */
export type Proof = 'address' | 'restart' | 'code'

/** For this long a requested restart is awaited. */
export const RESTART_WINDOW_MS = 2 * MINUTE_MS
/** The clocks of a stick and ours agree to this. */
const BOOT_SLACK_MS = 3_000
/** A restart counts only if the logger was connected before: every stick boots in the morning by itself. */
const ALIVE_MS = 10 * MINUTE_MS

export type Judgement = Readonly<{
  home: Home | undefined
  proven: Readonly<{ claim: Claim; proof: Proof }> | undefined
}>

/** Takes contacts of a logger without an owner, the oldest first, until a claim to it is proven. */
export function judgeClaims(
  before: Home | undefined,
  sightings: readonly Sighting[],
  claims: readonly Claim[],
): Judgement {
  let home = before
  for (const seen of sightings) {
    const earlier = home
    const { home: next, verdict } = moveHome(home, seen)
    home = next
    if (verdict === 'foreign') continue
    const near = claims.find(({ place }) => place !== null && place === seen.place)
    if (near !== undefined) return { home, proven: { claim: near, proof: 'address' } }
    if (earlier === undefined || verdict === 'first') continue
    const restarted = claims.filter((claim) => isAnswer(claim, seen, earlier))
    // If two people wait at once, it is unknown who restarted the logger.
    const [only] = restarted
    if (only !== undefined && restarted.length === 1) return { home, proven: { claim: only, proof: 'restart' } }
  }
  return { home, proven: undefined }
}

/** Whether this is the hello of a boot that began after it was asked for, of a logger that was there before. */
function isAnswer({ restartFromMs }: Claim, { isHandshake, clocks, atMs }: Sighting, earlier: Home): boolean {
  if (restartFromMs === null || !isHandshake || clocks === undefined) return false
  const bootedMs = atMs - clocks.poweronS * 1000
  return (
    atMs <= restartFromMs + RESTART_WINDOW_MS &&
    bootedMs >= restartFromMs - BOOT_SLACK_MS &&
    earlier.seenMs >= restartFromMs - ALIVE_MS
  )
}
