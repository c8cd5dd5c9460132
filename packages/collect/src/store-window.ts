import { type Extremes, powerExtremes } from '@heliograph/domain/power-extremes.ts'
import { getQuantity, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'

/** The one reading that is stored of a window, at the instant of the last one that it has. */
export type Stored = Readonly<{ decoded: Decoded; raw: Uint8Array; atMs: number; readings: number }>

export type StoreWindow = Readonly<{
  /**
   * @param atMs when it was measured, perhaps by the device's own clock
   * @param heardAtMs when it came
   * @returns readings to store now; usually none
   */
  add: (decoded: Decoded, raw: Uint8Array, atMs: number, heardAtMs?: number) => readonly Stored[]
  /** Ends a window whose time is over: called by the clock, because a device may fall silent. */
  flush: (nowMs: number) => readonly Stored[]
}>

type Measured = Readonly<{ sum: number; count: number; min: number; max: number }>
type Open = {
  openedAtMs: number
  last: Readonly<{ decoded: Decoded; raw: Uint8Array; atMs: number }>
  measured: Map<QuantityId, Measured>
  values: Partial<Record<QuantityId, number>>
  complaints: Map<string, Complaint>
  readings: number
}

/** A window without a reading at its end waits this much longer for one, in windows. */
const PATIENCE = 1.25

/**
 * Live values come every few seconds, and one reading of each window is stored: the mean of what is measured, the least
 * and most of powers, the last of counters and states. A window begins where the one before it ended and ends with the
 * reading that is nearest to its end, so that readings as far apart as windows are all stored, whatever their jitter.
 * A state that changes ends the window at once.
 */
export function createStoreWindow(windowMs: number): StoreWindow {
  let open: Open | undefined
  let storedAtMs = Number.NEGATIVE_INFINITY
  let lastAtMs = Number.NEGATIVE_INFINITY

  const close = (): readonly Stored[] => {
    if (open === undefined) return []
    const { last, measured, values, complaints, readings } = open
    open = undefined
    storedAtMs = last.atMs
    const all = { ...values }
    for (const [id, one] of measured) {
      all[id] = roundOff(one.sum / one.count)
      if (one.count > 1) addExtremes(all, powerExtremes[id], one)
    }
    const decoded: Decoded = { ...last.decoded, values: all, complaints: [...complaints.values()] }
    return [{ decoded, raw: last.raw, atMs: last.atMs, readings }]
  }

  return {
    add: (decoded, raw, atMs, heardAtMs = atMs) => {
      // A clock that was set back: what is stored already stays.
      if (atMs <= storedAtMs && storedAtMs - atMs < windowMs) return []
      const isChanged = open !== undefined && hasNewState(open.last.decoded, decoded)
      const stored = isChanged ? [...close()] : []
      open ??= {
        openedAtMs: heardAtMs,
        last: { decoded, raw, atMs },
        measured: new Map(),
        values: {},
        complaints: new Map(),
        readings: 0,
      }
      take(open, { decoded, raw, atMs })
      const stepMs = Math.max(0, atMs - lastAtMs)
      lastAtMs = atMs
      // A clock that was set back far begins anew.
      const isOver = atMs < storedAtMs || atMs - storedAtMs + stepMs / 2 >= windowMs
      if (isChanged || isOver) stored.push(...close())
      return stored
    },
    flush: (nowMs) => (open !== undefined && nowMs >= open.openedAtMs + PATIENCE * windowMs ? close() : []),
  }
}

function take(open: Open, reading: Open['last']): void {
  open.last = reading
  open.readings += 1
  const { values, complaints } = reading.decoded
  for (const [id, value] of Object.entries(values) as [QuantityId, number][]) {
    const { kind, rollUp } = getQuantity(id)
    // After a restart and at dusk a device shows 0 for a while, on any way and in any reader.
    if (rollUp === 'increment' && value === 0) {
      open.complaints.set(`zero-total ${id}`, { code: 'zero-total', quantity: id, raw: 0 })
      continue
    }
    const known = open.measured.get(id)
    if (kind !== 'gauge' || rollUp !== 'mean') open.values[id] = value
    else
      open.measured.set(id, {
        sum: (known?.sum ?? 0) + value,
        count: (known?.count ?? 0) + 1,
        min: Math.min(known?.min ?? value, value),
        max: Math.max(known?.max ?? value, value),
      })
  }
  for (const complaint of complaints) open.complaints.set(`${complaint.code} ${complaint.quantity ?? ''}`, complaint)
}

function addExtremes(values: Open['values'], extremes: Extremes | undefined, { min, max }: Measured): void {
  if (extremes === undefined) return
  values[extremes.min] = roundOff(min)
  values[extremes.max] = roundOff(max)
}

/** Means of whole watts need no more digits than this; a float's tail would only cost room. */
const roundOff = (value: number): number => Math.round(value * 1e4) / 1e4

function hasNewState(before: Decoded, now: Decoded): boolean {
  return (Object.keys(now.values) as QuantityId[]).some(
    (id) => getQuantity(id).kind === 'state' && before.values[id] !== undefined && before.values[id] !== now.values[id],
  )
}
