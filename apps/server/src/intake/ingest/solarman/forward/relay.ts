import type { Socket } from 'node:net'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { wantsAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import type { StreamEvent } from '@heliograph/wires/solarman-v5/stream.ts'
import { FrameReader } from '../frame-reader.ts'
import { CloudFault, type ConnectCloud, type ForwardError } from './connect-cloud.ts'
import type { Forward, ForwardState } from './forward-book.ts'

export type RelayLimits = Readonly<{
  /** A cloud that leaves a frame without an answer for so long is away. A stick repeats after 11 s, up to three times. */
  answerMs: number
  /** Until the first new try, then twice as long each time. */
  retryMs: number
  stallTimeoutMs: number
}>
export const defaultRelayLimits: RelayLimits = { answerMs: 25_000, retryMs: 30_000, stallTimeoutMs: 10_000 }

/** The connection of a stick, as its relay needs it. */
export type StickSide = Readonly<{
  socket: Socket
  isEncrypted: boolean
  /** Answers a frame that is stored as this server itself. */
  acknowledge: (frame: V5Frame) => void
  /** An acknowledgment of the cloud went to the stick. */
  noteAck: (frame: V5Frame) => void
  /** A request of this server waits for its reply. */
  isAsking: () => boolean
  /** Ends the connection once what was written has left: the stick begins anew. */
  leave: () => void
  /** Ends the connection at once. */
  drop: (why: string) => void
  /** More may be read of the stick. */
  pump: () => void
  tell: (level: 'debug' | 'info' | 'warn', what: string, about?: object) => void
}>

export type RelayOptions = Readonly<{
  forward: Forward
  stick: StickSide
  connectCloud: ConnectCloud
  limits: RelayLimits
  now: () => number
}>

/** Bytes of the stick in their order. They leave once what they carry is stored. */
export type Passage = {
  readonly bytes: Uint8Array
  readonly frame: V5Frame | undefined
  isReady: boolean
  /** Whether it shows that the sender is the logger; undefined: nothing new. */
  isProven: boolean | undefined
  /** A record that may be deleted is not acknowledged by this server. */
  isKept: boolean
}

/** Passages that wait: for their commit, for the cloud's connection, or because the cloud takes no more. */
const MOST_PASSAGES = 32
/** Frames that the cloud has not answered; one that answers none of so many is away. */
const MOST_UNANSWERED = 64
/** A connection that lasted this long did not fail when it ends. */
const STEADY_MS = 5 * MINUTE_MS
const LONGEST_RETRY_MS = 15 * MINUTE_MS
/** A request of the cloud to the device behind the stick counts as answered after this time. */
const REQUEST_MS = 10_000
/** The rest that a stick left behind is delivered for so long. */
const REST_MS = 5_000

/**
 * The stream of one connection of a stick, to the cloud of its maker and back, unchanged. A frame leaves after this
 * server's commit, so no acknowledgment of the cloud can come before it. While the cloud is away this server
 * acknowledges; never both.
 */
export class Relay {
  readonly #forward: Forward
  readonly #stick: StickSide
  readonly #limits: RelayLimits
  readonly #connectCloud: ConnectCloud
  readonly #now: () => number
  readonly #abort = new AbortController()
  #mode: 'undecided' | 'connecting' | 'open' | 'away' | 'ended' = 'undecided'
  #passages: Passage[] = []
  #isProven = false
  #cloud: Socket | undefined
  #reader: FrameReader | undefined
  #openedAtMs = 0
  #unanswered: V5Frame[] = []
  #hasAnswered = false
  /** A request of the cloud that waits until this server's own has its reply. */
  #held: V5Frame | undefined
  #request: Readonly<{ seq: number; untilMs: number }> | undefined
  #unframedUntilMs = 0
  #answerTimer: NodeJS.Timeout | undefined
  #retryTimer: NodeJS.Timeout | undefined
  #isStickGone = false
  #wantsRestart = false
  #isWorking = false

  constructor({ forward, stick, connectCloud, limits, now }: RelayOptions) {
    this.#forward = forward
    this.#stick = stick
    this.#connectCloud = connectCloud
    this.#limits = limits
    this.#now = now
  }

  get isFull(): boolean {
    return this.#passages.length >= MOST_PASSAGES
  }

  /** Something goes to the cloud: bytes between its frames are none of this server's business. */
  get isOpen(): boolean {
    return this.#mode === 'open'
  }

  /** The cloud waits for a reply to a request of its own, or sends what may be part of a longer frame. */
  get isAsked(): boolean {
    return this.#now() < Math.max(this.#request?.untilMs ?? 0, this.#unframedUntilMs)
  }

  add(bytes: Uint8Array, frame: V5Frame | undefined): Passage {
    const passage: Passage = { bytes, frame, isReady: false, isProven: undefined, isKept: true }
    this.#passages.push(passage)
    return passage
  }

  /** Its record is stored, or there is none. */
  settle(passage: Passage, { isProven, isKept }: Pick<Passage, 'isProven' | 'isKept'>): void {
    passage.isReady = true
    passage.isProven = isProven
    passage.isKept = isKept
    this.#work()
  }

  /** It cannot be stored now: the stick sends it again, to both. */
  fail(passage: Passage): void {
    if (this.#mode === 'connecting' || this.#mode === 'open') this.#stick.drop('a record could not be stored')
    this.#passages = this.#passages.filter((item) => item !== passage)
    this.#work()
  }

  /** Nobody wants it forwarded any more, or it goes elsewhere from the next connection on. */
  stop(): void {
    if (this.#mode === 'ended') return
    this.#closeCloud()
    clearTimeout(this.#retryTimer)
    // Not begun again on this connection.
    this.#mode = 'ended'
    this.#answerRest()
    this.#work()
  }

  /** The reply to a request of this server has come, or comes no more. */
  onAskDone(): void {
    const held = this.#held
    this.#held = undefined
    if (held !== undefined) this.#pass(held)
    this.#reader?.pump()
  }

  onStickDrain(): void {
    this.#reader?.pump()
  }

  /** The stick's connection has ended. What it sent before is delivered, then the cloud's ends too. */
  finish(): void {
    this.#isStickGone = true
    clearTimeout(this.#retryTimer)
    if (this.#mode === 'connecting') {
      this.#abort.abort()
      this.#mode = 'ended'
    }
    this.#report('waiting')
    this.#work()
    const cloud = this.#cloud
    if (cloud !== undefined) setTimeout(() => cloud.destroy(), REST_MS).unref()
  }

  #work(): void {
    if (this.#isWorking) return
    this.#isWorking = true
    const wasFull = this.isFull
    while (this.#passages[0]?.isReady && this.#mayPass(this.#passages[0])) {
      const passage = this.#passages.shift() as Passage
      if (this.#mode === 'open') this.#send(passage)
      else this.#answer(passage)
    }
    this.#isWorking = false
    if (this.#passages.length === 0) {
      if (this.#isStickGone) this.#cloud?.end()
      else if (this.#wantsRestart) {
        this.#mode = 'ended'
        this.#stick.leave()
      }
    }
    if (wasFull && !this.isFull) this.#stick.pump()
  }

  #mayPass(passage: Passage): boolean {
    this.#isProven = passage.isProven ?? this.#isProven
    if (!this.#isProven) this.#onUnproven()
    else if (this.#mode === 'undecided') this.#begin()
    if (this.#mode === 'connecting') return false
    if (this.#mode !== 'open' || !this.#cloud?.writableNeedDrain) return true
    this.#watchAnswers()
    return false
  }

  #onUnproven(): void {
    if (this.#mode !== 'open' && this.#mode !== 'connecting') return
    this.#closeCloud()
    this.#mode = 'undecided'
    this.#report('waiting')
    this.#answerRest()
  }

  #begin(): void {
    const { cloud, retryAtMs } = this.#forward
    if (this.#isStickGone) this.#mode = 'ended'
    else if (cloud === undefined) this.#goAway('unlisted')
    // A stream that came encrypted does not leave in the clear.
    else if (this.#stick.isEncrypted && !cloud.isEncrypted) this.#goAway('plain')
    else if (this.#now() < retryAtMs) this.#goAway()
    else {
      this.#mode = 'connecting'
      this.#report('connecting')
      this.#connectCloud(cloud, this.#abort.signal).then(
        (socket) => this.#onOpen(socket),
        (error: unknown) => this.#onFault(error instanceof CloudFault ? error.reason : 'unreachable'),
      )
    }
  }

  #onOpen(socket: Socket): void {
    socket.on('error', () => {})
    if (this.#mode !== 'connecting') {
      socket.destroy()
      return
    }
    this.#mode = 'open'
    this.#cloud = socket
    this.#openedAtMs = this.#now()
    this.#report('connected')
    this.#stick.tell('info', 'its stream goes to its cloud too', { cloud: this.#forward.cloudId })
    socket.setKeepAlive(true, MINUTE_MS)
    const reader = new FrameReader(socket, {
      stallTimeoutMs: this.#limits.stallTimeoutMs,
      waitMs: () => (this.#held !== undefined || this.#stick.socket.writableNeedDrain ? Number.POSITIVE_INFINITY : 0),
      take: (event) => this.#onCloudEvent(event),
      guarded: (work) => this.#guarded(work),
    })
    this.#reader = reader
    socket.on('data', (chunk) => this.#guarded(() => reader.push(chunk)))
    socket.on('drain', () => this.#work())
    socket.on('close', () => {
      if (this.#cloud === socket) this.#onFault('closed')
    })
    this.#work()
  }

  /** Nothing that a cloud sends may end more than its own connection. */
  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#stick.tell('warn', 'the stream of a cloud failed', { reason: String(error) })
      this.#cloud?.destroy()
    }
  }

  #onCloudEvent(event: StreamEvent): void {
    if (event.kind === 'skipped') {
      this.#unframedUntilMs = this.#now() + REQUEST_MS
      this.#toStick(event.raw)
    } else if (event.frame.type === frameTypes.request && this.#stick.isAsking()) this.#held = event.frame
    else this.#pass(event.frame)
  }

  #pass(frame: V5Frame): void {
    this.#toStick(encodeFrame(frame))
    this.#forward.tally.receivedFrames += 1
    if (frame.type === frameTypes.request) this.#request = { seq: frame.seqServer, untilMs: this.#now() + REQUEST_MS }
    else if (frame.type >> 4 === 1) this.#onAck(frame)
  }

  #toStick(bytes: Uint8Array): void {
    const { tally } = this.#forward
    tally.receivedBytes += bytes.length
    tally.isDirty = true
    if (!this.#isStickGone && this.#stick.socket.writable) this.#stick.socket.write(bytes)
  }

  #onAck(ack: V5Frame): void {
    const type = ack.type + 0x30
    const at = this.#unanswered.findIndex((frame) => frame.type === type && frame.seqLogger === ack.seqLogger)
    if (at < 0) return
    this.#stick.noteAck(ack)
    this.#hasAnswered = true
    if (type === frameTypes.data) this.#forward.failures = 0
    // A repeated frame has another sequence byte; the answer to the last one answers those before it.
    this.#unanswered = this.#unanswered.filter((frame, index) => index > at || frame.type !== type)
    clearTimeout(this.#answerTimer)
    this.#answerTimer = undefined
    this.#watchAnswers()
  }

  #send({ bytes, frame }: Passage): void {
    const { tally } = this.#forward
    this.#cloud?.write(bytes)
    tally.sentBytes += bytes.length
    tally.isDirty = true
    if (frame === undefined) return
    tally.sentFrames += 1
    if (frame.type === frameTypes.reply && frame.seqServer === this.#request?.seq) this.#request = undefined
    if (!wantsAck(frame)) return
    this.#unanswered.push(frame)
    if (this.#unanswered.length > MOST_UNANSWERED) this.#onFault('silent')
    else this.#watchAnswers()
  }

  #answer({ frame, isKept }: Passage): void {
    if (frame === undefined || !wantsAck(frame) || !isKept) return
    if (this.#mode === 'away' && frame.type === frameTypes.data) this.#miss()
    this.#stick.acknowledge(frame)
  }

  #miss(): void {
    this.#forward.tally.missedRecords += 1
    this.#forward.tally.isDirty = true
  }

  #watchAnswers(): void {
    const isBlocked = this.#cloud?.writableNeedDrain === true && this.#passages.length > 0
    if (this.#answerTimer !== undefined || (this.#unanswered.length === 0 && !isBlocked)) return
    this.#answerTimer = setTimeout(() => {
      this.#answerTimer = undefined
      if (this.#mode !== 'open') return
      if (this.#unanswered.length > 0 || this.#cloud?.writableNeedDrain) this.#onFault('silent')
    }, this.#limits.answerMs)
  }

  #onFault(reason: ForwardError): void {
    if (this.#mode !== 'open' && this.#mode !== 'connecting') return
    const wasOpen = this.#mode === 'open'
    const forward = this.#forward
    this.#closeCloud()
    if (this.#isStickGone) {
      this.#mode = 'ended'
      return
    }
    if (wasOpen && this.#unanswered.length === 0 && this.#now() - this.#openedAtMs >= STEADY_MS) forward.failures = 0
    forward.failures += 1
    if (reason === 'closed' && this.#hasAnswered && forward.failures === 1) {
      // As the stick would find it without this server: it comes back and sends what was not answered to both.
      this.#note(reason)
      this.#report('waiting')
      this.#mode = 'ended'
      this.#unanswered = []
      // A record that is being stored now is not acknowledged on this connection.
      this.#passages = []
      this.#stick.leave()
      return
    }
    forward.retryAtMs = this.#now() + this.#waitMs()
    this.#goAway(reason)
    this.#work()
  }

  #waitMs(): number {
    return Math.min(LONGEST_RETRY_MS, this.#limits.retryMs * 2 ** Math.min(20, Math.max(0, this.#forward.failures - 1)))
  }

  /** From here on this server acknowledges. */
  #goAway(reason?: ForwardError): void {
    this.#mode = 'away'
    if (reason !== undefined) this.#note(reason)
    this.#report('away')
    this.#answerRest()
    if (reason !== 'unlisted' && reason !== 'plain') this.#planRetry()
  }

  /** Answers frames that the cloud left without an answer: they are stored here. */
  #answerRest(): void {
    const rest = this.#unanswered
    this.#unanswered = []
    for (const frame of rest) {
      if (this.#mode === 'away' && frame.type === frameTypes.data) this.#miss()
      this.#stick.acknowledge(frame)
    }
  }

  #planRetry(): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => this.#retry(), Math.max(0, this.#forward.retryAtMs - this.#now()))
  }

  /** A stick greets at the start of a connection alone: once the cloud can be reached, it is made to begin anew. */
  #retry(): void {
    const { cloud } = this.#forward
    if (cloud === undefined || this.#mode !== 'away') return
    this.#connectCloud(cloud, this.#abort.signal).then(
      (socket) => {
        socket.on('error', () => {})
        socket.destroy()
        if (this.#mode !== 'away' || this.#isStickGone) return
        this.#forward.retryAtMs = 0
        this.#wantsRestart = true
        this.#work()
      },
      (error: unknown) => {
        if (this.#mode !== 'away' || this.#isStickGone) return
        this.#forward.failures += 1
        this.#forward.retryAtMs = this.#now() + this.#waitMs()
        this.#note(error instanceof CloudFault ? error.reason : 'unreachable')
        this.#planRetry()
      },
    )
  }

  #closeCloud(): void {
    clearTimeout(this.#answerTimer)
    this.#answerTimer = undefined
    const cloud = this.#cloud
    this.#cloud = undefined
    this.#reader?.end()
    this.#reader = undefined
    this.#held = undefined
    this.#request = undefined
    cloud?.destroy()
  }

  #note(reason: ForwardError): void {
    this.#forward.tally.error = { reason, atMs: this.#now() }
    this.#forward.tally.isDirty = true
    this.#stick.tell('info', 'its cloud gets nothing of its stream', { cloud: this.#forward.cloudId, reason })
  }

  #report(state: ForwardState): void {
    const forward = this.#forward
    // An older connection of the stick ends after the new one began.
    if (state === 'waiting' && forward.reporter !== undefined && forward.reporter !== this) return
    forward.reporter = this
    forward.tally.state = state
    forward.tally.connectedAtMs = state === 'connected' ? this.#now() : undefined
    forward.tally.isDirty = true
  }
}
