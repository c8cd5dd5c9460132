import type { RegisterItem, RegisterMap } from './register-map.ts'

/** One request: `count` registers from `address`. */
export type RegisterSpan = Readonly<{ function: 3 | 4; address: number; count: number }>

/** The fewest requests that read all registers of some items of a map: ascending, within its bounds. */
export function planSpans(
  items: readonly RegisterItem[],
  { maxRegisters, maxGap }: Pick<RegisterMap, 'maxRegisters' | 'maxGap'>,
): readonly RegisterSpan[] {
  return ([3, 4] as const).flatMap((fn) => {
    const addresses = new Set(items.filter((item) => item.function === fn).flatMap(({ registers }) => registers))
    const spans: { function: 3 | 4; address: number; count: number }[] = []
    for (const address of [...addresses].sort((a, b) => a - b)) {
      const last = spans.at(-1)
      const count = last ? address - last.address + 1 : 1
      if (last && address - (last.address + last.count) < maxGap && count <= maxRegisters) last.count = count
      else spans.push({ function: fn, address, count: 1 })
    }
    return spans
  })
}
