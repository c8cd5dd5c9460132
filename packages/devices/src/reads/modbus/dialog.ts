import type { Decoded } from '@heliograph/domain/reading.ts'
import type { ReadFunction } from '@heliograph/wires/modbus/rtu.ts'

/** One request: `count` registers from `address`. */
export type RegisterSpan = Readonly<{ function: ReadFunction; address: number; count: number }>

/**
 * A span that is read in one request where the device allows it. Values that belong together lie in one piece: the
 * words of a number, a scale factor with its points.
 */
export type Block = RegisterSpan & Readonly<{ unit: number; cuts: readonly number[] }>

/** The words of one request that was answered; `block` may be a piece of a planned block. */
export type Reply = Readonly<{ block: RegisterSpan; words: readonly number[] }>

/** The outcome of a request: words, the device's refusal (an exception code), or nothing within the time-out. */
export type Answer = Readonly<{ words: readonly number[] }> | Readonly<{ exception: number }> | undefined

/**
 * A conversation whose next request depends on the last answer. It opens no socket: whoever runs it sends each block
 * that it yields and hands the answer to `next`.
 */
export type Dialog<Result> = Generator<Block, Result, Answer>

/** Times of a family, ms: after connecting, until an answer counts as missing, between two requests. */
export type Pace = Readonly<{ connectPauseMs: number; timeoutMs: number; gapMs: number }>
export const usualPace: Pace = { connectPauseMs: 0, timeoutMs: 5_000, gapMs: 100 }

/** Why a candidate is offered; the page says it in words. */
export type Evidence =
  /** The device names a model or type that only this family has. */
  | 'model'
  /** Its serial number has the form that this family uses. */
  | 'serial'
  /** It speaks SunSpec and names itself. */
  | 'sunspec'
  /** Its registers hold values that fit: a voltage, a frequency. Other families may fit as well. */
  | 'values'

/** A device that was found at an endpoint. Plain data: it is stored with the target and opened again at each connect. */
export type Candidate = Readonly<{
  wire: 'modbus' | 'sunspec'
  profileId: string
  unit: number
  maker: string
  model: string
  serial: string
  firmware?: string
  /** Of a family with several forms: which. */
  variant?: number
  /** 0 to 1. */
  confidence: number
  why: Evidence
  /** Where a SunSpec chain starts. */
  base?: number
  /** The map of a family that only its owner knows (`DescribedMap`); missing: the profile names one of ours. */
  map?: unknown
  /** How a meter is used, where the device says it. */
  role?: 'grid' | 'load' | 'generation'
}>

/** The device that answered is another one: a target never takes the values of a stranger. */
export type OtherDevice = Readonly<{ otherSerial: string }>

/** A connected device, ready to be polled. */
export type Reader = Readonly<{
  pace: Pace
  /** Only one connection at a time: the socket is closed while idle, so that an app can read too. */
  isSingle: boolean
  blocks: readonly Block[]
  /**
   * The devices behind the unit and their values, from what was answered of one round. Blocks that are missing leave
   * their values out. Never throws.
   */
  decode: (replies: readonly Reply[]) => readonly Decoded[]
}>
