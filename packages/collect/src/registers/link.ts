import type { Socket } from 'node:net'
import type { ReadRequest } from '@heliograph/wires/modbus/rtu.ts'
import type { Clock } from '../clock.ts'
import { createFlowLimit } from '../flow-limit.ts'
import type { About, Exchange } from '../way.ts'
import type { Framed, Framing } from './framing.ts'

export type LinkAnswer = Readonly<{ words: readonly number[] }> | Readonly<{ exception: number }> | undefined

/** A connection on which registers are read, one request at a time. */
export type Link = Readonly<{
  /**
   * Undefined: no fitting reply within the time-out.
   * @throws Error when the connection has ended, or ends meanwhile
   */
  ask: (request: ReadRequest, timeoutMs: number) => Promise<LinkAnswer>
  /** Replies that fitted no request. */
  strayReplies: () => number
  ended: Promise<string>
  close: () => void
}>

export type LinkOptions = Readonly<{
  framing: Framing
  clock: Clock
  note: (exchange: Exchange) => void
  /** The transaction before the first. */
  transaction?: number
}>

/** More than this in reply to one request comes from no device. */
const MOST_REPLY_BYTES = 16_384
/** On a line that others use too, their replies are heard between our requests: at 38,400 baud no more than this. */
const MOST_IDLE_BYTES = 64 * 1024
/** Of the bytes of an exchange, those that are kept for the page. */
const MOST_NOTED_BYTES = 264
/** A peer that wants to be asked otherwise again and again is no device. */
const MOST_REPEATS = 2

type Waiting = {
  readonly request: ReadRequest
  readonly transaction: number
  readonly settle: (answer: LinkAnswer | Error) => void
  sent: Uint8Array
  repeats: number
}

export function openLink(socket: Socket, { framing, clock, note, transaction: first = 0 }: LinkOptions): Link {
  let transaction = first
  let strayReplies = 0
  let endedBy: string | undefined
  /** A late reply without a number would be taken for that of the next request. */
  let hasMissed = false
  let waiting: Waiting | undefined
  let heard: Uint8Array[] = []
  let heardBytes = 0
  let tellEnd: (reason: string) => void = () => {}
  const ended = new Promise<string>((resolve) => {
    tellEnd = resolve
  })

  const end = (reason: string): void => {
    if (endedBy !== undefined) return
    endedBy = reason
    socket.destroy()
    waiting?.settle(new Error(reason))
    tellEnd(reason)
  }
  socket.setNoDelay(true)
  socket.on('error', ({ message }) => end(message))
  socket.on('close', () => end('closed by the device'))
  const floods = createFlowLimit(clock, MOST_IDLE_BYTES)
  socket.on('data', (bytes: Buffer) => {
    if (waiting) heardBytes += bytes.length
    if (waiting && heardBytes <= MOST_NOTED_BYTES) heard.push(bytes)
    if (waiting ? heardBytes > MOST_REPLY_BYTES : floods(bytes.length)) return end('too many bytes')
    const cut = framing.push(bytes)
    if (cut === 'lost') return end('not Modbus')
    for (const framed of cut) {
      if (framed.kind === 'return') socket.write(framed.bytes)
      else if (framed.kind === 'again') {
        if (!waiting) continue
        if (++waiting.repeats > MOST_REPEATS) return end('not Modbus')
        waiting.sent = framing.encode(waiting.transaction, waiting.request)
        socket.write(waiting.sent)
      } else {
        const answer = waiting && fit(framed, waiting, hasMissed)
        if (answer) waiting?.settle(answer)
        else strayReplies += 1
      }
    }
  })

  return {
    ended,
    close: () => end('closed'),
    strayReplies: () => strayReplies,
    ask: (request, timeoutMs) =>
      new Promise((resolve, reject) => {
        if (endedBy !== undefined) return reject(new Error(endedBy))
        if (waiting) return reject(new Error('another request is under way'))
        transaction = transaction >= 0xffff ? 1 : transaction + 1
        const sent = framing.encode(transaction, request)
        const atMs = clock.now()
        heard = []
        heardBytes = 0
        const settle = (answer: LinkAnswer | Error): void => {
          if (!waiting) return
          const { sent: asSent } = waiting
          cancel()
          waiting = undefined
          note({ atMs, about: aboutRead(request), sent: asSent, received: Buffer.concat(heard), ...outcomeOf(answer) })
          if (answer instanceof Error) reject(answer)
          else resolve(answer)
        }
        const cancel = clock.after(timeoutMs, () => {
          hasMissed = true
          settle(undefined)
          if (!framing.isNumbered) end('no reply')
        })
        waiting = { request, transaction, settle, sent, repeats: 0 }
        socket.write(sent)
      }),
  }
}

/** The answer in a reply, if it is the one that is waited for: all of transaction, unit, function and length must fit. */
function fit(
  { transaction, reply }: Extract<Framed, { kind: 'reply' }>,
  { request, transaction: expected }: Waiting,
  hasMissed: boolean,
): LinkAnswer {
  // Some devices answer every request with transaction 0.
  const isNumbered = transaction === undefined || transaction === expected || (transaction === 0 && !hasMissed)
  if (!isNumbered || reply.kind === 'refused' || reply.unit !== request.unit || reply.fn !== request.fn)
    return undefined
  if (reply.kind === 'exception') return { exception: reply.code }
  return reply.words.length === request.count ? { words: reply.words } : undefined
}

export const aboutRead = ({ unit, fn, address, count }: ReadRequest): About => ({
  kind: 'registers',
  unit,
  fn,
  address,
  count,
})

function outcomeOf(answer: LinkAnswer | Error): Pick<Exchange, 'outcome' | 'code'> {
  if (answer instanceof Error) return { outcome: 'ended' }
  if (answer === undefined) return { outcome: 'silent' }
  return 'words' in answer ? { outcome: 'answered' } : { outcome: 'refused', code: answer.exception }
}
