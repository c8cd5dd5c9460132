import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { offsetMinutes } from '@heliograph/domain/time.ts'
import { encodeAck, wantsAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeMessage, type Message } from '@heliograph/wires/solarman-v5/messages.ts'
import type { StreamEvent } from '@heliograph/wires/solarman-v5/stream.ts'
import { acquisitionS } from '@heliograph/wires/solarman-v5/time.ts'
import { type SourceId, toSourceId } from '../../../fleet/loggers/source.ts'
import type { Log } from '../../../platform/db/log.ts'
import { createBudget } from '../budget.ts'
import type { Port } from '../port.ts'
import type { Line, SourceCounters } from '../source.ts'
import type { AckClock } from './ack-clock.ts'
import { createDeviceLine } from './device-line.ts'
import { createDiagnosis, type Diagnosis, localPort } from './diagnosis.ts'
import type { ForeignPeers } from './foreign-peers.ts'
import type { Forward } from './forward/forward-book.ts'
import type { Passage, Relay, StickSide } from './forward/relay.ts'
import { FrameReader } from './frame-reader.ts'
import { formatLoggerSerial } from './logger-serial.ts'
import { WIRE_ID } from './record.ts'
import type { SerialBook, SerialEntry } from './serial-book.ts'
import type { LoggerServerSettings } from './settings.ts'
import { NO_SERIAL, QUESTION, toContact } from './silent-stick.ts'
import type { Slot } from './slots.ts'
import { toArrival } from './to-arrival.ts'

export type SessionContext = Readonly<{
  port: Port
  settings: LoggerServerSettings
  counters: SourceCounters
  book: SerialBook<LoggerSession>
  foreignPeers: Pick<ForeignPeers, 'note'>
  now: () => number
  ackClock: Pick<AckClock, 'read' | 'hear'>
  log: Log
  mayLog: (key: string | number) => boolean
  /** How the stream of a logger reaches the cloud of its maker. */
  openRelay: (forward: Forward, stick: StickSide) => Relay
  findForward: (source: SourceId) => Forward | undefined
}>

/** Frames of one connection that are being stored; a logger waits for each answer, so more are out of order. */
const FRAMES_UNDER_WAY = 32
/** Bytes outside any frame before the connection is dropped. */
const NOISE_LIMIT = 16_384
/** A silent logger's contact is stored this often. */
const seenEveryMs = MINUTE_MS
/** The bounds of a heartbeat that a handshake announces. */
const SHORTEST_IDLE_MS = 30_000
const longestIdleMs = HOUR_MS

const sourceOf = (serial: number): SourceId => toSourceId({ wire: WIRE_ID, address: formatLoggerSerial(serial) })

/** One connection of a logger, from its first byte to its last. Nothing that arrives here affects another one. */
export class LoggerSession {
  readonly #socket: Socket
  readonly #context: SessionContext
  readonly #address: string
  readonly #slot: Slot
  readonly #reader: FrameReader
  readonly #diagnose = createDiagnosis()
  readonly #stopListening: () => void
  #underWay = 0
  #noise = 0
  #serial: number | undefined
  /** One text for all its frames: what is looked up by it is found without reading it. */
  #source = sourceOf(NO_SERIAL)
  #entry: SerialEntry<LoggerSession> | undefined
  #zone: string | undefined
  /** Byte A of the last acknowledgment, and the round (two-senders.ts) in which it was sent. */
  #lastAck: Readonly<{ sequence: number; round: number }> | undefined
  #idleMs: number
  /** For how long the timer waits. */
  #armedMs = 0
  #seenAtMs = Number.NEGATIVE_INFINITY
  /** Of the newest answer with its clocks, which heartbeats do not have. */
  #askedAtMs = Number.NEGATIVE_INFINITY
  #idleTimer: NodeJS.Timeout
  #askTimer: NodeJS.Timeout | undefined
  /** Sends by itself, with its clocks. */
  #pushes = false
  readonly #lifeTimer: NodeJS.Timeout
  #isRegistered = false
  /** undefined: nothing is proven yet. */
  #isProven: boolean | undefined
  /** The budget of frames from possible unclaimed: they must not use up the logger's. */
  readonly #ownBudget: ReturnType<typeof createBudget>
  #isLeaving = false
  /** undefined: nobody wants its stream to be forwarded. */
  #relay: Relay | undefined
  readonly #deviceLine = createDeviceLine((frame) => this.#socket.write(frame))

  constructor(socket: Socket, address: string, slot: Slot, context: SessionContext) {
    this.#socket = socket
    this.#address = address
    this.#slot = slot
    this.#context = context
    this.#idleMs = context.settings.idleTimeoutMs
    this.#idleTimer = setTimeout(() => this.#onIdle(), context.settings.handshakeTimeoutMs)
    this.#lifeTimer = setTimeout(() => this.#onLifeEnd(), context.settings.unprovenLifeMs)
    this.#planQuestion(context.settings.silenceMs)
    this.#ownBudget = createBudget(context.settings.framesPerMinute, () => performance.now())
    this.#reader = new FrameReader(socket, {
      stallTimeoutMs: context.settings.stallTimeoutMs,
      waitMs: () => this.#waitMs(),
      take: (event) => (event.kind === 'frame' ? this.#onFrame(event.frame) : this.#onSkipped(event)),
      guarded: (work) => this.#guarded(work),
    })
    this.#stopListening = context.port.onRoom(() => this.#reader.pump())
    socket.setNoDelay(true)
    socket.setKeepAlive(true, MINUTE_MS)
    socket.on('data', (chunk) => this.#guarded(() => this.#onData(chunk)))
    socket.on('drain', () => {
      this.#relay?.onStickDrain()
      this.#reader.pump()
    })
    socket.on('error', (error: Error) => this.#tell('debug', 'the connection failed', { reason: error.message }))
    socket.on('close', () => this.#onClose())
  }

  /** Reads no more, answers what is stored, then closes. */
  leave(): void {
    this.#isLeaving = true
    this.#reader.end()
    if (this.#underWay === 0) this.#socket.destroySoon()
  }

  /** Whether this connection belongs to the logger registered under its serial. */
  get isProven(): boolean {
    return this.#isProven === true
  }

  /** Closes at once: another connection needs the slot. */
  giveWay(why: string): void {
    this.#refuse(why)
  }

  readonly line: Line = {
    ask: async (rtu) => {
      if (this.#serial === undefined || this.#socket.destroyed) throw new Error('gone')
      if (this.#relay?.isAsked) throw new Error('busy')
      return this.#deviceLine.ask(this.#serial, rtu).finally(() => this.#guarded(() => this.#relay?.onAskDone()))
    },
  }

  /** Its stream is to be forwarded from now on, elsewhere, or no more. */
  onForwardChanged(forward: Forward | undefined): void {
    this.#relay?.stop()
    // It greets at the start of a connection alone.
    if (forward !== undefined) this.leave()
  }

  #guarded(work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#context.log.error({ ...this.#who(), err: error }, 'a frame brought a connection down')
      this.#socket.destroy()
    }
  }

  #onData(chunk: Buffer): void {
    if (this.#isLeaving) return
    const diagnosis = this.#serial === undefined ? this.#diagnose(chunk) : undefined
    if (diagnosis !== undefined) this.#dismiss(diagnosis, chunk.length)
    else this.#reader.push(chunk)
  }

  #dismiss({ protocol, sentence }: Diagnosis, bytes: number): void {
    this.#context.counters.foreign += 1
    this.#context.counters.refusedBytes += bytes
    this.#context.foreignPeers.note(this.#address, protocol)
    this.#refuse(sentence, { protocol })
  }

  #waitMs(): number {
    const { port } = this.#context
    if (this.#underWay >= FRAMES_UNDER_WAY || port.isFull() || this.#socket.writableNeedDrain || this.#relay?.isFull)
      return Number.POSITIVE_INFINITY
    return (this.isProven ? this.#entry?.budget : this.#ownBudget)?.take() ?? 0
  }

  #onSkipped({ bytes, raw, reason }: Extract<StreamEvent, { kind: 'skipped' }>): void {
    this.#context.counters.refusedBytes += bytes
    this.#noise += bytes
    const about = { bytes, reason, head: Buffer.from(raw.subarray(0, 32)).toString('hex') }
    this.#letPass(raw)
    if (this.#relay?.isOpen) return
    if (reason === 'too-long') this.#refuse('a frame longer than any logger sends', about)
    else if (this.#noise > NOISE_LIMIT) this.#refuse('too many bytes that belong to no frame', about)
    else this.#tell('info', 'bytes that belong to no frame', about)
  }

  #onFrame(frame: V5Frame): void {
    this.#context.counters.frames += 1
    const isLocal = frame.type === frameTypes.reply || frame.type === frameTypes.request
    if (this.#serial === undefined && isLocal) {
      if (frame.loggerSerial !== NO_SERIAL && this.#deviceLine.take(frame)) this.#onIdentified(frame)
      else this.#dismiss(localPort, frame.payload.length)
      return
    }
    const entry = this.#entry ?? this.#join(frame.loggerSerial)
    if (frame.loggerSerial === this.#serial) this.#onOwnFrame(frame, entry)
    else this.#refuse('two serials on one connection', { other: frame.loggerSerial })
  }

  #onOwnFrame(frame: V5Frame, entry: SerialEntry<LoggerSession>): void {
    this.#noteReceipt(frame, entry)
    const isOurs = this.#deviceLine.take(frame)
    if (isOurs) this.#noteContact(frame, false)
    if (!wantsAck(frame)) {
      if (!isOurs) this.#letPass(encodeFrame(frame), frame)
    } else {
      const message = decodeMessage(frame)
      if ('time' in message) this.#pushes = true
      if (message.message === 'handshake' && message.heartbeatS > 0)
        this.#idleMs = Math.min(longestIdleMs, Math.max(SHORTEST_IDLE_MS, message.heartbeatS * 2_500))
      if (message.message === 'unknown' || message.message === 'malformed')
        this.#tell('info', `a frame that is ${message.message}`, { type: frame.type, bytes: frame.payload.length })
      if (this.#isProven) this.#hearClock(message)
      this.#answer(frame, message, entry)
    }
    this.#armIdle()
  }

  #planQuestion(afterMs: number): void {
    clearTimeout(this.#askTimer)
    this.#askTimer = setTimeout(() => this.#guarded(() => this.#askWho()), afterMs)
  }

  /** Asks a stick that only waits to be asked. One that begins with bytes of its own is heard first. */
  #askWho(): void {
    const isHeard = this.#serial === undefined && this.#reader.hasBytes
    if (this.#pushes || this.#isLeaving || this.#relay?.isOpen || this.#socket.destroyed || isHeard) return
    this.#deviceLine.ask(NO_SERIAL, QUESTION).then(
      () => this.#planQuestion(this.#context.settings.askEveryMs),
      () => {},
    )
  }

  #onIdentified(frame: V5Frame): void {
    this.#join(frame.loggerSerial)
    this.#noteContact(frame, true)
    this.#armIdle()
  }

  /** A stick that does not send by itself is there as long as it answers. */
  #noteContact(frame: V5Frame, isFirst: boolean): void {
    const atMs = this.#context.now()
    if (this.#pushes) return
    if (this.#isProven !== undefined && atMs - this.#askedAtMs < seenEveryMs) return
    const contact = toContact(frame, { atMs, address: this.#address, connection: this, isFirst })
    if (contact === undefined) return
    this.#seenAtMs = atMs
    this.#askedAtMs = atMs
    this.#store(contact, undefined, undefined)
  }

  /** A buffered record was taken at another time. */
  #hearClock(message: Message): void {
    if (message.message !== 'data' || message.buffered) return
    const loggerS = acquisitionS(message.time)
    if (loggerS !== undefined) this.#context.ackClock.hear(loggerS * 1000)
  }

  /** Frames to store are answered once stored; the others at once. */
  #answer(frame: V5Frame, message: Message, entry: SerialEntry<LoggerSession>): void {
    const atMs = this.#context.now()
    const duplicateAtMs = this.#noteDuplicate(frame, entry, atMs)
    const isKept = frame.type === frameTypes.data || 'time' in message
    if (!isKept && this.#relay === undefined) this.#acknowledge(frame)
    if (!isKept && duplicateAtMs === undefined && atMs - this.#seenAtMs < seenEveryMs) {
      this.#letPass(encodeFrame(frame), frame)
      return
    }
    this.#seenAtMs = atMs
    const passage = this.#relay?.add(encodeFrame(frame), frame)
    this.#store(
      toArrival(frame, message, {
        source: this.#source,
        atMs,
        address: this.#address,
        connection: this,
        duplicateAtMs,
      }),
      isKept ? frame : undefined,
      passage,
    )
  }

  /** There is nothing to store of it. */
  #letPass(bytes: Uint8Array, frame?: V5Frame): void {
    const passage = this.#relay?.add(bytes, frame)
    if (passage !== undefined) this.#relay?.settle(passage, { isProven: undefined, isKept: true })
  }

  /** Byte A of a frame repeats the last acknowledgment that arrived; a handshake starts at 0 (protocols.md 1.3). */
  #noteReceipt(frame: V5Frame, entry: SerialEntry<LoggerSession>): void {
    entry.sequence ??= frame.seqServer
    if (frame.type === frameTypes.handshake || frame.type === frameTypes.reply || this.#lastAck === undefined) return
    if (frame.seqServer !== this.#lastAck.sequence) this.#context.counters.unreceivedAcks += 1
  }

  #join(serial: number): SerialEntry<LoggerSession> {
    this.#serial = serial
    const { entry, surplus } = this.#context.book.join(serial, this)
    this.#entry = entry
    entry.senders.open(this.#context.now())
    if (surplus !== undefined) surplus.#refuse('too many connections of one serial')
    this.#source = sourceOf(serial)
    const forward = this.#context.findForward(this.#source)
    if (forward !== undefined) this.#relay = this.#context.openRelay(forward, this.#stickSide())
    return entry
  }

  #stickSide(): StickSide {
    return {
      socket: this.#socket,
      isEncrypted: this.#socket instanceof TLSSocket,
      acknowledge: (frame) => this.#guarded(() => this.#acknowledge(frame)),
      noteAck: ({ seqServer }) => this.#noteAck(seqServer),
      isAsking: () => this.#deviceLine.isAsking(),
      leave: () => this.leave(),
      drop: (why) => this.#refuse(why),
      pump: () => this.#reader.pump(),
      tell: (level, what, about) => this.#tell(level, what, about),
    }
  }

  #noteAck(sequence: number): void {
    if (this.#entry === undefined) return
    this.#entry.sequence = sequence
    this.#lastAck = { sequence, round: this.#entry.senders.round }
  }

  #noteDuplicate(frame: V5Frame, entry: SerialEntry<LoggerSession>, atMs: number): number | undefined {
    const receiptOf = frame.seqServer === this.#lastAck?.sequence ? this.#lastAck.round : undefined
    if (!entry.senders.note({ atMs, isNewest: entry.newest === this, receiptOf })) return undefined
    this.#context.counters.duplicateSerials += 1
    this.#tell('warn', 'two live connections claim one serial', { connections: entry.sessions.size })
    return atMs
  }

  #store(arrival: Parameters<Port['submit']>[0], frame: V5Frame | undefined, passage: Passage | undefined): void {
    this.#underWay += 1
    const done = (): void => {
      this.#underWay -= 1
      if (this.#isLeaving && this.#underWay === 0) this.#socket.destroySoon()
      else this.#reader.pump()
    }
    this.#context.port.submit(arrival).then(
      ({ zone, outcome, isProven }) => {
        this.#zone = zone
        this.#isRegistered = zone !== undefined
        this.#isProven = isProven ?? this.#isProven
        this.#slot.mark(this.#isRegistered && this.#isProven !== false)
        // A record that may be deleted is not acknowledged: the logger keeps it.
        const isKept = outcome !== 'refused' && outcome !== 'provisional'
        this.#guarded(() => {
          if (passage !== undefined)
            this.#relay?.settle(passage, { isProven: this.#isRegistered && this.#isProven === true, isKept })
          else if (frame !== undefined && isKept) this.#acknowledge(frame)
        })
        done()
      },
      // No answer: the logger will send it again.
      () => {
        if (passage !== undefined) this.#guarded(() => this.#relay?.fail(passage))
        done()
      },
    )
  }

  #acknowledge(request: V5Frame): void {
    const { settings, counters, ackClock } = this.#context
    if (this.#socket.destroyed || !this.#socket.writable || this.#entry === undefined) return
    const atMs = ackClock.read()
    const seqServer = ((this.#entry.sequence ?? 0) + 1) & 0xff
    this.#noteAck(seqServer)
    const minutes = settings.ackOffset && this.#zone !== undefined ? offsetMinutes(atMs, this.#zone) : 0
    this.#socket.write(encodeAck(request, { nowSeconds: Math.floor(atMs / 1000), offsetMinutes: minutes, seqServer }))
    counters.acks += 1
  }

  #armIdle(): void {
    if (this.#armedMs === this.#idleMs) {
      this.#idleTimer.refresh()
      return
    }
    clearTimeout(this.#idleTimer)
    this.#armedMs = this.#idleMs
    this.#idleTimer = setTimeout(() => this.#onIdle(), this.#idleMs)
  }

  #onIdle(): void {
    // It may only seem silent: while nothing can be stored, nothing is read.
    if (this.#underWay > 0 || this.#context.port.isFull()) this.#armIdle()
    else this.#refuse(this.#serial === undefined ? 'no frame in time' : 'silent for too long')
  }

  #onLifeEnd(): void {
    if (!this.#isRegistered) this.#refuse('nobody has registered this serial')
  }

  #refuse(why: string, about: object = {}): void {
    this.#tell('info', why, about)
    this.#socket.destroy()
  }

  #onClose(): void {
    clearTimeout(this.#idleTimer)
    clearTimeout(this.#askTimer)
    clearTimeout(this.#lifeTimer)
    this.#reader.end()
    this.#deviceLine.close()
    this.#guarded(() => this.#relay?.finish())
    this.#stopListening()
    if (this.#serial !== undefined) this.#context.book.leave(this.#serial, this)
  }

  #who = (): object => ({ address: this.#address, ...(this.#serial === undefined ? {} : { logger: this.#serial }) })

  #tell(level: 'debug' | 'info' | 'warn', what: string, about: object = {}): void {
    if (this.#context.mayLog(this.#serial ?? this.#address))
      this.#context.log[level]({ ...this.#who(), ...about }, what)
  }
}
