import type { DeviceType } from '@heliograph/domain/device.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type DaySteps, STEP_MS, toDaySteps } from '@heliograph/domain/module-layout/day-steps.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { dayBounds, isDate, localDate } from '@heliograph/domain/time.ts'
import type { Db } from '../db/database.ts'
import { listDevices, listDevicesOfPlants, type PlantDevice } from '../devices/devices.ts'
import { seriesOfDevices } from '../telemetry/telemetry.ts'
import { listSources, type Source } from './layout-sources.ts'
import { inputsOf, powerOfSource, type SourceKind, sourceKindOf } from './measured-quantities.ts'
import { readLayout, type StoredLayout } from './stored-layout.ts'

/** A device that modules can have, or whose inputs are strings. */
export type LayoutDevice = Readonly<{
  deviceId: number
  serial: string
  name: string
  type: DeviceType
  kind: SourceKind
  /** The inputs that it reports, from 1; empty: only the whole. */
  inputs: readonly number[]
  status: Status
  lastAtMs: number | null
  /** The last one first. */
  replaced: readonly Readonly<{ serial: string; untilMs: number }>[]
}>

/** What was measured behind modules. W, Wh; null: nothing. */
export type LayoutSeries = Source &
  Readonly<{
    powersW: readonly (number | null)[]
    energyWh: number | null
    /** Time without readings while other devices had some. */
    missingMs: number
  }>

export type LayoutShown = StoredLayout &
  Readonly<{
    devices: readonly LayoutDevice[]
    day: string
    /** When each step begins. */
    steps: readonly number[]
    series: readonly LayoutSeries[]
  }>

/**
 * The layout of a plant with what was measured behind its modules: at one instant, or over a day in steps of five minutes.
 * @param day YYYY-MM-DD of the plant; null: now @throws Refusal NOT_FOUND, PARAM_ERROR for a day that is none
 */
export async function readLayoutShown(
  db: Db,
  plantId: number,
  day: string | null,
  nowMs: number,
): Promise<LayoutShown> {
  if (day !== null && !isDate(day)) throw new Refusal('PARAM_ERROR', { field: 'params.x' })
  const [plant, stored, found, views, replaced] = await Promise.all([
    db.kysely.selectFrom('plants').select('zone').where('id', '=', plantId).executeTakeFirst(),
    readLayout(db, plantId),
    listDevicesOfPlants(db, [plantId], { withRemoved: true }),
    listDevices(db, plantId, nowMs),
    readReplaced(db, plantId),
  ])
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const devices = found.get(plantId) ?? []
  const statusOf = new Map(views.map((view) => [view.deviceId, view]))
  const date = day ?? localDate(nowMs, plant.zone)
  const measured = await readPowers(db, plantId, devices, listSources(stored.layout), dayBounds(date, plant.zone))
  return {
    ...stored,
    day: date,
    ...(day === null ? atInstant(measured, nowMs) : overDay(measured)),
    devices: devices.flatMap((device): LayoutDevice[] => {
      const { deviceId, serial, name, type, quantities, removedAtMs } = device
      const kind = sourceKindOf(type, quantities)
      const view = statusOf.get(deviceId)
      if (kind === undefined || view === undefined || removedAtMs !== null) return []
      const { status, lastAtMs } = view
      const before = replaced.filter((one) => one.deviceId === deviceId)
      return [{ deviceId, serial, name, type, kind, inputs: inputsOf(quantities), status, lastAtMs, replaced: before }]
    }),
  }
}

type Points = readonly Readonly<{ atMs: number; value: number }>[]
type Measured = Readonly<{ source: Source; points: Points }>

/** The powers of a day behind each source that the plant has, in one statement. */
async function readPowers(
  db: Db,
  plantId: number,
  devices: readonly PlantDevice[],
  sources: readonly Source[],
  { fromMs, toMs }: Readonly<{ fromMs: number; toMs: number }>,
): Promise<readonly Measured[]> {
  const bySerial = new Map(devices.map((device) => [device.serial, device]))
  const wanted = sources.flatMap((source) => {
    const device = bySerial.get(source.serial)
    const quantity = device && powerOfSource(device.quantities, source.port)
    return device && quantity ? [{ source, deviceId: device.deviceId, quantity }] : []
  })
  const quantities: readonly QuantityId[] = [...new Set(wanted.map(({ quantity }) => quantity))]
  if (quantities.length === 0) return []
  const deviceIds = [...new Set(wanted.map(({ deviceId }) => deviceId))]
  const read = await seriesOfDevices(db, { plantId, deviceIds, quantities, fromMs, toMs, resolution: 'sample' })
  return wanted.map(({ source, deviceId, quantity }) => ({
    source,
    points: read.get(deviceId)?.[quantities.indexOf(quantity)]?.points ?? [],
  }))
}

type Stepped = Pick<LayoutShown, 'steps' | 'series'>

/** From the first to the last reading of all. */
function overDay(measured: readonly Measured[]): Stepped {
  const ends = measured.flatMap(({ points }) => [points[0]?.atMs, points.at(-1)?.atMs].filter((at) => at !== undefined))
  if (ends.length === 0) return { steps: [], series: toSeries(measured, 0, 0) }
  const fromMs = Math.floor(Math.min(...ends) / STEP_MS) * STEP_MS
  const count = Math.floor((Math.max(...ends) - fromMs) / STEP_MS) + 1
  return {
    steps: Array.from({ length: count }, (_, i) => fromMs + i * STEP_MS),
    series: toSeries(measured, fromMs, count),
  }
}

const atInstant = (measured: readonly Measured[], nowMs: number): Stepped => ({
  steps: [nowMs],
  series: toSeries(measured, nowMs, 1),
})

function toSeries(measured: readonly Measured[], fromMs: number, count: number): readonly LayoutSeries[] {
  const stepped = measured.map(({ source, points }) => ({ source, ...toDaySteps(points, fromMs, count) }))
  const mostKnownMs = stepped.reduce((most, { knownMs }) => Math.max(most, knownMs), 0)
  return stepped.map(({ source, powersW, energyWh, knownMs }: Readonly<{ source: Source }> & DaySteps) => ({
    ...{ ...source, powersW, energyWh },
    missingMs: Math.floor((mostKnownMs - knownMs) / MINUTE_MS) * MINUTE_MS,
  }))
}

const MOST_REPLACED = 3_000
async function readReplaced(db: Db, plantId: number) {
  const rows = await db.kysely
    .selectFrom('device_serials')
    .select(['device_id', 'serial', 'until'])
    .where('plant_id', '=', plantId)
    .orderBy('until', 'desc')
    .limit(MOST_REPLACED)
    .execute()
  return rows.map(({ device_id, serial, until }) => ({ deviceId: device_id, serial, untilMs: until.getTime() }))
}
