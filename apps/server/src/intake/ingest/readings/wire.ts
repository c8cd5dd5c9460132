import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Memory, WireParts } from '../wire.ts'
import { decodeRaw, RECORD_KIND } from './record.ts'

/** Calls closer together than this are one round of a sender that posts device by device. */
const ROUND_MS = 55_000
const KEPT_ROUNDS = 9
/** The number of gaps between rounds before the interval is trusted; before that the default interval applies. */
const ENOUGH_GAPS = 3
const LONGEST_MINUTES = 1_440

/** The state of a sender. `source`: the name under which it posts, unaffected by renaming. */
export type SourceState = Readonly<{ source: string; roundsMs?: readonly number[] }>

const memory: Memory = {
  learn: (state, clue) => {
    const atMs = typeof clue === 'number' ? clue : Number.NaN
    const rounds = readRounds(state)
    if (!Number.isFinite(atMs) || Math.abs(atMs - (rounds[0] ?? 0)) < ROUND_MS) return state
    return { ...(state as SourceState), roundsMs: [atMs, ...rounds].slice(0, KEPT_ROUNDS) }
  },
  factsOf: (state) => {
    const rounds = readRounds(state)
    const gaps = rounds.slice(1).map((atMs, index) => (rounds[index] ?? 0) - atMs)
    if (gaps.length < ENOUGH_GAPS) return {}
    const usualMs = gaps.sort((a, b) => a - b)[gaps.length >> 1] ?? 0
    const minutes = Math.min(LONGEST_MINUTES, Math.max(1, Math.round(usualMs / MINUTE_MS)))
    return { intervalS: minutes * 60, heartbeatS: minutes * 60 }
  },
}

/** Readings that a program posts with a personal access token. */
export const readings: WireParts = {
  wire: { decode: decodeRaw, isKnownKind: (kind) => kind === RECORD_KIND, ownership: 'posted' },
  memory,
}

const readRounds = (state: unknown): readonly number[] => (state as Partial<SourceState> | null)?.roundsMs ?? []
