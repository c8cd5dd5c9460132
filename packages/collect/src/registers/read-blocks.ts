import { halveBlock } from '@heliograph/devices/reads/modbus/blocks.ts'
import type { Block, Reply } from '@heliograph/devices/reads/modbus/dialog.ts'
import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { LeftOut } from '../way.ts'
import { aboutRead } from './link.ts'
import type { Ask } from './run-dialog.ts'

/** Earlier experience with a block at this endpoint. */
type Known = Readonly<{ isGood?: true; isCut?: true; leftUntilMs?: number; code?: number }>

export type Round = Readonly<{ replies: readonly Reply[]; leftOut: readonly LeftOut[]; isAsleep: boolean }>

/** The codes of a gateway whose device does not answer: an inverter at night. */
const ASLEEP: readonly number[] = [0x0a, 0x0b]
/** Two requests that bring nothing: the next would wait as long. */
const MOST_SILENCES = 2

/**
 * Reads the blocks of a device. One that is refused is halved until the halves are answered or cannot be cut, and left
 * out for an hour then; both is remembered. One that was answered before is only missing.
 * @param input.isAwake the device answered a moment ago: a gateway that says otherwise refuses the block @throws Error 'silent' when nothing answers
 */
export async function readBlocks(
  blocks: readonly Block[],
  input: Readonly<{ ask: Ask; memory: Map<string, unknown>; nowMs: number; isAwake?: boolean }>,
): Promise<Round> {
  const { ask, memory, nowMs, isAwake = false } = input
  const replies: Reply[] = []
  const leftOut: LeftOut[] = []
  let silences = 0
  let isAsleep = false

  const read = async (block: Block): Promise<void> => {
    const key = `block ${block.unit} ${block.function} ${block.address} ${block.count}`
    const known = (memory.get(key) ?? {}) as Known
    if (isAsleep) return
    if (known.leftUntilMs !== undefined && known.leftUntilMs > nowMs) {
      leftOut.push(toLeftOut(block, known.leftUntilMs, known.code))
      return
    }
    const halves = halveBlock(block)
    if (known.isCut && halves) {
      for (const half of halves) await read(half)
      return
    }
    const answer = await ask(block)
    if (answer && 'words' in answer) {
      replies.push({ block, words: answer.words })
      memory.set(key, { isGood: true } satisfies Known)
      return
    }
    if (answer === undefined && ++silences >= MOST_SILENCES) throw new Error('silent')
    if (answer === undefined && replies.length === 0) throw new Error('silent')
    const isDoubtful = known.leftUntilMs === undefined && !isAwake && replies.length === 0
    if (answer && ASLEEP.includes(answer.exception) && (isDoubtful || known.isGood)) {
      isAsleep = true
      return
    }
    if (known.isGood) return
    if (halves) {
      memory.set(key, { isCut: true } satisfies Known)
      for (const half of halves) await read(half)
      return
    }
    const leftUntilMs = nowMs + HOUR_MS
    const code = answer?.exception
    memory.set(key, { leftUntilMs, ...(code !== undefined && { code }) } satisfies Known)
    leftOut.push(toLeftOut(block, leftUntilMs, code))
  }

  for (const block of blocks) await read(block)
  return { replies, leftOut, isAsleep: isAsleep && replies.length === 0 }
}

const toLeftOut = (block: Block, retryAtMs: number, code: number | undefined): LeftOut => ({
  about: aboutRead({ ...block, fn: block.function }),
  retryAtMs,
  ...(code !== undefined && { code }),
})
