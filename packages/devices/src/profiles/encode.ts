import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { encodeDataHeader } from '../wire/solarman-v5/messages.ts'
import { writeText } from '../wire/solarman-v5/text.ts'
import type { TimeFields } from '../wire/solarman-v5/time.ts'
import type { Field, Profile } from './profile.ts'
import { registerBytes, writeRegister } from './register.ts'

export type RecordHeader = Readonly<{ time: TimeFields; recordCounter: number; buffered: boolean }>

export type RecordContent = Readonly<{
  deviceSerial: string
  values: Values
  texts?: Readonly<Record<string, string>>
  deviceClock?: Decoded['deviceClock']
}>

/**
 * The 0x42 payload that a device of this profile would send. A value is rounded to the register's step and clamped to
 * its range; one that is not given is sent as 0; computed quantities are ignored, for the decoder works them out.
 */
export function encodePayload(profile: Profile, header: RecordHeader, content: RecordContent): Uint8Array {
  const payload = new Uint8Array(profile.payloadLength)
  payload.set(encodeDataHeader({ ...header, sensorType: profile.sensorType }))
  writeText(payload, profile.serial.at, profile.serial.length, content.deviceSerial, 0x20)
  if (profile.modbusBlock) payload.set([1, 3, profile.modbusBlock.byteCount], profile.modbusBlock.at)
  for (const entry of profile.fields) {
    writeRegister(payload, entry.at, entry.type, toRaw(entry, content.values[entry.quantity] ?? 0))
  }
  for (const { name, at, length, as } of profile.texts) {
    const text = content.texts?.[name] ?? ''
    if (as === 'ascii') writeText(payload, at, length, text, 0x20)
    else writeRegister(payload, at, 'u16le', Number.parseInt(text, 16) || 0)
  }
  if (profile.clock && content.deviceClock) writeClock(payload, profile.clock, content.deviceClock)
  if (profile.mpptCountAt !== undefined) payload[profile.mpptCountAt] = usedInputs(profile, content.values)
  if (profile.phaseCountAt !== undefined) payload[profile.phaseCountAt] = profile.phaseCount
  return payload
}

export const toRaw = (entry: Field, value: number): number => {
  const count =
    (entry.scale >= 1 ? value / entry.scale : value * Math.round(1 / entry.scale)) * (entry.inverted ? -1 : 1)
  return Math.round(count) + (entry.offset ?? 0)
}

function writeClock(
  payload: Uint8Array,
  { at, type }: NonNullable<Profile['clock']>,
  clock: NonNullable<RecordContent['deviceClock']>,
): void {
  const parts = [clock.year - 2000, clock.month, clock.day, clock.hour, clock.minute, clock.second]
  for (const [index, part] of parts.entries()) writeRegister(payload, at + index * registerBytes(type), type, part)
}

/** The highest PV input with a value; all of them when none has. */
function usedInputs(profile: Profile, values: Values): number {
  const given = new Set(Object.keys(values) as QuantityId[])
  const used = profile.fields.filter((entry) => entry.mppt !== undefined && given.has(entry.quantity))
  return Math.max(0, ...used.map((entry) => entry.mppt ?? 0)) || profile.mpptCount
}
