import { Refusal } from '@heliograph/domain/errors.ts'
import { groupBy } from '@heliograph/domain/group-by.ts'
import { parseLines } from '@heliograph/wires/line-protocol/parse.ts'
import type { Db } from '../../platform/db/database.ts'
import { createSenderBudgets, type ReadingResult, type ReadingsDesk } from '../ingest/ingest.ts'
import { indexSeries, listSeries, noteSeries } from './series.ts'
import { type LineDevice, type LineProblem, toReadings } from './to-readings.ts'

export { decideSeries, listSeries } from './series.ts'
export type { LineProblem } from './to-readings.ts'

export type LinesGiven = Readonly<{
  plantId: number
  userId: number | null
  /** The token under which calls are counted. */
  sender: string
  address: string
  text: string
  /** Of the timestamps (wires/line-protocol). */
  precision: string
}>

export type LinesResult = Readonly<{
  /** Readings that are stored now, or were before. */
  stored: number
  /** Lines that are not stored, or not wholly, in the order of the text. */
  problems: readonly LineProblem[]
}>

export type LineDesk = Readonly<{
  /** Resolves after the commit. @throws Refusal TOO_MANY_REQUESTS, UNAVAILABLE, PAYLOAD_TOO_LARGE, ABNORMAL */
  write: (options: LinesGiven) => Promise<LinesResult>
}>

/** The name of these senders in the plant's list of loggers. */
export const SOURCE = 'Line protocol'
/** Home Assistant sends once a second where much changes. */
const CALLS_PER_MINUTE = 300
const MOST_DEVICES = 100
const MOST_READINGS = 10_000
/** Of one step of the way in. */
const READINGS_AT_ONCE = 1_000
/**
 * Lines of one device and instant that come in several calls are several readings: the later ones are stored this many
 * milliseconds later at most.
 */
const LATEST_MS = 8

/** Takes lines for the readings of a plant. */
export function createLineDesk(
  options: Readonly<{ db: Db; readings: Pick<ReadingsDesk, 'store'>; now: () => number }>,
): LineDesk {
  const { db, readings, now } = options
  const spend = createSenderBudgets<string>(CALLS_PER_MINUTE, now)
  return {
    write: async ({ sender, text, precision, ...call }) => {
      spend(sender)
      const index = indexSeries(await listSeries(db, call.plantId))
      const { devices, problems, unassigned } = toReadings(parseLines(text, precision), index)
      const count = devices.reduce((sum, { lines }) => sum + lines.length, 0)
      if (devices.length > MOST_DEVICES || count > MOST_READINGS) throw new Refusal('PAYLOAD_TOO_LARGE')
      if (unassigned.length > 0) await noteSeries(db, call.plantId, unassigned, now())
      const found: LineProblem[] = [...problems]
      let stored = 0
      for (const part of toParts(devices)) {
        const refused = await storePart(readings, call, part)
        stored += part.reduce((sum, { lines }) => sum + lines.length, 0) - refused.length
        for (const { device, reading, reason } of refused)
          for (const line of part[device]?.lines[reading] ?? []) found.push({ line, reason })
      }
      return { stored, problems: found.sort((a, b) => a.line - b.line) }
    },
  }
}

type Refused = Extract<ReadingResult, { state: 'refused' }>

/** Stores readings, and those whose instant has other values a moment later. @throws Refusal UNAVAILABLE for lost ones */
async function storePart(
  readings: Pick<ReadingsDesk, 'store'>,
  call: Omit<LinesGiven, 'sender' | 'text' | 'precision'>,
  part: readonly LineDevice[],
): Promise<readonly Refused[]> {
  const refused: Refused[] = []
  let open = part.flatMap(({ device }, index) => device.readings.map((_, reading) => ({ device: index, reading })))
  for (let laterMs = 0; open.length > 0; laterMs += 1) {
    const byDevice = groupBy(open, ({ device }) => device)
    const places = [...byDevice.values()]
    const results = await readings.store({
      ...call,
      source: SOURCE,
      devices: [...byDevice].map(([index, items]) => {
        const { device } = part[index] as LineDevice
        const chosen = items.flatMap(({ reading }) => device.readings[reading] ?? [])
        return { ...device, readings: chosen.map((reading) => delay(reading, laterMs)) }
      }),
    })
    open = []
    for (const result of results) {
      if (result.state !== 'refused') continue
      // The sender repeats the whole call then; what is stored is recognized.
      if (result.reason === 'notStored') throw new Refusal('UNAVAILABLE')
      const place = places[result.device]?.[result.reading]
      if (place === undefined) continue
      if (result.reason === 'differentContent' && laterMs < LATEST_MS) open.push(place)
      else refused.push({ ...result, ...place })
    }
  }
  return refused
}

const delay = <R extends Readonly<{ at?: string | number | undefined }>>(reading: R, ms: number): R =>
  ms === 0 || typeof reading.at !== 'string'
    ? reading
    : { ...reading, at: new Date(Date.parse(reading.at) + ms).toISOString() }

/** Parts of a thousand readings, which the way in takes at once. */
function toParts(devices: readonly LineDevice[]): readonly (readonly LineDevice[])[] {
  const parts: LineDevice[][] = []
  let room = 0
  for (const { device, lines } of devices)
    for (let from = 0; from < lines.length; ) {
      if (room === 0) {
        parts.push([])
        room = READINGS_AT_ONCE
      }
      const to = Math.min(lines.length, from + room)
      parts
        .at(-1)
        ?.push({ device: { ...device, readings: device.readings.slice(from, to) }, lines: lines.slice(from, to) })
      room -= to - from
      from = to
    }
  return parts
}
