import { type BlockLimits, planBlocks, type Whole } from '../modbus/blocks.ts'
import type { Block } from '../modbus/dialog.ts'
import type { RegisterItem, Term } from './register-map.ts'

/** The fewest requests that read some items of a map, each number in one piece. */
export const planItems = (items: readonly RegisterItem[], limits: BlockLimits): readonly Block[] =>
  planBlocks(items.flatMap(wholesOf), limits)

const wholeOf = (fn: 3 | 4, registers: readonly number[]): readonly Whole[] =>
  registers.length === 0 ? [] : [{ function: fn, first: Math.min(...registers), last: Math.max(...registers) }]

const wholesOf = (item: RegisterItem): readonly Whole[] => [
  ...wholeOf(item.function, item.registers),
  ...(item.computed ?? []).flatMap((term) => wholesOfTerm(term)),
]

const wholesOfTerm = (term: Omit<Term, 'op'>): readonly Whole[] => [
  ...wholeOf(term.function ?? 3, term.registers),
  ...(term.times ? wholesOfTerm(term.times) : []),
]
