import { DAY_MS } from '@heliograph/domain/duration.ts'

/** A payload as it came, with the instant of its reading. */
export type RecentFrame = Readonly<{
  atMs: number
  receivedAtMs: number
  wire: string
  kind: string
  bytes: Uint8Array
}>

export type RecentFrames = Readonly<{
  note: (deviceId: number, frame: RecentFrame) => void
  /** Of the last day, the newest first. */
  list: (deviceId: number, nowMs: number) => readonly RecentFrame[]
  /** Since when nothing was dropped to make room, or since the start. */
  keptSinceMs: () => number
}>

/** Of the objects around the bytes. */
const OVERHEAD_BYTES = 160
const SLAB_BYTES = 65_536

/**
 * The last payloads of each device, in the memory of this process, within a bound: the oldest of all make room. A database
 * would have to write a gigabyte an hour for the same at 5,000 records a second.
 * @param mostBytes 0: none are kept
 */
export function createRecentFrames(mostBytes: number, startedAtMs: number): RecentFrames {
  const byDevice = new Map<number, RecentFrame[]>()
  // In the order of arrival; what lies before `first` is gone.
  let order: number[] = []
  let first = 0
  let bytes = 0
  let keptSinceMs = startedAtMs
  let slab = new Uint8Array(0)
  let used = 0
  /**
   * A copy: the bytes may be a view of a whole network packet. Many share a buffer, which is far cheaper to collect, and
   * leave it in the order in which they came.
   */
  const keep = (from: Uint8Array): Uint8Array => {
    if (from.length > SLAB_BYTES / 8) return Uint8Array.from(from)
    if (used + from.length > slab.length) {
      slab = new Uint8Array(SLAB_BYTES)
      used = 0
    }
    slab.set(from, used)
    used += from.length
    return slab.subarray(used - from.length, used)
  }
  const dropOldest = (): void => {
    const deviceId = order[first] as number
    first++
    const frames = byDevice.get(deviceId)
    const gone = frames?.shift()
    if (gone === undefined) return
    bytes -= gone.bytes.length + OVERHEAD_BYTES
    keptSinceMs = Math.max(keptSinceMs, gone.receivedAtMs)
    if (frames?.length === 0) byDevice.delete(deviceId)
    if (first < 10_000 || first < order.length / 2) return
    order = order.slice(first)
    first = 0
  }
  return {
    note: (deviceId, frame) => {
      const size = frame.bytes.length + OVERHEAD_BYTES
      if (size > mostBytes) return
      const frames = byDevice.get(deviceId)
      const own = { ...frame, bytes: keep(frame.bytes) }
      if (frames) frames.push(own)
      else byDevice.set(deviceId, [own])
      order.push(deviceId)
      bytes += size
      while (bytes > mostBytes) dropOldest()
    },
    list: (deviceId, nowMs) =>
      (byDevice.get(deviceId) ?? []).filter(({ receivedAtMs }) => nowMs - receivedAtMs <= DAY_MS).reverse(),
    keptSinceMs: () => keptSinceMs,
  }
}
