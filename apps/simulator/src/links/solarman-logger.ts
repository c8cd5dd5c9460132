import { connect, type Socket } from 'node:net'
import { decodeAck } from '@heliograph/wires/solarman-v5/ack.ts'
import { encodeFrame, frameTypes, type V5Frame } from '@heliograph/wires/solarman-v5/frame.ts'
import { decodeLocalRequest, encodeLocalReply } from '@heliograph/wires/solarman-v5/local.ts'
import { encodeHandshake, encodeHeartbeat, encodeLinkInfo } from '@heliograph/wires/solarman-v5/messages.ts'
import { createReassembler, type Reassembler } from '@heliograph/wires/solarman-v5/stream.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'

/**
 * One record in the queue: its payload is encoded when it is sent, because the buffered mark depends on that moment.
 */
export type OutgoingRecord = Readonly<{ encode: (buffered: boolean) => Uint8Array; live: boolean }>

export type LoggerIdentity = Readonly<{
  serial: number
  firmware: string
  mac: string
  localAddress: string
  ssid: string
  signalPercent: number
  sensorType: number
  deviceCount: number
  intervalMinutes: number
}>

export type LoggerOptions = Readonly<{
  host: string
  port: number
  /** The address of this machine to connect from, where it has several. */
  from?: string
  identity: LoggerIdentity
  /** The logger's own counters at an instant; offset is 0 until an acknowledgment sets the time. */
  timeFields: (atMs: number, synchronized: boolean) => TimeFields
  now: () => number
  /** The maximum number of unacknowledged frames. A real logger has 1; filling a year of history may use more. */
  window?: number
  /** Seconds as on a real logger; tests shorten them. */
  timing?: Partial<typeof defaultTiming>
  /** The size of the logger's memory: while the link is down, older records beyond this number are dropped. */
  memory?: number
  /** Whether the nth acknowledgment of a live record never reaches the logger (by default all do). */
  isAckLost?: (nth: number) => boolean
  /** The device's reply to a Modbus request of the server; undefined: it stays silent. */
  answerDevice?: (rtu: Uint8Array) => Uint8Array | undefined
}>

/** protocols.md 2.1 and 2.8. */
const defaultTiming = {
  heartbeatMs: 120_000,
  repeatMs: 11_000,
  repeats: 3,
  reconnectMs: 5_000,
  handshakeEveryMs: 10_740_000,
}

type InFlight = { record: OutgoingRecord; frame: Uint8Array; sentAt: number; attempts: number }

/**
 * A data logger as the server sees it: one long-lived connection, handshake first, live records before buffered ones,
 * one at a time (or a window), a repeat after 11 s without acknowledgment, a reconnect after three, heartbeats.
 */
export class SolarmanLogger {
  readonly stats = { acked: 0, repeated: 0, connects: 0, handshakes: 0 }
  #options: LoggerOptions
  #timing: typeof defaultTiming
  #socket: Socket | undefined
  #stream: Reassembler = createReassembler()
  #pending: OutgoingRecord[] = []
  #history: (() => OutgoingRecord | undefined) | undefined
  #inFlight = new Map<number, InFlight>()
  #handshakeSeq: number | undefined
  #seqLogger = 0
  #lastAckSeq = 0
  #synchronized = false
  #powered = false
  #linkUp = true
  #timers = new Set<NodeJS.Timeout>()
  #watch: NodeJS.Timeout | undefined
  #lastSentAt = 0
  #handshakeAt = 0
  #drained: (() => void)[] = []
  #liveAcks = 0

  constructor(options: LoggerOptions) {
    this.#options = options
    this.#timing = { ...defaultTiming, ...options.timing }
  }

  get connected(): boolean {
    return this.#socket !== undefined && !this.#socket.connecting
  }
  get backlog(): number {
    return this.#pending.length + this.#inFlight.size
  }
  get powered(): boolean {
    return this.#powered
  }

  /** Morning, or power is back. */
  powerOn(): void {
    if (this.#powered) return
    this.#powered = true
    this.#synchronized = false
    this.#seqLogger = 0
    this.#open()
  }

  /** Night, or a power cut: the connection just dies. Records in memory stay. */
  powerOff(): void {
    this.#powered = false
    this.#drop()
  }

  /** The Wi-Fi or the Internet goes down or comes back; the logger keeps measuring and keeps its records. */
  setLink(up: boolean): void {
    if (this.#linkUp === up) return
    this.#linkUp = up
    if (up) this.#open()
    else this.#drop()
  }

  add(record: OutgoingRecord): void {
    this.#pending.push(record)
    const memory = this.#options.memory ?? 5_000
    if (this.#pending.length > memory) this.#pending.splice(0, this.#pending.length - memory)
    this.#pump()
  }

  /** Older records, taken one by one while nothing newer waits; undefined ends it. */
  fill(next: () => OutgoingRecord | undefined): Promise<void> {
    this.#history = next
    const done = new Promise<void>((resolve) => this.#drained.push(resolve))
    this.#pump()
    return done
  }

  stop(): void {
    this.#powered = false
    this.#drop()
    for (const timer of this.#timers) clearTimeout(timer)
    for (const resolve of this.#drained.splice(0)) resolve()
  }

  #open(): void {
    if (!this.#powered || !this.#linkUp || this.#socket) return
    this.stats.connects++
    const { host, port, from } = this.#options
    const socket = connect({ host, port, noDelay: true, ...(from !== undefined && { localAddress: from }) })
    this.#socket = socket
    this.#stream = createReassembler()
    socket.on('connect', () => {
      this.#sendHandshake()
      this.#watch = setInterval(() => this.#tick(), Math.min(1_000, this.#timing.repeatMs / 4))
    })
    socket.on('data', (chunk) => this.#receive(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.#drop()
      this.#later(this.#timing.reconnectMs, () => this.#open())
    })
  }

  #drop(): void {
    clearInterval(this.#watch)
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
    // Unacknowledged records return to the front, oldest first: the server may or may not have them.
    const unsent = [...this.#inFlight.values()].map((f) => f.record)
    this.#inFlight.clear()
    this.#handshakeSeq = undefined
    this.#pending.unshift(...unsent.map((r) => ({ ...r, live: false })))
  }

  #later(ms: number, run: () => void): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      run()
    }, ms)
    this.#timers.add(timer)
  }

  #write(type: number, payload: Uint8Array): { seq: number; frame: Uint8Array } {
    this.#seqLogger = (this.#seqLogger + 1) & 0xff
    const frame = encodeFrame({
      type,
      seqServer: type === frameTypes.handshake ? 0 : this.#lastAckSeq,
      seqLogger: this.#seqLogger,
      loggerSerial: this.#options.identity.serial,
      payload,
    })
    this.#socket?.write(frame)
    this.#lastSentAt = this.#options.now()
    return { seq: this.#seqLogger, frame }
  }

  #sendHandshake(): void {
    const id = this.#options.identity
    this.stats.handshakes++
    this.#handshakeAt = this.#options.now()
    this.#handshakeSeq = this.#write(
      frameTypes.handshake,
      encodeHandshake({
        kind: 2,
        time: this.#options.timeFields(this.#options.now(), false),
        uploadIntervalMin: id.intervalMinutes,
        loggingPeriodS: 60,
        heartbeatS: Math.round(this.#timing.heartbeatMs / 1000),
        maxDevices: id.deviceCount,
        signalPercent: id.signalPercent,
        firmware: id.firmware,
        mac: id.mac,
        ip: id.localAddress,
        counter: this.stats.handshakes & 0xffff,
        sensorCount: 1,
        sensorType: id.sensorType,
      }),
    ).seq
  }

  #receive(chunk: Buffer): void {
    for (const event of this.#stream.push(chunk)) {
      if (event.kind !== 'frame') continue
      this.#answerDevice(event.frame)
      const ack = decodeAck(event.frame)
      if (!ack || this.#losesAck(event.frame.seqLogger)) continue
      this.#lastAckSeq = event.frame.seqServer
      if (event.frame.seqLogger === this.#handshakeSeq) {
        const first = !this.#synchronized
        this.#handshakeSeq = undefined
        this.#synchronized = true
        if (first) this.#sendLinkInfo()
      } else if (this.#inFlight.delete(event.frame.seqLogger)) this.stats.acked++
    }
    this.#pump()
  }

  /** Hands a request to the device and its reply back. */
  #answerDevice(request: V5Frame): void {
    const local = decodeLocalRequest(request)
    const rtu = local && this.#options.answerDevice?.(local.rtu)
    if (!rtu) return
    this.#seqLogger = (this.#seqLogger + 1) & 0xff
    const time = this.#options.timeFields(this.#options.now(), this.#synchronized)
    const { serial } = this.#options.identity
    this.#socket?.write(encodeLocalReply({ request, seqLogger: this.#seqLogger, loggerSerial: serial, time, rtu }))
  }

  /** Live records only: a logger that fills in its past would wait for each. */
  #losesAck(seq: number): boolean {
    const sent = this.#inFlight.get(seq)
    return sent?.record.live === true && this.#options.isAckLost?.(this.#liveAcks++) === true
  }

  #sendLinkInfo(): void {
    const id = this.#options.identity
    const time = this.#options.timeFields(this.#options.now(), true)
    this.#write(
      frameTypes.linkInfo,
      encodeLinkInfo({ kind: 0x81, time, state: 0, ssid: id.ssid, signalPercent: id.signalPercent }),
    )
  }

  /** Sends what may be sent: the newest live record first, then the buffered ones from newest to oldest. */
  #pump(): void {
    const window = this.#options.window ?? 1
    while (this.connected && this.#handshakeSeq === undefined && this.#inFlight.size < window) {
      const record = this.#pending.pop() ?? this.#history?.()
      if (!record) {
        this.#history = undefined
        if (this.#inFlight.size === 0) for (const resolve of this.#drained.splice(0)) resolve()
        return
      }
      const { seq, frame } = this.#write(frameTypes.data, record.encode(!record.live))
      this.#inFlight.set(seq, { record, frame, sentAt: this.#options.now(), attempts: 1 })
    }
  }

  #tick(): void {
    const now = this.#options.now()
    for (const [seq, sent] of this.#inFlight) {
      if (now - sent.sentAt < this.#timing.repeatMs) continue
      if (sent.attempts >= this.#timing.repeats) {
        this.#drop()
        this.#later(this.#timing.reconnectMs, () => this.#open())
        return
      }
      // The same record again with a new sequence number.
      this.#inFlight.delete(seq)
      this.stats.repeated++
      const again = this.#write(frameTypes.data, sent.record.encode(!sent.record.live))
      this.#inFlight.set(again.seq, { ...sent, frame: again.frame, sentAt: now, attempts: sent.attempts + 1 })
    }
    if (now - this.#lastSentAt >= this.#timing.heartbeatMs) this.#write(frameTypes.heartbeat, encodeHeartbeat())
    if (now - this.#handshakeAt >= this.#timing.handshakeEveryMs && this.#inFlight.size === 0) this.#sendHandshake()
  }
}
