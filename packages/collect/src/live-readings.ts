import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Complaint, Decoded, Values } from '@heliograph/domain/reading.ts'

/** The newest values of a device, as they were read; for the page. */
export type LiveReading = Readonly<{
  serial: string
  type: DeviceType
  model: string
  atMs: number
  values: Values
  complaints: readonly Complaint[]
}>

export const toLive = (
  { deviceSerial, deviceType, texts, values, complaints }: Decoded,
  atMs: number,
): LiveReading => ({
  serial: deviceSerial,
  type: deviceType,
  model: texts.model ?? '',
  atMs,
  values,
  complaints,
})
