import type { Socket } from 'node:net'
import type { Block } from '@heliograph/devices/reads/modbus/dialog.ts'
import type { FoundNumber, NumberUse } from '@heliograph/devices/reads/mqtt/mqtt.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded } from '@heliograph/domain/reading.ts'
import type { Clock } from './clock.ts'

/** Subject of an exchange: the page says it in the reader's language. */
export type About =
  | Readonly<{ kind: 'registers'; unit: number; fn: number; address: number; count: number }>
  /** A topic at a broker, a path that was requested, a message of Home Assistant, by its own name. */
  | Readonly<{ kind: 'topic' | 'path' | 'message'; name: string }>
  | Readonly<{ kind: 'telegram' | 'brokenTelegram' }>

/** One exchange with a device, for the page that shows what was sent and what came back. */
export type Exchange = Readonly<{
  atMs: number
  about: About
  sent: Uint8Array
  received: Uint8Array
  outcome: 'answered' | 'refused' | 'silent' | 'ended'
  /** The code of a refusal. */
  code?: number
}>

/** A Modbus RTU reply of the device behind a logger, or the logger's own error code. */
export type LoggerReply = Readonly<{ rtu: Uint8Array }> | Readonly<{ loggerError: number }>

/** The only things that a way may use of the world. */
export type Io = Readonly<{
  clock: Clock
  /** Connects to the address of the target, which was checked and pinned; a way never chooses another. */
  connect: (options: Readonly<{ timeoutMs: number }>) => Promise<Socket>
  note: (exchange: Exchange) => void
  /**
   * Sends a Modbus RTU request over the connection that the target's logger keeps to this server. Missing: the target is
   * no logger. @throws Error 'busy' while another request is under way, 'timeout', 'offline', 'not allowed'
   */
  askLogger?: (rtu: Uint8Array) => Promise<LoggerReply>
  /**
   * Facts that a way learned of the endpoint, for as long as it is polled: how long a request it takes, what it leaves out.
   * Missing: nothing is remembered.
   */
  memory?: Map<string, unknown>
}>

/** A part of a device that it does not answer: left out, and tried again later. `code`: of its refusal; missing: silence. */
export type LeftOut = Readonly<{ about: About; retryAtMs: number; code?: number }>

/** The reasons for a candidate; the page says them in words. */
export type Evidence = 'model' | 'serial' | 'sunspec' | 'values' | 'broker' | 'telegram' | 'numbers'

/** A device that was found at an endpoint. Plain data: it is kept with the target and opened again at each connection. */
export type Candidate = Readonly<{
  /** Distinguishes the devices behind one endpoint, and stays the same when the endpoint is probed again. */
  key: string
  maker: string
  model: string
  serial: string
  firmware?: string
  /** 0 to 1. */
  confidence: number
  why: Evidence
  /** How a meter is used, where the device states it. */
  role?: 'grid' | 'load' | 'generation'
  /** The serial number of the logger stick behind which it is; missing: none, or not known. */
  logger?: string
  /** Data from which the way opens the device again; only the way understands it. */
  opens: unknown
}>

/** A number whose name the owner of its source chose. */
export type NamedNumber = FoundNumber & Readonly<{ device: string }>

/** Meaning that its owner gave to such a number. */
export type AssignedNumber = Readonly<{ device: string; name: string; use: NumberUse }>

/** An endpoint, and the devices behind it that a plant has. */
export type Target = Readonly<{
  settings: unknown
  devices: readonly Candidate[]
  assigned?: readonly AssignedNumber[] | undefined
}>

/** Values of one device and the bytes from which they came: kept raw when they cannot be stored. */
export type Heard = Readonly<{
  deviceKey: string
  decoded: Decoded
  raw: Uint8Array
  /** By the clock of the reader; missing: now. */
  atMs?: number
}>

export type Tell = Readonly<{
  heard: (heard: Heard) => void
  /** The device that answers is another one: nothing of it is taken. */
  otherDevice: (deviceKey: string, serial: string) => void
  /** The endpoint answers, the device behind it does not: an inverter at night. */
  asleep: (deviceKey: string) => void
  /** All parts of the device that are left out now. */
  leftOut: (deviceKey: string, parts: readonly LeftOut[]) => void
}>

/** Counters of one source by hours, in Wh: for the import of history. */
export type CounterHistory = Readonly<{
  key: string
  quantities: readonly QuantityId[]
  /** Instants at which an hour ends, with the values in the order of the quantities; null: none at that hour. */
  rows: readonly (readonly [atMs: number, ...values: (number | null)[]])[]
}>

/** A block of registers as it was answered: words, the code of a refusal, or neither within the time-out. */
export type SpanReply = Readonly<{ block: Block; words?: readonly number[]; code?: number }>

/** An open connection to a target. */
export type Opened = Readonly<{
  /** Reads every device once. Missing: the target sends by itself. @throws Error when the connection is no longer usable */
  poll?: () => Promise<void>
  /** Other programs can reach the device only while this is closed: it stays open no longer than a poll takes. */
  isSingle: boolean
  /** Numbers of its devices that their owner named, as heard so far. Missing: the way has none. */
  numbers?: () => readonly NamedNumber[]
  /** Resolves when the connection has ended, with the reason. */
  ended: Promise<string>
  close: () => void
}>

/**
 * A way to read devices: a folder of this package and a row in ways.ts. It decodes nothing itself: the readers are in
 * packages/devices, the bytes in packages/wires.
 */
export type Way = Readonly<{
  id: string
  /** Its targets are loggers that send to this server, reached over their own connections: their host is the serial number. */
  isOverLogger?: true
  /** Ports where such devices usually answer; the first is the default. */
  ports: readonly number[]
  /** The settings of a target, checked. @throws RangeError naming the field */
  readSettings: (value: unknown) => unknown
  /** Which settings are secrets: they are sealed and never shown again. */
  secrets: readonly string[]
  /** Settings that only say which devices to look for: devices that were found without them share the endpoint. */
  searchSettings?: readonly string[]
  /** The devices at an address, the likeliest first; empty when nothing known answers. */
  probe: (settings: unknown, io: Io) => Promise<readonly Candidate[]>
  open: (target: Target, io: Io, tell: Tell) => Promise<Opened>
  /** The hours that the source has kept, up to an instant. Missing: it keeps none. */
  /** Registers, once, for a person who looks at them. Missing: the way has none. */
  readSpans?: (settings: unknown, blocks: readonly Block[], io: Io) => Promise<readonly SpanReply[]>
  history?: (target: Target, io: Io, untilMs: number) => Promise<readonly CounterHistory[]>
}>
