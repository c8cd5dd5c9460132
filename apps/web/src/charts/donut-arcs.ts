const GAP = 2.5

export type Arc = Readonly<{ start: number; length: number; rest: number }>

/**
 * The position of each part on the ring's circumference, from the top and clockwise; undefined for a part too small to
 * draw. Gaps are cut from the parts' ends, so the ring always closes. A single part has no gap.
 */
export function arcsOf(values: readonly number[], radius: number): readonly (Arc | undefined)[] {
  const around = 2 * Math.PI * radius
  const sum = values.reduce((total, value) => total + Math.max(0, value), 0)
  const gap = values.filter((value) => value > 0).length > 1 ? GAP : 0
  let start = 0
  return values.map((value) => {
    const full = sum > 0 ? (Math.max(0, value) / sum) * around : 0
    const from = start
    start += full
    const length = full - gap
    return length > 0.4 ? { start: from + gap / 2, length, rest: around - length } : undefined
  })
}
