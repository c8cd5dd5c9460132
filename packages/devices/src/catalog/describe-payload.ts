import { recordOf } from '../reads/reads.ts'
import { readRegister, registerBytes } from '../reads/register.ts'
import { findProfileById } from './registry.ts'

/** A part of a payload, from byte `at`. */
export type PayloadPart = Readonly<{
  at: number
  bytes: number
  /** A quantity of the catalog, the name of a text, `serial`, or `head`: type, sensor type and time fields. */
  name: string
  /** The number as it stands there; null: text. */
  raw: number | null
  /** In base units, by the field's own scale; null: text. */
  value: number | null
}>

/** The bytes before the values (protocols.md 2.1). */
const HEAD_BYTES = 15

/**
 * Parts of a payload as a profile reads them, by position; parts beyond its end are left out. Values are the fields'
 * own: ranges, blanks and computed values are the decoder's business. Empty without the profile.
 */
export function describePayload(profileId: string, payload: Uint8Array): readonly PayloadPart[] {
  const profile = findProfileById(profileId)
  const reads = profile && recordOf(profile)
  if (reads === undefined) return []
  const text = (name: string, at: number, bytes: number): PayloadPart => ({ at, bytes, name, raw: null, value: null })
  const parts = [
    text('head', 0, HEAD_BYTES),
    text('serial', reads.serial.at, reads.serial.length),
    ...reads.texts.map(({ name, at, length, as }) => text(name, at, as === 'hex16le' ? 2 : length)),
    ...reads.fields.flatMap(({ at, type, quantity, scale, offset = 0, inverted }): PayloadPart[] => {
      const bytes = registerBytes(type)
      if (at + bytes > payload.length) return []
      const raw = readRegister(payload, at, type)
      return [{ at, bytes, name: quantity, raw, value: (raw - offset) * scale * (inverted ? -1 : 1) }]
    }),
  ]
  return parts.filter(({ at, bytes }) => at + bytes <= payload.length).sort((a, b) => a.at - b.at || a.bytes - b.bytes)
}
