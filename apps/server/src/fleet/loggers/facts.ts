/**
 * Facts that a logger reports about itself, in frames of any type. Absent: this frame does not contain it. The decoder
 * filters texts.
 */
export type LoggerFacts = Readonly<{
  firmware?: string
  mac?: string
  localAddress?: string
  ssid?: string
  signalPercent?: number
  intervalS?: number
  heartbeatS?: number
  workingS?: number
  totalWorkingS?: number
}>

/** Contacts of a logger that its row does not have yet. */
export type Heard = Readonly<{
  atMs: number
  dataAtMs?: number | undefined
  address?: string | undefined
  duplicateAtMs?: number | undefined
  /** It says hello after it connected. */
  isHandshake?: boolean | undefined
  facts: LoggerFacts
}>

/** Seconds that pass anyway are no news. */
const steady = ['firmware', 'mac', 'localAddress', 'ssid', 'signalPercent', 'intervalS', 'heartbeatS'] as const

/** Whether `next` contains anything that `known` does not. */
export const isNews = (known: LoggerFacts, next: LoggerFacts): boolean =>
  steady.some((name) => next[name] !== undefined && next[name] !== known[name])

/** Merges both; the later one wins. */
export function mergeHeard(earlier: Heard | undefined, later: Heard): Heard {
  if (earlier === undefined) return later
  return {
    atMs: Math.max(earlier.atMs, later.atMs),
    dataAtMs: later.dataAtMs ?? earlier.dataAtMs,
    address: later.address ?? earlier.address,
    duplicateAtMs: later.duplicateAtMs ?? earlier.duplicateAtMs,
    facts: { ...earlier.facts, ...later.facts },
  }
}
