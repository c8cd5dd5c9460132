import { getQuantity, plausibleValue, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Complaint, Decoded } from '@heliograph/domain/reading.ts'
import { readText } from '@heliograph/wires/solarman-v5/text.ts'
import type { Computed, ReadModel } from '../reads.ts'
import { readRegister, registerBlank, registerBytes } from '../register.ts'
import type { ClockField, Field, RecordLayout, TextField } from './record-layout.ts'
import { requireRecord } from './require-record.ts'

type Draft = { values: Partial<Record<QuantityId, number>>; complaints: Complaint[]; missing: Set<QuantityId> }

/**
 * The values of a payload of this profile, in base units. A value is left out, with a complaint, when the register is
 * blank (`sentinel`), the value impossible (`out-of-range`), or a never-resetting total reads 0 (`zero-total`): devices
 * that start up at night show 0 before they have read their memory, and a new device loses nothing by waiting for the
 * first step. `short-payload` once when the payload ends before the profile does.
 * @throws RangeError for a model that sends no records; a payload never throws
 */
export function decodeRecord(profile: ReadModel, payload: Uint8Array): Decoded {
  const draft: Draft = { values: {}, complaints: [], missing: new Set() }
  const reads = requireRecord(profile)
  const mpptCount = reads.mpptCountAt === undefined ? undefined : payload[reads.mpptCountAt]
  const blocked = !hasBlock(reads, payload)
  let short = blocked || payload.length < Math.min(reads.payloadLength, ...(reads.lengths ?? []))
  const scaled = chooseScales(reads, payload)
  for (const entry of blocked ? [] : reads.fields) {
    if (mpptCount && entry.mppt !== undefined && entry.mppt > mpptCount) draft.missing.add(entry.quantity)
    else if (entry.at + registerBytes(entry.type) > payload.length) short = true
    else take(draft, scaled(entry), readRegister(payload, entry.at, entry.type))
  }
  for (const group of profile.silentTogether ?? []) dropSilent(draft, group)
  for (const rule of profile.computed) compute(draft, rule)
  if (short) draft.complaints.push({ code: 'short-payload', raw: payload.length })
  const deviceClock = reads.clock && readClock(payload, reads.clock)
  return {
    deviceSerial: readText(payload, reads.serial.at, reads.serial.length),
    deviceType: profile.deviceType,
    profileId: profile.id,
    values: draft.values,
    texts: readTexts(payload, reads.texts),
    ...(deviceClock ? { deviceClock } : {}),
    complaints: draft.complaints,
  }
}

/** 0.1 and 0.01 have no exact double, so a fraction divides: 2358 / 10 is the nearest number to 235.8. */
export const toValue = (entry: Field, raw: number): number => {
  const count = (raw - (entry.offset ?? 0)) * (entry.inverted ? -1 : 1)
  // Adding 0 turns a negative zero into zero.
  return (entry.scale >= 1 ? count * entry.scale : count / Math.round(1 / entry.scale)) + 0
}

/** The field with the scale of this payload; NaN as a scale where it is ambiguous. */
function chooseScales({ fields, otherScales }: RecordLayout, payload: Uint8Array): (entry: Field) => Field {
  const decisive = fields.find(({ quantity }) => quantity === otherScales?.decidedBy)
  if (!otherScales || !decisive || decisive.at + registerBytes(decisive.type) > payload.length) return (entry) => entry
  const { scales } = otherScales
  const raw = readRegister(payload, decisive.at, decisive.type)
  const rescale = (entry: Field, scale = scales[entry.quantity]): Field => (scale ? { ...entry, scale } : entry)
  if (possibleValue(decisive, toValue(decisive, raw)) !== undefined) return (entry) => entry
  if (possibleValue(decisive, toValue(rescale(decisive), raw)) !== undefined) return (entry) => rescale(entry)
  return (entry) => (entry !== decisive && scales[entry.quantity] ? { ...entry, scale: Number.NaN } : entry)
}

/** The value that a field gives; undefined when it is impossible. */
function possibleValue({ quantity, within }: Field, value: number): number | undefined {
  const known = getQuantity(quantity)
  if (within === undefined) return plausibleValue(known, value)
  return value === 0 ? 0 : plausibleValue({ unit: known.unit, min: within[0], max: within[1] }, value)
}

function take(draft: Draft, entry: Field, raw: number): void {
  const { quantity } = entry
  const { kind, daily, min } = getQuantity(quantity)
  // A zero of a quantity that cannot be zero means unknown to the device.
  if (raw === 0 && min > 0) return
  if (kind !== 'state' && raw === registerBlank(entry.type)) {
    draft.complaints.push({ code: 'sentinel', quantity, raw })
    return
  }
  if (kind === 'counter' && !daily && raw === 0) {
    draft.complaints.push({ code: 'zero-total', quantity, raw })
    return
  }
  // Zero is zero by any scale.
  const value = raw === 0 && Number.isNaN(entry.scale) ? 0 : toValue(entry, raw)
  const possible = possibleValue(entry, value)
  if (possible === undefined)
    draft.complaints.push({ code: 'out-of-range', quantity, raw: Number.isNaN(value) ? raw : value })
  else draft.values[quantity] = possible
}

function dropSilent({ values, missing }: Draft, group: readonly QuantityId[]): void {
  if (!group.every((quantity) => values[quantity] === 0)) return
  for (const quantity of group) {
    delete values[quantity]
    missing.add(quantity)
  }
}

/** A term that the device lacks is left out of a sum; a rejected one invalidates the result. */
function compute({ values, missing, complaints }: Draft, rule: Computed): void {
  const terms = [...(rule.product ?? []), ...(rule.sum ?? []), ...(rule.less ?? [])].filter((id) => !missing.has(id))
  if (terms.length === 0 || (rule.product && terms.length < 2)) {
    missing.add(rule.quantity)
    return
  }
  if (terms.some((id) => values[id] === undefined)) return
  const total = (ids: readonly QuantityId[] = []) => ids.reduce((sum, id) => sum + (values[id] ?? 0), 0)
  const exact = rule.product
    ? rule.product.reduce((result, id) => result * (values[id] ?? 0), 1)
    : total(rule.sum) - total(rule.less)
  const value = Math.round(exact * 1000) / 1000 + 0
  const possible = plausibleValue(getQuantity(rule.quantity), value)
  if (possible === undefined) complaints.push({ code: 'out-of-range', quantity: rule.quantity, raw: value })
  else values[rule.quantity] = possible
}

/** Whether the Modbus reply is where the layout expects it; true for a layout without one. */
function hasBlock({ modbusBlock }: RecordLayout, payload: Uint8Array): boolean {
  if (!modbusBlock) return true
  const fn = payload[modbusBlock.at + 1]
  return fn === 3 || fn === 4
}

function readTexts(payload: Uint8Array, fields: readonly TextField[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const { name, at, length, as } of fields) {
    if (at + length > payload.length) continue
    const text =
      as === 'ascii'
        ? readText(payload, at, length)
        : readRegister(payload, at, 'u16le').toString(16).toUpperCase().padStart(4, '0')
    if (text !== '') texts[name] = text
  }
  return texts
}

function readClock(payload: Uint8Array, { at, type }: ClockField): Decoded['deviceClock'] {
  const step = registerBytes(type)
  if (at + 6 * step > payload.length) return undefined
  const read = (index: number) => readRegister(payload, at + index * step, type)
  const [year, month, day, hour, minute, second] = [2000 + read(0), read(1), read(2), read(3), read(4), read(5)]
  const sound =
    year <= 2099 && month >= 1 && month <= 12 && day >= 1 && day <= 31 && hour < 24 && minute < 60 && second < 60
  return sound ? { year, month, day, hour, minute, second } : undefined
}
