import type { Block, RegisterSpan } from './dialog.ts'

/** Registers that one request must bring together, first to last. */
export type Whole = Readonly<{ function: 3 | 4; first: number; last: number }>

export type BlockLimits = Readonly<{ unit: number; maxRegisters: number; maxGap: number }>

/**
 * Few requests that bring each whole in one piece: ascending, no longer than allowed, reading over small holes only.
 * A whole that is longer than a request is left out.
 */
export function planBlocks(wholes: readonly Whole[], { unit, maxRegisters, maxGap }: BlockLimits): readonly Block[] {
  return ([3, 4] as const).flatMap((fn) => {
    const blocks: { first: number; last: number; wholes: Whole[] }[] = []
    const sorted = wholes
      .filter((whole) => whole.function === fn && whole.last - whole.first < maxRegisters)
      .sort((a, b) => a.first - b.first || a.last - b.last)
    for (const whole of sorted) {
      const open = blocks.at(-1)
      const last = Math.max(open?.last ?? 0, whole.last)
      if (open && whole.first - open.last - 1 < maxGap && last - open.first < maxRegisters) {
        open.last = last
        open.wholes.push(whole)
      } else blocks.push({ first: whole.first, last: whole.last, wholes: [whole] })
    }
    return blocks.map(
      ({ first, last, wholes: inside }): Block => ({
        unit,
        function: fn,
        address: first,
        count: last - first + 1,
        cuts: findCuts(inside),
      }),
    )
  })
}

/** The addresses at which a block may be cut: where a whole starts and none goes on. */
function findCuts(sorted: readonly Whole[]): readonly number[] {
  const cuts: number[] = []
  let reached = sorted[0]?.last ?? 0
  for (const { first, last } of sorted.slice(1)) {
    if (first > reached) cuts.push(first)
    reached = Math.max(reached, last)
  }
  return cuts
}

/**
 * The two halves of a block, cut where nothing is torn apart: for devices and bridges that refuse a long request.
 * @returns undefined when it cannot be cut
 */
export function halveBlock(block: Block): readonly [Block, Block] | undefined {
  const { address, count, cuts } = block
  const middle = address + count / 2
  const [cut] = [...cuts].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle))
  if (cut === undefined || cut <= address || cut >= address + count) return undefined
  return [
    { ...block, count: cut - address, cuts: cuts.filter((at) => at < cut) },
    { ...block, address: cut, count: address + count - cut, cuts: cuts.filter((at) => at > cut) },
  ]
}

/** Whether a span has all registers from `first` to `last`. */
export const spanHas = (span: RegisterSpan, fn: number, first: number, last: number): boolean =>
  span.function === fn && span.address <= first && span.address + span.count > last
