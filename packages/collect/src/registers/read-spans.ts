import type { Block } from '@heliograph/devices/reads/modbus/dialog.ts'
import type { Io, SpanReply } from '../way.ts'
import type { RegisterPath } from './read-devices.ts'

/**
 * Reads some blocks once, for a person who looks at registers. A block that is not answered ends it: the others would
 * wait as long.
 * @throws Error when nothing takes the connection
 */
export async function readSpans(
  path: RegisterPath,
  settings: unknown,
  blocks: readonly Block[],
  io: Io,
): Promise<readonly SpanReply[]> {
  const { openLine, probePace } = path
  const line = await openLine(io, settings, probePace.connectPauseMs)
  const replies: SpanReply[] = []
  try {
    for (const block of blocks) {
      const answer = await line.ask(block, probePace)
      if (answer === undefined) return [...replies, { block }]
      replies.push('words' in answer ? { block, words: answer.words } : { block, code: answer.exception })
    }
    return replies
  } finally {
    line.close()
  }
}
