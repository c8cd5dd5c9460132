import type { DeviceType } from '@heliograph/domain/device.ts'
import type { Complaint, Decoded, Values } from '@heliograph/domain/reading.ts'

/** The newest values of a device, as they were read; for the page. */
export type LiveReading = Readonly<{
  serial: string
  type: DeviceType
  model: string
  /** Its states have the words of this profile. */
  profileId?: string
  atMs: number
  values: Values
  complaints: readonly Complaint[]
}>

export const toLive = (
  { deviceSerial, deviceType, profileId, texts, values, complaints }: Decoded,
  atMs: number,
): LiveReading => ({
  serial: deviceSerial,
  type: deviceType,
  model: texts.model ?? '',
  profileId,
  atMs,
  values,
  complaints,
})
