import { spanHas } from './blocks.ts'
import type { Reply } from './dialog.ts'

/**
 * The words of some registers, in the order asked, all from one reply: the halves of a number that were read at
 * different instants make a third number. Undefined where no single reply has them.
 */
export type ReadWords = (fn: number, registers: readonly number[]) => readonly number[] | undefined

/** A reply that is shorter or longer than its request is no reply. */
export function readFrom(replies: readonly Reply[]): ReadWords {
  const sound = replies.filter(({ block, words }) => words.length === block.count)
  return (fn, registers) => {
    if (registers.length === 0) return undefined
    const first = Math.min(...registers)
    const last = Math.max(...registers)
    const reply = sound.find(({ block }) => spanHas(block, fn, first, last))
    return reply && registers.map((register) => reply.words[register - reply.block.address] ?? 0)
  }
}
