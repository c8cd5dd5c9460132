import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { layoutOf } from './layout.ts'
import { readQuantities } from './quantity-lists.ts'
import { hidePowers, readHidden } from './refused-powers.ts'
import { readColumns, type StoredColumns } from './stored-columns.ts'

export type CurvePoint = Readonly<{
  /** Start of the slot. */
  atMs: number
  /** Sum over the devices that reported. */
  value: number
  /** 0 to 1: the share of the devices with this quantity that reported in the slot. */
  coverage: number
}>
export type Curve = Readonly<{ quantity: QuantityId; points: readonly CurvePoint[] }>

export type CurveQuery = Readonly<{
  plantId: number
  deviceIds: readonly number[]
  quantities: readonly QuantityId[]
  /** Half open. */
  fromMs: number
  toMs: number
  slotMs?: number
}>

const SLOT_MS = 5 * MINUTE_MS

/** Sums over devices on a grid of slots; a slot in which no device reported has no point. */
export async function plantCurve(db: Db, query: CurveQuery): Promise<readonly Curve[]> {
  const { plantId, deviceIds, quantities, fromMs, toMs, slotMs = SLOT_MS } = query
  const lists = await readQuantities(db.pool, deviceIds)
  const hidden = await readHidden(db, plantId, deviceIds, fromMs, toMs)
  const sums = quantities.map(() => ({ slots: new Map<number, { value: number; devices: number }>(), devices: 0 }))
  for (const deviceId of deviceIds) {
    const { indexOf } = layoutOf(lists.get(deviceId) ?? [])
    const known = quantities.flatMap((quantity, place) => {
      const column = indexOf.get(quantity)
      return column === undefined ? [] : [{ place, column }]
    })
    if (known.length === 0) continue
    const columns = known.map(({ column }) => column)
    const names = known.map(({ place }) => quantities[place] as QuantityId)
    const read = await readColumns(db, { plantId, deviceId }, columns, fromMs, toMs)
    const stored = hidePowers(hidden, deviceId, names, read)
    known.forEach(({ place }, i) => {
      const sum = sums[place]
      const slots = toSlots(stored, i, slotMs)
      // A device without any reading in the range still counts: its share is missing from the sum.
      if (sum) sum.devices++
      for (const [slot, value] of slots) {
        const known = sum?.slots.get(slot)
        if (known) {
          known.value += value
          known.devices++
        } else sum?.slots.set(slot, { value, devices: 1 })
      }
    })
  }
  return quantities.map((quantity, place) => {
    const { slots = new Map(), devices = 0 } = sums[place] ?? {}
    const points = [...slots]
      .sort(([a], [b]) => a - b)
      .map(([slot, sum]): CurvePoint => ({ atMs: slot * slotMs, value: sum.value, coverage: sum.devices / devices }))
    return { quantity, points }
  })
}

/** A device's mean per slot. A single empty slot between two full ones is clock jitter, not silence. */
export function toSlots(stored: StoredColumns, column: number, slotMs: number): ReadonlyMap<number, number> {
  const sums = new Map<number, { sum: number; n: number }>()
  stored.columns[column]?.forEach((value, row) => {
    if (Number.isNaN(value)) return
    const slot = Math.floor((stored.atMs[row] as number) / slotMs)
    const known = sums.get(slot)
    if (known) {
      known.sum += value
      known.n++
    } else sums.set(slot, { sum: value, n: 1 })
  })
  const means = new Map<number, number>()
  let before: number | undefined
  for (const [slot, { sum, n }] of sums) {
    const mean = sum / n
    if (before === slot - 2) means.set(slot - 1, ((means.get(before) ?? mean) + mean) / 2)
    means.set(slot, mean)
    before = slot
  }
  return means
}
