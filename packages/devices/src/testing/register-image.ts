import type { Decoded } from '@heliograph/domain/reading.ts'
import { halveBlock } from '../reads/modbus/blocks.ts'
import type { Answer, Block, Dialog, Reader, Reply } from '../reads/modbus/dialog.ts'

/** The registers of an endpoint by unit, function and address. */
export type RegisterImage = Map<number, Map<number, Map<number, number>>>

const ILLEGAL_ADDRESS = 2

/** Puts words into an image, from an address on. */
export function putWords(
  image: RegisterImage,
  unit: number,
  fn: number,
  address: number,
  words: readonly number[],
): void {
  const functions = image.get(unit) ?? new Map<number, Map<number, number>>()
  const held = functions.get(fn) ?? new Map<number, number>()
  for (const [offset, word] of words.entries()) held.set(address + offset, word)
  image.set(unit, functions.set(fn, held))
}

/**
 * How a device with these registers answers: nothing for a unit that is not there, a refusal for a request that has a
 * register which it lacks.
 * @param fill the word of registers between those that are there; without it they are refused
 */
export const answerFrom =
  (image: RegisterImage, fill?: number) =>
  ({ unit, function: fn, address, count }: Block): Answer => {
    const functions = image.get(unit)
    if (!functions) return undefined
    const held = functions.get(fn)
    const words = Array.from({ length: count }, (_, offset) => held?.get(address + offset) ?? fill)
    return words.every((word) => word !== undefined) ? { words } : { exception: ILLEGAL_ADDRESS }
  }

/** The result of a dialog with a device that answers like this. */
export function finish<Result>(dialog: Dialog<Result>, answer: (block: Block) => Answer): Result {
  let step = dialog.next()
  while (!step.done) step = dialog.next(answer(step.value))
  return step.value
}

/** One round of a reader. A refused request is asked again in halves, as a collector does. */
export function readRound(reader: Reader, answer: (block: Block) => Answer): readonly Decoded[] {
  const ask = (block: Block): readonly Reply[] => {
    const answered = answer(block)
    if (answered && 'words' in answered) return [{ block, words: answered.words }]
    return (halveBlock(block) ?? []).flatMap(ask)
  }
  return reader.decode(reader.blocks.flatMap(ask))
}
