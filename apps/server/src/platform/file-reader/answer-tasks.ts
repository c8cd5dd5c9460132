import { serialize } from 'node:v8'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { ReadingLimits } from './reading-limits.ts'
import type { GivePart, Message, PartReply, Task, TaskReply } from './reading-process.ts'
import { watchLimits } from './watch-limits.ts'

/** Reads one file, or several that it asks for one after the other. @throws Refusal for what cannot be read */
type Reader = (question: never, part: GivePart) => unknown

/** As much as the server takes in without keeping others waiting. */
const PIECE_BYTES = 512 * 1024

/** The life of a reading process: one task after the other, as the server sends them. */
export function answerTasks(readers: Readonly<Record<string, Reader>>): void {
  const limits: ReadingLimits = JSON.parse(process.argv[2] ?? '')
  const watch = watchLimits(limits)
  const send = (message: Message): void => void process.send?.(message)
  process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  let takePart: ((part: Uint8Array) => void) | undefined
  const askForPart: GivePart = async (place) => {
    watch.end()
    send({ wants: place })
    const part = await new Promise<Uint8Array>((resolve) => {
      takePart = resolve
    })
    watch.begin()
    return part
  }
  process.on('message', async (message: Task | PartReply) => {
    if ('part' in message) {
      takePart?.(message.part)
      return
    }
    watch.begin()
    const packed = pack(await answer(readers, message, askForPart), limits)
    watch.end()
    const { length } = packed
    for (let at = 0; at < length; at += PIECE_BYTES) send({ piece: packed.subarray(at, at + PIECE_BYTES), length })
    send({ isSpent: process.memoryUsage.rss() > limits.restBytes })
  })
  send('ready')
}

function pack(reply: TaskReply, { answerBytes }: ReadingLimits): Uint8Array {
  const packed = serialize(reply)
  if (packed.length <= answerBytes) return packed
  return serialize({ fault: `an answer of ${packed.length} bytes` } satisfies TaskReply)
}

async function answer(
  readers: Readonly<Record<string, Reader>>,
  { kind, question }: Task,
  part: GivePart,
): Promise<TaskReply> {
  try {
    const reader = Object.hasOwn(readers, kind) ? readers[kind] : undefined
    if (reader === undefined) throw new Error(`nobody reads ${kind}`)
    return { answer: await reader(question as never, part) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: { code: error.code, detail: error.detail } }
    return { fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
