import { type BootOffset, bootBaseS, type TimeFields } from '@heliograph/devices/wire/solarman-v5/time.ts'

/** More boots than a stick that restarts all day has between two of its buffered records. */
const keptOffsets = 48
/** The boot base is constant within a boot to 5 s (protocols.md 2.2); an offset that moved less than this is no news. */
const sameBootS = 5
const sameOffsetS = 2

/**
 * The offsets known after a frame with these time fields, newest first; the same array when it says nothing new.
 * A frame without an offset (0) teaches nothing.
 */
export function learnOffset(known: readonly BootOffset[], time: TimeFields): readonly BootOffset[] {
  if (time.offsetS === 0) return known
  const learnt: BootOffset = { bootBaseS: bootBaseS(time), offsetS: time.offsetS }
  const same = known.find((one) => Math.abs(one.bootBaseS - learnt.bootBaseS) <= sameBootS)
  if (same !== undefined && Math.abs(same.offsetS - learnt.offsetS) <= sameOffsetS) return known
  return [learnt, ...known.filter((one) => one !== same)].slice(0, keptOffsets)
}

/** What of a logger's state in the database is offsets; the same array each time the same state is asked. */
export function readOffsets(state: unknown): readonly BootOffset[] {
  const offsets = (state as Readonly<{ offsets?: unknown }> | null)?.offsets
  if (!Array.isArray(offsets)) return none
  return offsets.every(isOffset) ? offsets : offsets.filter(isOffset)
}

const none: readonly BootOffset[] = []
const isOffset = (one: Partial<BootOffset> | null): one is BootOffset =>
  Number.isFinite(one?.bootBaseS) && Number.isFinite(one?.offsetS)
