import type { DeviceType } from '@heliograph/domain/device.ts'
import type { ErrorCode } from '@heliograph/domain/errors.ts'

/** In the catalog's unit, or in the given one. */
export type PostedValue = number | Readonly<{ value: number; unit: string }>

export type PostedReading = Readonly<{
  /** ISO 8601 with an offset, epoch seconds or epoch milliseconds; absent: the time of arrival. */
  at?: string | number | undefined
  values: Readonly<Record<string, PostedValue>>
}>

export type PostedDevice = Readonly<{
  serial: string
  name?: string | undefined
  type?: DeviceType | undefined
  maker?: string | undefined
  model?: string | undefined
  /** The serial of the device that it is a part of: a module's battery, a battery's inverter. */
  parentSerial?: string | undefined
  readings: readonly PostedReading[]
}>

export type RefusedReason =
  | 'noValues'
  | 'unknownQuantity'
  | 'unknownUnit'
  | 'outOfRange'
  | 'instantFormat'
  | 'instantTooOld'
  | 'instantInFuture'
  | 'differentContent'
  | 'deviceOfOtherLogger'
  | 'tooManyDevices'
  | 'notStored'

/** A value that a device cannot have measured: the rest of its reading is stored. */
export type LeftOutValue = Readonly<{ field: string; reason: 'outOfRange' }>

/** Why a reading was refused, and which part of the request was wrong. */
export type ReadingRefusal = Readonly<{ code: ErrorCode; reason: RefusedReason; field: string }>
