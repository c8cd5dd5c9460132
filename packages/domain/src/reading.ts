import type { DeviceType } from './device.ts'
import type { QuantityId } from './quantities.ts'

export type Values = Readonly<Partial<Record<QuantityId, number>>>

/** How sure the instant of a reading is, best first (protocols.md 2.2). Anything but `frame` is shown as estimated. */
export type TimeSource = 'frame' | 'boot' | 'device-clock' | 'received'

/** Why a value or a reading was not taken as it came. Typed, countable, shown; never an exception. */
export type Complaint = Readonly<{
  code: 'out-of-range' | 'sentinel' | 'zero-total' | 'time-estimated' | 'time-out-of-bounds' | 'short-payload'
  quantity?: QuantityId
  raw?: number
}>

/** The decoded form of one payload, before its device is identified. */
export type Decoded = Readonly<{
  deviceSerial: string
  deviceType: DeviceType
  /** Where the sender gives it one; else it is called by maker and serial. */
  deviceName?: string
  profileId: string
  values: Values
  /** Model, firmware, protocol versions...: filtered printable text, keyed by a short stable name. */
  texts: Readonly<Record<string, string>>
  /** The device's own wall clock (local time of the inverter, no zone), if the payload has one. */
  deviceClock?: Readonly<{ year: number; month: number; day: number; hour: number; minute: number; second: number }>
  complaints: readonly Complaint[]
}>
