import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'

/** The one reading that is stored of a window, at the instant of the last one that it has. */
export type Stored = Readonly<{ decoded: Decoded; raw: Uint8Array; atMs: number; readings: number }>

export type StoreWindow = Readonly<{
  /** @returns readings to store now; usually none */
  add: (decoded: Decoded, raw: Uint8Array, atMs: number) => readonly Stored[]
  /** Ends a window whose time is over: called by the clock, because a device may fall silent. */
  flush: (nowMs: number) => readonly Stored[]
}>

type Open = {
  startMs: number
  last: Readonly<{ decoded: Decoded; raw: Uint8Array; atMs: number }>
  sums: Map<QuantityId, Readonly<{ sum: number; count: number }>>
  values: Partial<Record<QuantityId, number>>
  complaints: Map<string, Complaint>
  readings: number
}

/**
 * Live values come every few seconds, and one reading of each window is stored: the mean of what is measured, the last
 * of counters and states. A state that changes ends the window at once.
 */
export function createStoreWindow(windowMs: number): StoreWindow {
  let open: Open | undefined
  let storedAtMs = Number.NEGATIVE_INFINITY

  const close = (): readonly Stored[] => {
    if (open === undefined) return []
    const { last, sums, values, complaints, readings } = open
    open = undefined
    storedAtMs = last.atMs
    const means = [...sums].map(([id, { sum, count }]) => [id, roundOff(sum / count)] as const)
    const decoded: Decoded = {
      ...last.decoded,
      values: { ...values, ...Object.fromEntries(means) },
      complaints: [...complaints.values()],
    }
    return [{ decoded, raw: last.raw, atMs: last.atMs, readings }]
  }

  return {
    add: (decoded, raw, atMs) => {
      // A clock that was set back: what is stored already stays.
      if (atMs <= storedAtMs && storedAtMs - atMs < windowMs) return []
      const startMs = Math.floor(atMs / windowMs) * windowMs
      const stored = open !== undefined && startMs !== open.startMs ? [...close()] : []
      const isChanged = open !== undefined && hasNewState(open.last.decoded, decoded)
      if (isChanged) stored.push(...close())
      open ??= {
        startMs,
        last: { decoded, raw, atMs },
        sums: new Map(),
        values: {},
        complaints: new Map(),
        readings: 0,
      }
      open.last = { decoded, raw, atMs }
      open.readings += 1
      for (const [id, value] of Object.entries(decoded.values) as [QuantityId, number][]) {
        const { kind, rollUp } = getQuantity(id)
        if (kind !== 'gauge' || rollUp !== 'mean') open.values[id] = value
        else {
          const { sum, count } = open.sums.get(id) ?? { sum: 0, count: 0 }
          open.sums.set(id, { sum: sum + value, count: count + 1 })
        }
      }
      for (const complaint of decoded.complaints)
        open.complaints.set(`${complaint.code} ${complaint.quantity ?? ''}`, complaint)
      if (isChanged) stored.push(...close())
      return stored
    },
    flush: (nowMs) => (open !== undefined && nowMs >= open.startMs + windowMs ? close() : []),
  }
}

/** Means of whole watts need no more digits than this; a float's tail would only cost room. */
const roundOff = (value: number): number => Math.round(value * 1e4) / 1e4

function hasNewState(before: Decoded, now: Decoded): boolean {
  return (Object.keys(now.values) as QuantityId[]).some(
    (id) => getQuantity(id).kind === 'state' && before.values[id] !== undefined && before.values[id] !== now.values[id],
  )
}
