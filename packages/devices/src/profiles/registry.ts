import type { Decoded } from '@heliograph/domain/reading.ts'
import { type DataHeader, decodeDataHeader } from '../wire/solarman-v5/messages.ts'
import { aforeDd01 } from './afore/dd01.ts'
import { decodePayload } from './decode.ts'
import { deyeHybrid } from './deye/hybrid.ts'
import { deyeMicro } from './deye/micro.ts'
import { encodePayload, type RecordContent, type RecordHeader } from './encode.ts'
import type { Profile } from './profile.ts'
import { sofarHydEs } from './sofar/hyd-es.ts'
import { sofarKtlX } from './sofar/ktl-x.ts'
import { sofarKtlxG3 } from './sofar/ktlx-g3.ts'
import { sofarMe3000Sp } from './sofar/me3000sp.ts'
import { solisLan, solisWifi } from './solis/string.ts'

/** A device model is one file and one line here. */
export const profiles: readonly Profile[] = [
  solisWifi,
  solisLan,
  sofarKtlX,
  sofarMe3000Sp,
  sofarHydEs,
  sofarKtlxG3,
  deyeMicro,
  deyeHybrid,
  aforeDd01,
]

const bySensorType = new Map(profiles.map((profile) => [profile.sensorType, profile]))
const byId = new Map(profiles.map((profile) => [profile.id, profile]))

export const findProfile = (sensorType: number): Profile | undefined => bySensorType.get(sensorType)
export const findProfileById = (id: string): Profile | undefined => byId.get(id)

/** A record that no profile reads. It is kept as it came; `deviceSerial` is what stands where most devices put theirs. */
export type Undecoded = Readonly<{
  undecoded: 'short-payload' | 'unknown-sensor-type' | 'unknown-length' | 'no-serial'
  sensorType: number | undefined
  deviceSerial?: string
}>

/** Reads a 0x42 payload by the profile of its sensor type. Never throws. @param header of this payload, where it is decoded already */
export function decodeData(
  payload: Uint8Array,
  header: DataHeader | undefined = decodeDataHeader(payload),
): Decoded | Undecoded {
  if (!header) return { undecoded: 'short-payload', sensorType: undefined }
  const { sensorType } = header
  const profile = findProfile(sensorType)
  if (!profile) return { undecoded: 'unknown-sensor-type', sensorType, ...guessSerial(payload) }
  if (profile.lengths && !profile.lengths.includes(payload.length)) return { undecoded: 'unknown-length', sensorType }
  if (payload.length < profile.serial.at + profile.serial.length) return { undecoded: 'short-payload', sensorType }
  const decoded = decodePayload(profile, payload)
  return decoded.deviceSerial === '' ? { undecoded: 'no-serial', sensorType } : decoded
}

/** The 0x42 payload of a device: what the simulator sends. */
export const encodeData = (profile: Profile, header: RecordHeader, content: RecordContent): Uint8Array =>
  encodePayload(profile, header, content)

function guessSerial(payload: Uint8Array): { deviceSerial?: string } {
  const found = /^[A-Za-z0-9-]{8,16}/.exec(String.fromCharCode(...payload.subarray(21, 37)))
  return found ? { deviceSerial: found[0] } : {}
}
