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
