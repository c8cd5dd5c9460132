import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import { encodeDataHeader } from '@heliograph/wires/solarman-v5/messages.ts'
import { writeText } from '@heliograph/wires/solarman-v5/text.ts'
import type { TimeFields } from '@heliograph/wires/solarman-v5/time.ts'
import type { ReadModel } from '../reads.ts'
import { registerBytes, writeRegister } from '../register.ts'
import type { ClockField, Field } from './record-layout.ts'
import { requireRecord } from './require-record.ts'

export type RecordHeader = Readonly<{ time: TimeFields; recordCounter: number; buffered: boolean }>

export type RecordContent = Readonly<{
  deviceSerial: string
  values: Values
  texts?: Readonly<Record<string, string>>
  deviceClock?: Decoded['deviceClock']
}>

/**
 * The 0x42 payload that a device of this profile would send. A value is rounded to the register's step and clamped to
 * its range; a missing value is sent as 0; derived quantities are ignored, because the decoder derives them.
 * @throws RangeError for a model that sends no records
 */
export function encodeRecord(model: ReadModel, header: RecordHeader, content: RecordContent): Uint8Array {
  const { phaseCount, mpptCount } = model
  const reads = requireRecord(model)
  const payload = new Uint8Array(reads.payloadLength)
  payload.set(encodeDataHeader({ ...header, sensorType: reads.sensorType }))
  writeText(payload, reads.serial.at, reads.serial.length, content.deviceSerial, 0x20)
  if (reads.modbusBlock) payload.set([1, 3, reads.modbusBlock.byteCount], reads.modbusBlock.at)
  for (const entry of reads.fields) {
    writeRegister(payload, entry.at, entry.type, toRaw(entry, content.values[entry.quantity] ?? 0))
  }
  for (const { name, at, length, as } of reads.texts) {
    const text = content.texts?.[name] ?? ''
    if (as === 'ascii') writeText(payload, at, length, text, 0x20)
    else writeRegister(payload, at, 'u16le', Number.parseInt(text, 16) || 0)
  }
  if (reads.clock && content.deviceClock) writeClock(payload, reads.clock, content.deviceClock)
  if (reads.mpptCountAt !== undefined)
    payload[reads.mpptCountAt] = usedInputs(reads.fields, content.values) || mpptCount
  if (reads.phaseCountAt !== undefined) payload[reads.phaseCountAt] = phaseCount
  return payload
}

/** The raw count that a field shows for a value in base units: scaled, inverted, offset and rounded. */
export const toRaw = (entry: Field, value: number): number => {
  const count =
    (entry.scale >= 1 ? value / entry.scale : value * Math.round(1 / entry.scale)) * (entry.inverted ? -1 : 1)
  return Math.round(count) + (entry.offset ?? 0)
}

function writeClock(
  payload: Uint8Array,
  { at, type }: ClockField,
  clock: NonNullable<RecordContent['deviceClock']>,
): void {
  const parts = [clock.year - 2000, clock.month, clock.day, clock.hour, clock.minute, clock.second]
  for (const [index, part] of parts.entries()) writeRegister(payload, at + index * registerBytes(type), type, part)
}

/** The highest PV input with a value; 0 when none has. */
function usedInputs(fields: readonly Field[], values: Values): number {
  const options = new Set(Object.keys(values) as QuantityId[])
  const used = fields.filter((entry) => entry.mppt !== undefined && options.has(entry.quantity))
  return Math.max(0, ...used.map((entry) => entry.mppt ?? 0))
}
