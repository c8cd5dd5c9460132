import type { Socket } from 'node:net'
import type { Answer, Block, Pace } from '@heliograph/devices/reads/modbus/dialog.ts'
import { pause } from '../clock.ts'
import type { Io } from '../way.ts'
import type { Framing } from './framing.ts'
import { openLink } from './link.ts'

/** The device works on another request, or takes long for this one. */
const BUSY: readonly number[] = [5, 6]
const BUSY_TRIES = 3
const BUSY_PAUSE_MS = 500
export const CONNECT_MS = 8_000

/** A connection that keeps the pace of its devices. */
export type PacedLine = Readonly<{
  /** @throws Error when the connection ends */
  ask: (block: Block, pace: Pace) => Promise<Answer>
  ended: Promise<string>
  close: () => void
}>

/** @throws Error when nothing takes the connection */
export type OpenLine = (io: Io, settings: unknown, connectPauseMs: number) => Promise<PacedLine>

/** @param options.tries requests that bring nothing are repeated until so many were sent */
export async function paceLine(
  socket: Socket,
  io: Io,
  options: Readonly<{ framing: Framing; connectPauseMs: number; tries?: number }>,
): Promise<PacedLine> {
  const { clock } = io
  const { framing, connectPauseMs, tries = 1 } = options
  const link = openLink(socket, { framing, clock, note: io.note })
  await pause(clock, connectPauseMs)
  let freeAtMs = 0
  const askOnce = async ({ unit, function: fn, address, count }: Block, pace: Pace): Promise<Answer> => {
    await pause(clock, freeAtMs - clock.now())
    try {
      return await link.ask({ unit, fn, address, count }, pace.timeoutMs)
    } finally {
      freeAtMs = clock.now() + pace.gapMs
    }
  }
  return {
    ended: link.ended,
    close: link.close,
    ask: async (block, pace) => {
      for (let attempt = 1; ; attempt += 1) {
        const answer = await askOnce(block, pace)
        if (answer === undefined && attempt < tries) continue
        const isBusy = answer !== undefined && 'exception' in answer && BUSY.includes(answer.exception)
        if (!isBusy || attempt >= BUSY_TRIES) return answer
        await pause(clock, BUSY_PAUSE_MS * attempt)
      }
    },
  }
}
