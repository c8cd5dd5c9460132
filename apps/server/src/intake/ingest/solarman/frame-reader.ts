import type { Socket } from 'node:net'
import { createReassembler, type StreamEvent } from '@heliograph/wires/solarman-v5/stream.ts'

export type FrameReaderOptions = Readonly<{
  /** A frame that stalls for this long is dropped. */
  stallTimeoutMs: number
  /** 0: the next event may be taken. Infinity: `pump` will be called when it may. Else: the time to wait, in ms. */
  waitMs: () => number
  take: (event: StreamEvent) => void
  guarded: (work: () => void) => void
}>

/** Cuts a socket's bytes into events and delivers them one by one; while none is accepted, the socket is not read. */
export class FrameReader {
  readonly #socket: Socket
  readonly #options: FrameReaderOptions
  readonly #stream = createReassembler()
  #events: StreamEvent[] = []
  #next = 0
  #stallTimer: NodeJS.Timeout | undefined
  #waitTimer: NodeJS.Timeout | undefined
  #isEnded = false

  constructor(socket: Socket, options: FrameReaderOptions) {
    this.#socket = socket
    this.#options = options
  }

  /** Bytes came that are no whole frame so far. */
  get hasBytes(): boolean {
    return this.#stream.pendingBytes > 0
  }

  push(chunk: Uint8Array): void {
    this.#add(this.#stream.push(chunk))
    this.#watchStall()
  }

  /** Delivers events until something is full; the caller that makes room calls again. */
  pump(): void {
    this.#options.guarded(() => {
      while (this.#next < this.#events.length) {
        if (this.#isEnded || this.#socket.destroyed || this.#isHeld()) return
        const event = this.#events[this.#next]
        this.#next += 1
        if (event !== undefined) this.#options.take(event)
      }
      if (!this.#isEnded && this.#socket.isPaused()) this.#socket.resume()
    })
  }

  /** Delivers and reads no more. */
  end(): void {
    this.#isEnded = true
    this.#events = []
    this.#next = 0
    clearTimeout(this.#stallTimer)
    clearTimeout(this.#waitTimer)
    this.#waitTimer = undefined
    this.#socket.pause()
  }

  #add(events: StreamEvent[]): void {
    this.#events = this.#next === this.#events.length ? events : [...this.#events.slice(this.#next), ...events]
    this.#next = 0
    this.pump()
  }

  #isHeld(): boolean {
    const waitMs = this.#waitTimer === undefined ? this.#options.waitMs() : Number.POSITIVE_INFINITY
    if (waitMs === 0) return false
    this.#socket.pause()
    if (Number.isFinite(waitMs))
      this.#waitTimer = setTimeout(() => {
        this.#waitTimer = undefined
        this.pump()
      }, waitMs)
    return true
  }

  /** A header that promises more than comes must not block the frames behind it. */
  #watchStall(): void {
    clearTimeout(this.#stallTimer)
    if (this.#stream.pendingBytes === 0 || this.#isEnded || this.#socket.destroyed) return
    this.#stallTimer = setTimeout(() => {
      this.#options.guarded(() => this.#add(this.#stream.abandon()))
      this.#watchStall()
    }, this.#options.stallTimeoutMs)
  }
}
