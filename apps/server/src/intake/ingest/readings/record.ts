import { createHash } from 'node:crypto'
import type { DeviceType } from '@heliograph/domain/device.ts'
import { isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import type { Decoded, Values } from '@heliograph/domain/reading.ts'
import type { DataRecord, Instant, Raw } from '../arrival.ts'

export const WIRE_ID = 'readings'
/** For devices without a profile: they measure what they send. */
export const PROFILE_ID = 'readings'
/** Version of the layout below; a new layout gets a new number. */
export const RECORD_KIND = 'json-1'

/** One reading with its device, in base units: kept raw when it cannot be stored. */
export type PostedRecord = Readonly<{
  serial: string
  name?: string | undefined
  type: DeviceType
  model?: string | undefined
  parentSerial?: string | undefined
  values: Values
  instant: Instant
}>

export function toRecord(posted: PostedRecord): DataRecord {
  const bytes = Buffer.from(JSON.stringify(posted))
  return {
    raw: { wire: WIRE_ID, kind: RECORD_KIND, bytes },
    digest: createHash('sha256').update(bytes).digest().subarray(0, 16),
    content: toDecoded(posted),
    instant: posted.instant,
  }
}

/** Reads what `toRecord` wrote. */
export function decodeRaw(raw: Raw): DataRecord {
  try {
    return toRecord(JSON.parse(Buffer.from(raw.bytes).toString('utf8')) as PostedRecord)
  } catch {
    const digest = createHash('sha256').update(raw.bytes).digest().subarray(0, 16)
    return { raw, digest, content: { undecoded: 'unknown-kind' }, instant: 'later' }
  }
}

const toDecoded = ({ serial, name, type, model, parentSerial, values }: PostedRecord): Decoded => ({
  deviceSerial: serial,
  deviceType: type,
  ...(name === undefined ? {} : { deviceName: name }),
  profileId: PROFILE_ID,
  values: withCellEnds(values),
  texts: { ...(model === undefined ? {} : { model }), ...(parentSerial === undefined ? {} : { partOf: parentSerial }) },
  complaints: [],
})

const cellEnds = [
  [/^cell\d+VoltageV$/, 'batteryCellMaxVoltageV', 'batteryCellMinVoltageV'],
  [/^cell\d+TemperatureC$/, 'batteryCellMaxTemperatureC', 'batteryCellMinTemperatureC'],
] as const

/** The ends of a module's cells, which a reader of single cells need not send: their spread has a history then. */
function withCellEnds(values: Values): Values {
  const added: Partial<Record<QuantityId, number>> = {}
  for (const [pattern, highest, lowest] of cellEnds) {
    const cells = Object.entries(values).flatMap(([id, value]) => (pattern.test(id) ? [value] : []))
    if (cells.length < 2) continue
    added[highest] = Math.max(...cells)
    added[lowest] = Math.min(...cells)
  }
  return { ...added, ...values }
}

/** The type of a device that reports none, from what it measures. */
export function guessType(values: Readonly<Record<string, unknown>>): DeviceType {
  const ids = Object.keys(values).filter((id): id is QuantityId => isQuantityId(id))
  const measures = (pattern: RegExp): boolean => ids.some((id) => pattern.test(id))
  if (measures(/^(pv|ac\d?[A-Z]|generation)/)) return 'INVERTER'
  if (measures(/^grid/)) return 'METER'
  if (measures(/^(battery|cell\d)/)) return 'BATTERY'
  if (measures(/^generator/)) return 'GENERATOR'
  return measures(/^(irradiance|ambient|module|wind)/) ? 'WEATHER_STATION' : 'OTHER_TYPE'
}
