import type { DeviceType } from '@heliograph/domain/device.ts'
import { MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { type DaySteps, STEP_MS, toDaySteps } from '@heliograph/domain/module-layout/day-steps.ts'
import { type ModuleLayout, sourceKey } from '@heliograph/domain/module-layout/layout.ts'
import { stringKey } from '@heliograph/domain/module-layout/module-values.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Status } from '@heliograph/domain/status.ts'
import { dayBounds, isDate, localDate } from '@heliograph/domain/time.ts'
import { listDevicesOfPlants, type PlantDevice } from '../../fleet/devices/devices.ts'
import { readStatuses } from '../../fleet/now/now.ts'
import { latest, seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { inputsOf, powerOfSource, type SourceKind, sourceKindOf } from './measured-quantities.ts'
import { readPowersNow } from './powers-now.ts'
import { readLayout, type StoredLayout } from './stored-layout.ts'

/** Something that is measured behind modules: a device or its input, or an input of an inverter with a string. */
type Source = Readonly<{ serial: string; port: number | null; isString: boolean }>

/** Each source that a layout names, once. */
function listSources({ modules }: ModuleLayout): readonly Source[] {
  const sources = new Map<string, Source>()
  for (const { serial, port, string } of modules) {
    if (serial !== null) sources.set(sourceKey({ serial, port }), { serial, port, isString: false })
    else if (string !== null)
      sources.set(stringKey(string), { serial: string.serial, port: string.input, isString: true })
  }
  return [...sources.values()]
}

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

/** Measurements behind modules. W, Wh; null: none. */
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
  if (day !== null && !isDate(day)) throw new Refusal('PARAM_ERROR', { field: 'x' })
  const [plant, stored, found, statuses, replaced] = await Promise.all([
    db.kysely.selectFrom('plants').select('zone').where('id', '=', plantId).executeTakeFirst(),
    readLayout(db, plantId),
    listDevicesOfPlants(db, [plantId], { withRemoved: true }),
    readStatuses(db, plantId),
    readReplaced(db, plantId),
  ])
  if (plant === undefined) throw new Refusal('NOT_FOUND')
  const devices = found.get(plantId) ?? []
  const date = day ?? localDate(nowMs, plant.zone)
  const measured = { plantId, devices, wanted: measuredSources(devices, stored.layout), nowMs }
  const bounds = dayBounds(date, plant.zone)
  const [stepped, lastAtMs] = await (day === null
    ? atInstant(db, { ...measured, ...bounds })
    : Promise.all([overDay(db, { ...measured, ...bounds }), readLastAt(db, devices)]))
  return {
    ...stored,
    day: date,
    ...stepped,
    devices: devices.flatMap((device): LayoutDevice[] => {
      const { deviceId, serial, name, type, quantities, removedAtMs } = device
      const kind = sourceKindOf(type, quantities)
      if (kind === undefined || removedAtMs !== null) return []
      return [
        {
          deviceId,
          serial,
          name,
          type,
          kind,
          inputs: inputsOf(quantities),
          status: statuses.get(deviceId) ?? 'waiting',
          lastAtMs: lastAtMs.get(deviceId) ?? null,
          replaced: replaced.get(deviceId) ?? [],
        },
      ]
    }),
  }
}

type Wanted = Readonly<{ source: Source; deviceId: number; quantity: QuantityId }>
type Given = Readonly<{
  plantId: number
  devices: readonly PlantDevice[]
  wanted: readonly Wanted[]
  fromMs: number
  toMs: number
  nowMs: number
}>
type Stepped = Pick<LayoutShown, 'steps' | 'series'>

/** The sources of a layout that the plant has, with what is measured there. */
function measuredSources(devices: readonly PlantDevice[], layout: ModuleLayout): readonly Wanted[] {
  const bySerial = new Map(devices.map((device) => [device.serial, device]))
  return listSources(layout).flatMap((source) => {
    const device = bySerial.get(source.serial)
    const quantity = device && powerOfSource(device.quantities, source.port)
    return device && quantity ? [{ source, deviceId: device.deviceId, quantity }] : []
  })
}

async function atInstant(db: Db, options: Given): Promise<readonly [Stepped, ReadonlyMap<number, number>]> {
  const { plantId, devices, wanted, fromMs, toMs, nowMs } = options
  const asked = new Map(
    devices.map(({ deviceId, removedAtMs }) => [deviceId, { isHere: removedAtMs === null, of: new Set<QuantityId>() }]),
  )
  for (const { deviceId, quantity } of wanted) asked.get(deviceId)?.of.add(quantity)
  const quantities = new Map([...asked].flatMap(([id, { isHere, of }]) => (isHere || of.size > 0 ? [[id, of]] : [])))
  const powers = await readPowersNow(db, { plantId, devices: quantities, fromMs, toMs, nowMs })
  const sums = wanted.map(({ source, deviceId, quantity }) => {
    const { powerW, energyWh, knownMs } = powers.of(deviceId, quantity)
    return { source, powersW: [powerW], energyWh, knownMs }
  })
  return [{ steps: [nowMs], series: toSeries(sums) }, powers.lastAtMs]
}

/** In steps from the first to the last reading of all. */
async function overDay(db: Db, { plantId, wanted, fromMs, toMs }: Given): Promise<Stepped> {
  const quantities = [...new Set(wanted.map(({ quantity }) => quantity))]
  if (quantities.length === 0) return { steps: [], series: [] }
  const deviceIds = [...new Set(wanted.map(({ deviceId }) => deviceId))]
  const read = await seriesOfDevices(db, { plantId, deviceIds, quantities, fromMs, toMs, resolution: 'sample' })
  const measured = wanted.map(({ source, deviceId, quantity }) => ({
    source,
    points: read.get(deviceId)?.[quantities.indexOf(quantity)]?.points ?? [],
  }))
  const ends = measured.flatMap(({ points }) => [points[0]?.atMs, points.at(-1)?.atMs].filter((at) => at !== undefined))
  const firstMs = ends.length === 0 ? 0 : Math.floor(Math.min(...ends) / STEP_MS) * STEP_MS
  const count = ends.length === 0 ? 0 : Math.floor((Math.max(...ends) - firstMs) / STEP_MS) + 1
  return {
    steps: Array.from({ length: count }, (_, i) => firstMs + i * STEP_MS),
    series: toSeries(measured.map(({ source, points }) => ({ source, ...toDaySteps(points, firstMs, count) }))),
  }
}

function toSeries(stepped: readonly (Readonly<{ source: Source }> & DaySteps)[]): readonly LayoutSeries[] {
  const mostKnownMs = stepped.reduce((most, { knownMs }) => Math.max(most, knownMs), 0)
  return stepped.map(({ source, powersW, energyWh, knownMs }) => ({
    ...source,
    powersW,
    energyWh,
    missingMs: Math.floor((mostKnownMs - knownMs) / MINUTE_MS) * MINUTE_MS,
  }))
}

async function readLastAt(db: Db, devices: readonly PlantDevice[]): Promise<ReadonlyMap<number, number>> {
  const found = await latest(
    db,
    devices.map(({ deviceId }) => deviceId),
  )
  return new Map([...found].map(([deviceId, { atMs }]) => [deviceId, atMs]))
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
  const byDevice = new Map<number, { serial: string; untilMs: number }[]>()
  for (const { device_id, serial, until } of rows) {
    const one = { serial, untilMs: until.getTime() }
    byDevice.set(device_id, [...(byDevice.get(device_id) ?? []), one])
  }
  return byDevice
}
