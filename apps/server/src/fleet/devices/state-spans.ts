import type { FaultSeverity } from '@heliograph/devices/catalog/fault-word.ts'
import { activeFaults, stateName } from '@heliograph/devices/catalog/faults.ts'
import type { InverterStateName, Profile } from '@heliograph/devices/catalog/profile.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Values } from '@heliograph/domain/reading.ts'
import type { Interval } from '@heliograph/domain/time.ts'

/** reporting: the device says nothing about its state. unknown: a code without a name. */
export type SpanState = InverterStateName | 'reporting' | 'unknown' | 'silent' | 'asleep'
export type StateSpan = Interval & Readonly<{ state: SpanState; code: number | null }>
export type FaultSpan = Interval &
  Readonly<{ quantity: QuantityId; code: string; key: string; severity: FaultSeverity }>

/** The quantities that carry a device's state and faults. */
export const stateWords = [
  'inverterState',
  'faultCode1',
  'faultCode2',
  'alertCode',
] as const satisfies readonly QuantityId[]

/** One record's words, and how long they hold: until the next record, or one usual step where none follows. */
export type Words = Interval & Readonly<{ values: Values }>

type StateProfile = Pick<Profile, 'stateNames' | 'faults' | 'faultsFromState'> | undefined

/** States that the device reported, neighbors of the same state joined; gaps are left open. */
export function stateSpans(words: readonly Words[], profile: StateProfile): readonly StateSpan[] {
  const spans: StateSpan[] = []
  for (const { fromMs, toMs, values } of words) {
    const code = values.inverterState ?? null
    const state = code === null ? 'reporting' : (profile && stateName(profile, values)) || 'unknown'
    const last = spans.at(-1)
    if (last && last.toMs === fromMs && last.state === state && last.code === code)
      spans[spans.length - 1] = { ...last, toMs }
    else spans.push({ fromMs, toMs, state, code })
  }
  return spans
}

/** Each fault from the first record that has it to the first without it, by its start. */
export function faultSpans(words: readonly Words[], profile: StateProfile): readonly FaultSpan[] {
  const open = new Map<string, FaultSpan>()
  const closed: FaultSpan[] = []
  for (const { fromMs, toMs, values } of words) {
    const now = new Map(
      faultsOf(values, profile).map((namedFault) => [`${namedFault.quantity} ${namedFault.code}`, namedFault]),
    )
    for (const [key, span] of open)
      if (!now.has(key) || span.toMs < fromMs) {
        closed.push(span)
        open.delete(key)
      }
    for (const [key, fault] of now) open.set(key, { ...fault, fromMs: open.get(key)?.fromMs ?? fromMs, toMs })
  }
  return [...closed, ...open.values()].toSorted((a, b) => a.fromMs - b.fromMs || a.code.localeCompare(b.code))
}

type NamedFault = Pick<FaultSpan, 'quantity' | 'code' | 'key' | 'severity'>

function faultsOf(values: Values, profile: StateProfile): readonly NamedFault[] {
  return stateWords.flatMap((quantity): readonly NamedFault[] => {
    const word = values[quantity]
    if (word === undefined || word === 0) return []
    const isRead = profile?.faults.some((fault) => fault.quantity === quantity)
    if (profile && isRead)
      return activeFaults(profile, { [quantity]: word }).map(({ code, key, severity }) => ({
        quantity,
        code,
        key,
        severity,
      }))
    // A word that no table knows is shown as it is; a state alone is no fault.
    if (quantity === 'inverterState') return []
    const severity = quantity === 'alertCode' ? 'warning' : 'fault'
    return [{ quantity, code: word.toString(16).toUpperCase(), key: 'unknown', severity }]
  })
}
