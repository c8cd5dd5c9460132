import type { DeviceType } from './device.ts'
import type { QuantityId } from './quantities.ts'

export type Values = Readonly<Partial<Record<QuantityId, number>>>

/** How certain the instant of a reading is, best first (protocols.md 2.2). All but `frame` are shown as estimated. */
export type TimeSource = 'frame' | 'boot' | 'device-clock' | 'received'

/** Why a value or a reading was changed or rejected. Typed, countable, shown; never an exception. */
export type Complaint = Readonly<{
  code: 'out-of-range' | 'sentinel' | 'zero-total' | 'time-estimated' | 'time-out-of-bounds' | 'short-payload'
  quantity?: QuantityId
  raw?: number
}>

/** The decoded form of one payload, before its device is identified. */
export type Decoded = Readonly<{
  deviceSerial: string
  deviceType: DeviceType
  /** If the sender gives one; else maker and serial name it. */
  deviceName?: string
  profileId: string
  values: Values
  /** Model, firmware, protocol versions...: filtered printable text, keyed by a short stable name. */
  texts: Readonly<Record<string, string>>
  /** The device's own wall clock (local time of the inverter, no zone), if the payload has one. */
  deviceClock?: Readonly<{ year: number; month: number; day: number; hour: number; minute: number; second: number }>
  complaints: readonly Complaint[]
}>
