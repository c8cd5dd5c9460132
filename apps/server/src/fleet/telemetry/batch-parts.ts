import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Db } from '../../platform/db/database.ts'
import { findTotalOf, type Layout, layoutOf } from './layout.ts'
import { estimatesOf } from './power-book.ts'
import { addQuantities } from './quantity-lists.ts'
import type { DeviceMeta, NewSample } from './sample.ts'
import { toArray } from './statement.ts'

/** One device's part of a batch. */
export type Part = {
  readonly device: DeviceMeta
  layout: Layout
  /** With their positions in the batch, ascending by instant; instants are unique. */
  readonly samples: { readonly index: number; readonly sample: NewSample }[]
}

/** The quantities of devices whose lists grew, by device. */
export type Lists = Map<number, readonly QuantityId[]>

/** By device in the order in which rows are locked, so that two batches never deadlock. */
export function toParts(batch: readonly NewSample[]): Part[] {
  const parts = new Map<number, Part>()
  batch.forEach((sample, index) => {
    const { device, atMs } = sample
    if (!Number.isSafeInteger(atMs)) throw new RangeError(`The instant ${atMs} of a sample`)
    const part = parts.get(device.deviceId)
    if (part) part.samples.push({ index, sample })
    else parts.set(device.deviceId, { device, layout: layoutOf(device.quantities), samples: [{ index, sample }] })
  })
  for (const { samples } of parts.values()) if (samples.length > 1) sortOnce(samples)
  return [...parts.values()].sort(
    (a, b) => a.device.plantId - b.device.plantId || a.device.deviceId - b.device.deviceId,
  )
}

function sortOnce(samples: Part['samples']): void {
  samples.sort((a, b) => a.sample.atMs - b.sample.atMs || a.index - b.index)
  const once = samples.filter(({ sample }, i) => sample.atMs !== samples[i - 1]?.sample.atMs)
  samples.splice(0, samples.length, ...once)
}

/** Plants and devices, as parameters of a statement. */
export const keysOf = (parts: readonly Part[]): [string, string] => [
  toArray(parts.map((part) => part.device.plantId)),
  toArray(parts.map((part) => part.device.deviceId)),
]

/** Gives new quantities of a device a position in its list before anything is stored. @returns the lists that grew */
export async function learnQuantities(db: Db, parts: readonly Part[]): Promise<Lists> {
  const lists: Lists = new Map()
  await learn(db, parts, lists, findUnknown(parts))
  // Energies that only a power measures are known once the powers are.
  await learn(db, parts, lists, findEstimates(parts))
  return lists
}

async function learn(
  db: Db,
  parts: readonly Part[],
  lists: Lists,
  news: ReadonlyMap<number, ReadonlySet<QuantityId>>,
): Promise<void> {
  if (news.size === 0) return
  for (const [deviceId, list] of await addQuantities(db.pool, news)) lists.set(deviceId, list)
  applyLists(parts, lists)
}

function findUnknown(parts: readonly Part[]): ReadonlyMap<number, ReadonlySet<QuantityId>> {
  const news = new Map<number, Set<QuantityId>>()
  for (const { device, layout, samples } of parts)
    for (const { sample } of samples)
      for (const id in sample.values) {
        if (layout.indexOf.has(id)) continue
        const unknown = news.get(device.deviceId) ?? new Set()
        news.set(device.deviceId, unknown.add(id as QuantityId))
        // Energy is stored with the total, even for a device without one.
        const total = findTotalOf(id as QuantityId)
        if (total && !layout.indexOf.has(total)) unknown.add(total)
      }
  return news
}

const findEstimates = (parts: readonly Part[]): ReadonlyMap<number, ReadonlySet<QuantityId>> =>
  new Map(
    parts.flatMap(({ device, layout }) => {
      const ids = estimatesOf(device, layout)
      return ids.length === 0 ? [] : [[device.deviceId, new Set(ids)]]
    }),
  )

export function applyLists(parts: readonly Part[], lists: Lists): void {
  for (const part of parts) {
    const list = lists.get(part.device.deviceId)
    if (list && list.length > part.layout.ids.length) part.layout = layoutOf(list)
  }
}
