import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { hashToken } from '../people/accounts/accounts.ts'

/** A caller: the address as `toCountedAddress` groups it, and the token, if any. */
export type Asker = Readonly<{ address: string; token: string | undefined }>

/**
 * Limits on an unidentified caller: everything here is decided in memory, without SQL. It repeats earlier decisions of
 * the database, and never grants anything.
 */
export type Admission = Readonly<{
  /** @throws Refusal TOO_MANY_REQUESTS, AUTH_TOKEN_INVALID */
  refuse: (asker: Asker, call: Readonly<{ name: string; cost: number }>, nowMs: number) => void
  /**
   * Waits until few enough calls of this caller run: one caller's flood waits for itself, not for the database's
   * connections. @returns ends the call @throws Refusal TOO_MANY_REQUESTS when too many wait already
   */
  enter: (asker: Asker, isCostly: boolean) => Promise<() => void>
  /** The token opened a session. */
  noteSession: (token: string, nowMs: number) => void
  /** The token opened nothing. */
  noteInvalid: (asker: Asker, nowMs: number) => void
  /** How long the budget of the token's owner does not allow a call of this cost. */
  noteSpent: (token: string, cost: number, seconds: number, nowMs: number) => void
  /** The call itself was refused as too many: for two seconds at most the same call is, without asking again. */
  noteRefused: (token: string, name: string, seconds: number, nowMs: number) => void
}>

export type AdmissionLimits = Readonly<{
  /** Calls of one session, or of one address without one, that run at a time. */
  atOnce: number
  /** Of these, calls that compute something heavy before the caller is identified. */
  costlyAtOnce: number
  /** Calls of one caller that wait for their turn. */
  waiting: number
  /** Different tokens of one address and minute that opened nothing. */
  wrongTokensPerMinute: number
}>
export const admissionLimits: AdmissionLimits = {
  atOnce: 6,
  costlyAtOnce: 2,
  waiting: 200,
  wrongTokensPerMinute: 60,
}

/** A token that opened nothing never opens anything again; shorter than forever, because accounts move back. */
const wrongForMs = MINUTE_MS
const MOST_KEPT = 10_000

/** A smaller call of the same name may be allowed sooner than the refused one. */
const MOST_REFUSED_MS = 2_000

type Known = Readonly<{
  isRight: boolean
  atMs: number
  spentUntilMs: number
  spentFrom: number
  refused: string
  refusedUntilMs: number
}>
const unknown: Known = { isRight: true, atMs: 0, spentUntilMs: 0, spentFrom: 0, refused: '', refusedUntilMs: 0 }
type Turn = { running: number; waiting: (() => void)[] }

export function createAdmission(limits: AdmissionLimits = admissionLimits): Admission {
  const tokens = new Map<string, Known>()
  const wrong = new Map<string, { sinceMs: number; count: number }>()
  const turns = new Map<string, Turn>()

  const keep = (token: string, known: Partial<Known>): void => {
    const key = keyOf(token)
    const before = tokens.get(key) ?? unknown
    tokens.delete(key)
    tokens.set(key, { ...before, ...known })
    dropOldest(tokens)
  }
  const isRight = (token: string | undefined): boolean =>
    token !== undefined && tokens.get(keyOf(token))?.isRight === true

  const refuseWrong = ({ address }: Asker, nowMs: number): void => {
    const found = wrong.get(address)
    if (found === undefined || !isRecent(found.sinceMs, MINUTE_MS, nowMs)) return
    if (found.count < limits.wrongTokensPerMinute) return
    throw tooMany((found.sinceMs + MINUTE_MS - nowMs) / 1000)
  }

  return {
    refuse: (asker, { name, cost }, nowMs) => {
      const { token } = asker
      if (token === undefined) return
      const known = tokens.get(keyOf(token))
      if (known === undefined) return refuseWrong(asker, nowMs)
      if (!known.isRight) {
        if (isRecent(known.atMs, wrongForMs, nowMs)) throw new Refusal('AUTH_TOKEN_INVALID')
        return refuseWrong(asker, nowMs)
      }
      if (cost >= known.spentFrom && nowMs < known.spentUntilMs) throw tooMany((known.spentUntilMs - nowMs) / 1000)
      if (name === known.refused && nowMs < known.refusedUntilMs) throw tooMany((known.refusedUntilMs - nowMs) / 1000)
    },

    enter: async ({ address, token }, isCostly) => {
      // An unconfirmed token is a claim: its calls count for the address.
      const who = token !== undefined && isRight(token) ? `t ${keyOf(token)}` : `a ${address}`
      const key = isCostly ? `c ${who}` : who
      const turn = turns.get(key) ?? { running: 0, waiting: [] }
      turns.set(key, turn)
      if (turn.running >= (isCostly ? limits.costlyAtOnce : limits.atOnce)) {
        if (turn.waiting.length >= limits.waiting) throw tooMany(1)
        await new Promise<void>((resolve) => turn.waiting.push(resolve))
      } else turn.running += 1
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        const next = turn.waiting.shift()
        // The place goes on to the next in line.
        if (next !== undefined) return next()
        turn.running -= 1
        if (turn.running === 0) turns.delete(key)
      }
    },

    noteSession: (token, nowMs) => keep(token, { isRight: true, atMs: nowMs }),

    noteInvalid: ({ address, token }, nowMs) => {
      if (token === undefined) return
      if (tokens.get(keyOf(token))?.isRight !== false) {
        const found = wrong.get(address)
        const isNew = found === undefined || !isRecent(found.sinceMs, MINUTE_MS, nowMs)
        wrong.delete(address)
        wrong.set(address, isNew ? { sinceMs: nowMs, count: 1 } : { ...found, count: found.count + 1 })
        dropOldest(wrong)
      }
      keep(token, { isRight: false, atMs: nowMs })
    },

    noteSpent: (token, cost, seconds, nowMs) =>
      keep(token, { isRight: true, atMs: nowMs, spentFrom: cost, spentUntilMs: nowMs + seconds * 1000 }),

    noteRefused: (token, name, seconds, nowMs) =>
      keep(token, { refused: name, refusedUntilMs: nowMs + Math.min(seconds * 1000, MOST_REFUSED_MS) }),
  }
}

const keyOf = (token: string): string => hashToken(token).toString('base64url')
const isRecent = (atMs: number, withinMs: number, nowMs: number): boolean => nowMs >= atMs && nowMs - atMs < withinMs
const tooMany = (seconds: number): Refusal =>
  new Refusal('TOO_MANY_REQUESTS', { seconds: Math.max(1, Math.ceil(seconds)) })

function dropOldest(map: Map<string, unknown>): void {
  for (const oldest of map.keys()) {
    if (map.size <= MOST_KEPT) return
    map.delete(oldest)
  }
}
