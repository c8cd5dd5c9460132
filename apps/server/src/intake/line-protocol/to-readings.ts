import { getQuantity, isQuantityId, type QuantityId } from '@heliograph/domain/quantities.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import type { FaultyLine, LineFault, LinePoint } from '@heliograph/wires/line-protocol/parse.ts'
import type { PostedDevice, RefusedReason } from '../ingest/ingest.ts'
import { findSeries, type SeenSeries, type Series } from './series.ts'

/** Why a line, or a part of it, was not stored. */
export type LineReason = LineFault | RefusedReason | 'notAssigned' | 'device'
export type LineProblem = Readonly<{ line: number; reason: LineReason; field?: string }>

/** A device with its readings, and the lines that each one came from. */
export type LineDevice = Readonly<{ device: PostedDevice; lines: readonly (readonly number[])[] }>

export type FromLines = Readonly<{
  devices: readonly LineDevice[]
  problems: readonly LineProblem[]
  unassigned: readonly SeenSeries[]
}>

type Draft = { values: Record<string, { value: number; unit: string }>; lines: Set<number> }
type Place = Readonly<{ serial: string; name?: string; quantity: QuantityId; unit: string; factor: 1 | -1 }>

/** As the readings call takes them. */
const serials = /^[\x21-\x7e]{1,64}$/
const serialTags = ['serial', 'device'] as const

/**
 * The readings of lines, by device and instant: lines of one instant are one reading. Text and truth values are no
 * readings. A field that is named like a quantity needs no assignment.
 */
export function toReadings(
  items: Iterable<LinePoint | FaultyLine>,
  index: ReadonlyMap<string, readonly Series[]>,
): FromLines {
  const problems: LineProblem[] = []
  const unassigned = new Map<string, SeenSeries>()
  const devices = new Map<string, { name?: string; drafts: Map<number | undefined, Draft> }>()
  for (const item of items) {
    if ('fault' in item) {
      problems.push({ line: item.line, reason: item.fault })
      continue
    }
    for (const { name: field, value } of item.fields) {
      if (typeof value !== 'number') continue
      const place = findPlace(index, item, field)
      if (place === 'ignored') continue
      if (place === 'notAssigned') {
        const { measurement, tags } = item
        unassigned.set(JSON.stringify([measurement, tags, field]), { measurement, tags, field, value })
      }
      if (typeof place === 'string') {
        problems.push({ line: item.line, reason: place, field })
        continue
      }
      const device = devices.get(place.serial) ?? { ...(place.name && { name: place.name }), drafts: new Map() }
      devices.set(place.serial, device)
      const draft: Draft = device.drafts.get(item.atMs) ?? { values: {}, lines: new Set() }
      device.drafts.set(item.atMs, draft)
      draft.values[place.quantity] = { value: value * place.factor, unit: place.unit }
      draft.lines.add(item.line)
    }
  }
  return { devices: [...devices].map(toDevice), problems, unassigned: [...unassigned.values()] }
}

function toDevice([serial, { name, drafts }]: readonly [
  string,
  { name?: string; drafts: Map<number | undefined, Draft> },
]): LineDevice {
  const all = [...drafts]
  return {
    device: {
      serial,
      ...(name && { name }),
      readings: all.map(([atMs, { values }]) => ({
        ...(atMs === undefined ? {} : { at: new Date(atMs).toISOString() }),
        values,
      })),
    },
    lines: all.map(([, { lines }]) => [...lines]),
  }
}

function findPlace(
  index: ReadonlyMap<string, readonly Series[]>,
  point: LinePoint,
  field: string,
): Place | 'ignored' | 'notAssigned' | 'device' {
  const found = findSeries(index, point, field)
  if (found?.state === 'ignored') return 'ignored'
  if (found?.use) {
    const { serial, quantity, unit, isTurned } = found.use
    return { serial, quantity, unit, factor: isTurned ? -1 : 1 }
  }
  if (!isQuantityId(field) || getQuantity(field).isEstimate) return 'notAssigned'
  const tags = new Map(point.tags)
  const serial = serialTags.map((tag) => tags.get(tag)).find((value) => value !== undefined) ?? point.measurement
  if (!serials.test(serial)) return 'device'
  const name = cleanLine(tags.get('name') ?? '').slice(0, 100)
  return { serial, ...(name && { name }), quantity: field, unit: getQuantity(field).unit, factor: 1 }
}
