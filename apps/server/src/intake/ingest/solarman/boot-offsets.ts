import { type BootOffset, bootBaseS, type TimeFields } from '@heliograph/wires/solarman-v5/time.ts'

/** More boots than happen between two buffered records of a logger that restarts all day. */
const KEPT_OFFSETS = 48
/**
 * The boot base is constant within a boot to 5 s (protocols.md 2.2); an offset that moved less than this is no news.
 */
const SAME_BOOT_S = 5
const SAME_OFFSET_S = 2

/**
 * The known offsets after a frame with these time fields, newest first; the same array if nothing changed.
 * A frame without an offset (0) adds nothing.
 */
export function learnOffset(known: readonly BootOffset[], time: TimeFields): readonly BootOffset[] {
  if (time.offsetS === 0) return known
  const learnt: BootOffset = { bootBaseS: bootBaseS(time), offsetS: time.offsetS }
  const same = known.find((item) => Math.abs(item.bootBaseS - learnt.bootBaseS) <= SAME_BOOT_S)
  if (same !== undefined && Math.abs(same.offsetS - learnt.offsetS) <= SAME_OFFSET_S) return known
  return [learnt, ...known.filter((item) => item !== same)].slice(0, KEPT_OFFSETS)
}

/** The offsets in a logger's stored state; the same array for the same state. */
export function readOffsets(state: unknown): readonly BootOffset[] {
  const offsets = (state as Readonly<{ offsets?: unknown }> | null)?.offsets
  if (!Array.isArray(offsets)) return none
  return offsets.every(isOffset) ? offsets : offsets.filter(isOffset)
}

const none: readonly BootOffset[] = []
const isOffset = (item: Partial<BootOffset> | null): item is BootOffset =>
  Number.isFinite(item?.bootBaseS) && Number.isFinite(item?.offsetS)
