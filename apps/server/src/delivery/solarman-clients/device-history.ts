import { DAY_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { type Flow, flowCounters, flows } from '@heliograph/domain/energy-flow.ts'
import type { LanguageCode } from '@heliograph/domain/languages.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { dayBounds, localDate, monthBounds, yearBounds } from '@heliograph/domain/time.ts'
import { getDevice } from '../../fleet/devices/devices.ts'
import { deviceSeries, type Resolution, type SampleRow, samplesOf } from '../../fleet/telemetry/telemetry.ts'
import type { Answer, ClientContext, FoundDevice } from './call.ts'
import { ClientRefusal } from './codes.ts'
import { type Point, toPoints } from './device-points.ts'
import { pointName } from './point-names.ts'
import { readDays, readInstants, readInteger, readMonths, readYears } from './read-body.ts'
import { toKwh } from './scales.ts'

/** As often as the field's cloud keeps one. */
const FRAME_MS = 5 * MINUTE_MS
const MOST_FRAMES_MS = 31 * DAY_MS

type Frame = Readonly<{ collectTime: string; dataList: readonly Point[] }>

/** timeType 1: frames of days, 2: days, 3: months, 4: years, 5: frames between two instants. */
export async function deviceHistory(context: ClientContext, device: FoundDevice): Promise<Answer> {
  const { body } = context
  const { deviceId, serial, zone } = device
  // A logger measures nothing.
  if (deviceId === null) throw new ClientRefusal('deviceMissing')
  const timeType = readInteger(body, 'timeType')
  const { type } = await getDevice(context.db, deviceId)
  const fields = { deviceSn: serial, deviceId, deviceType: type, timeType }
  const sums = (resolution: Resolution, range: Range, length: number) =>
    readSums(context, device, { resolution, length, ...range })
  switch (timeType) {
    case 1:
    case 5: {
      const { fromMs, toMs } =
        timeType === 1 ? spanOfDays(readDays(body), zone) : readInstants(body, ['startTime', 'endTime'], MOST_FRAMES_MS)
      const items = readFrames(context, device, { fromMs, toMs: timeType === 1 ? toMs : toMs + 1 })
      return { long: { fields, name: 'paramDataList', items } }
    }
    case 2:
      return { ...fields, paramDataList: await sums('day', spanOfDays(readDays(body), zone), 10) }
    case 3: {
      const { from, to } = readMonths(body)
      const range = { fromMs: monthBounds(from, zone).fromMs, toMs: monthBounds(to, zone).toMs }
      return { ...fields, paramDataList: await sums('month', range, 7) }
    }
    case 4: {
      const { from, to } = readYears(body)
      const range = { fromMs: yearBounds(from, zone).fromMs, toMs: yearBounds(to, zone).toMs }
      return { ...fields, paramDataList: await sums('year', range, 4) }
    }
    default:
      throw new ClientRefusal('invalidParameter')
  }
}

type Range = Readonly<{ fromMs: number; toMs: number }>
const spanOfDays = ({ from, to }: Readonly<{ from: string; to: string }>, zone: string): Range => ({
  fromMs: dayBounds(from, zone).fromMs,
  toMs: dayBounds(to, zone).toMs,
})

/** The last sample of each five minutes, read in pages and written one by one. */
async function* readFrames(
  { db, language }: ClientContext,
  { plantId, deviceId }: FoundDevice,
  range: Range,
): AsyncGenerator<Frame> {
  const { type } = await getDevice(db, deviceId ?? 0)
  const toFrame = ({ atMs, values }: SampleRow): Frame => ({
    collectTime: String(Math.floor(atMs / 1000)),
    dataList: Object.entries(values).flatMap(([id, value]) => pointsOf(id as QuantityId, value, type, language)),
  })
  let last: SampleRow | undefined
  for await (const page of samplesOf(db, { plantId, deviceId: deviceId ?? 0, ...range }))
    for (const row of page) {
      if (last !== undefined && slotOf(row) !== slotOf(last)) yield toFrame(last)
      last = row
    }
  if (last !== undefined) yield toFrame(last)
}

const slotOf = ({ atMs }: SampleRow): number => Math.floor(atMs / FRAME_MS)

const pointsOf = (
  id: QuantityId,
  value: number,
  type: Awaited<ReturnType<typeof getDevice>>['type'],
  language: LanguageCode,
): readonly Point[] => toPoints(id, value, { type, name: pointName(language, id) })

/** The words of sums on the wire. */
const sumKeys: Readonly<Record<Flow, string>> = {
  generation: 'generation',
  export: 'grid',
  import: 'purchase',
  load: 'consumption',
  charge: 'charge',
  discharge: 'discharge',
  generator: 'generator',
}

/** Gains of a device's lifetime counters in each period; a counter that it does not have is absent. */
async function readSums(
  { db, language }: ClientContext,
  { plantId, deviceId, zone }: FoundDevice,
  { fromMs, toMs, resolution, length }: Range & Readonly<{ resolution: Resolution; length: number }>,
): Promise<readonly Frame[]> {
  const quantities = flows.map((flow) => flowCounters[flow].total)
  const series = await deviceSeries(db, { plantId, deviceId: deviceId ?? 0, quantities, fromMs, toMs, resolution })
  const periods = new Map<string, Point[]>()
  for (const [at, flow] of flows.entries())
    for (const { atMs, value } of series[at]?.points ?? []) {
      const period = localDate(atMs, zone).slice(0, length)
      const points = periods.get(period) ?? []
      periods.set(period, points)
      const name = pointName(language, flowCounters[flow].total)
      points.push({ key: sumKeys[flow], value: String(toKwh(value)), unit: 'kWh', name })
    }
  return [...periods].sort(([a], [b]) => (a < b ? -1 : 1)).map(([collectTime, dataList]) => ({ collectTime, dataList }))
}
