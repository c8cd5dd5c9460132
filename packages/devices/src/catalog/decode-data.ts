import type { Decoded } from '@heliograph/domain/reading.ts'
import { type DataHeader, decodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import { recordOf } from '../reads/reads.ts'
import { decodeRecord } from '../reads/v5-record/decode-record.ts'
import type { Profile } from './profile.ts'
import { profiles } from './registry.ts'

const bySensorType = new Map(profiles.map((profile) => [recordOf(profile)?.sensorType, profile]))

/** The profile with the layout for a sensor type. */
export const profileOfSensorType = (sensorType: number): Profile | undefined => bySensorType.get(sensorType)

/** A record that no profile reads. It is kept raw; `deviceSerial` is read from the usual position. */
export type Undecoded = Readonly<{
  undecoded: 'short-payload' | 'unknown-sensor-type' | 'unknown-length' | 'no-serial'
  sensorType: number | undefined
  deviceSerial?: string
}>

/**
 * Reads a 0x42 payload by the profile of its sensor type. Never throws. @param header of this payload, if it is decoded
 * already
 */
export function decodeData(
  payload: Uint8Array,
  header: DataHeader | undefined = decodeDataHeader(payload),
): Decoded | Undecoded {
  if (!header) return { undecoded: 'short-payload', sensorType: undefined }
  const { sensorType } = header
  const profile = profileOfSensorType(sensorType)
  if (!profile) return { undecoded: 'unknown-sensor-type', sensorType, ...guessSerial(payload) }
  const reads = recordOf(profile)
  if (!reads) return { undecoded: 'unknown-sensor-type', sensorType }
  if (reads.lengths && !reads.lengths.includes(payload.length)) return { undecoded: 'unknown-length', sensorType }
  if (payload.length < reads.serial.at + reads.serial.length) return { undecoded: 'short-payload', sensorType }
  const decoded = decodeRecord(profile, payload)
  return decoded.deviceSerial === '' ? { undecoded: 'no-serial', sensorType } : decoded
}

function guessSerial(payload: Uint8Array): { deviceSerial?: string } {
  const found = /^[A-Za-z0-9-]{8,16}/.exec(String.fromCharCode(...payload.subarray(21, 37)))
  return found ? { deviceSerial: found[0] } : {}
}
