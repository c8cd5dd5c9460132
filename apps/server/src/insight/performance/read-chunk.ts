import { HOUR_MS } from '@heliograph/domain/duration.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import type { Place } from '@heliograph/solar/array.ts'
import { getLightSlots, type LightSlot } from '@heliograph/solar/weather-light.ts'
import type { PowerSources, Source } from '../../fleet/now/now.ts'
import { seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { readPlantHours } from '../weather/weather.ts'
import type { MeteredFeedIn, Sky } from './make-course.ts'
import type { Points } from './slot-means.ts'
import type { PowerSource, SensorQuantity } from './sources.ts'

/** Everything that some days of a plant are judged by. */
export type Chunk = Readonly<{
  powerOf: (deviceId: number) => Points
  limitOf: (deviceId: number) => Points
  /** Energy by counter per local day, by the day's start, Wh. */
  countedOf: (deviceId: number) => ReadonlyMap<number, number>
  sky: Sky
  /** Undefined: nothing measures it. */
  feedIn?: MeteredFeedIn | undefined
}>

export type GridSources = Pick<PowerSources, 'grid' | 'battery'>

type Span = Readonly<{ plantId: number; fromMs: number; toMs: number }>

/** Reads powers, counters and sensors in one statement per set of equal devices. */
export async function readChunk(
  db: Db,
  span: Span,
  powers: readonly PowerSource[],
  sensors: ReadonlyMap<SensorQuantity, number>,
  place: Place,
  gridSources: GridSources,
): Promise<Chunk> {
  const power = new Map<number, Points>()
  const limits = new Map<number, Points>()
  const counted = new Map<number, ReadonlyMap<number, number>>()
  for (const group of groupEqual(powers)) {
    const [{ quantities, counters, tellsLimit }] = group
    const deviceIds = group.map(({ deviceId }) => deviceId)
    const wanted: readonly QuantityId[] = tellsLimit ? [...quantities, 'powerLimitPercent'] : quantities
    const samples = await seriesOfDevices(db, { ...span, deviceIds, quantities: wanted, resolution: 'sample' })
    const days = await seriesOfDevices(db, { ...span, deviceIds, quantities: counters, resolution: 'day' })
    for (const deviceId of deviceIds) {
      const own = samples.get(deviceId) ?? []
      power.set(deviceId, addUp(own.slice(0, quantities.length).map(({ points }) => points)))
      limits.set(deviceId, tellsLimit ? (own.at(-1)?.points ?? []) : [])
      // A total that moved is better than today's counter, which may have been reset.
      const found = (days.get(deviceId) ?? []).map(({ points }) => points).find((points) => points.length > 0) ?? []
      counted.set(deviceId, new Map(found.map(({ atMs, value }) => [atMs, value])))
    }
  }
  return {
    powerOf: (deviceId) => power.get(deviceId) ?? [],
    limitOf: (deviceId) => limits.get(deviceId) ?? [],
    countedOf: (deviceId) => counted.get(deviceId) ?? new Map(),
    sky: await readSky(db, span, sensors, place),
    feedIn: await readFeedIn(db, span, gridSources),
  }
}

/** Grid and batteries in one statement; none for a plant without a meter. */
async function readFeedIn(db: Db, span: Span, { grid, battery }: GridSources): Promise<MeteredFeedIn | undefined> {
  if (grid.length === 0) return undefined
  const sources = [...grid, ...battery]
  const deviceIds = [...new Set(sources.map(({ deviceId }) => deviceId))]
  const quantities = [...new Set(sources.map(({ quantity }) => quantity))]
  const read = await seriesOfDevices(db, { ...span, deviceIds, quantities, resolution: 'sample' })
  return sumFeedIn({ grid, battery }, (id, quantity) => read.get(id)?.[quantities.indexOf(quantity)]?.points ?? [])
}

/** @param pointsOf readings of a device, in which purchase and discharge are positive */
export function sumFeedIn(
  { grid, battery }: GridSources,
  pointsOf: (deviceId: number, quantity: QuantityId) => Points,
): MeteredFeedIn {
  const turned = ({ deviceId, quantity, factor = 1 }: Source): Points =>
    pointsOf(deviceId, quantity).map(({ atMs, value }) => ({ atMs, value: -factor * value }))
  return {
    points: addUp(grid.map(turned)),
    ...(battery.length === 0 ? {} : { charge: addUp(battery.map(turned)) }),
  }
}

async function readSky(db: Db, span: Span, sensors: ReadonlyMap<SensorQuantity, number>, place: Place): Promise<Sky> {
  const read = async (quantity: SensorQuantity): Promise<Points> => {
    const deviceId = sensors.get(quantity)
    if (deviceId === undefined) return []
    const asked = { ...span, deviceIds: [deviceId], quantities: [quantity], resolution: 'sample' } as const
    return (await seriesOfDevices(db, asked)).get(deviceId)?.[0]?.points ?? []
  }
  const [inPlane, horizontal] = [await read('irradianceWm2'), await read('horizontalIrradianceWm2')]
  const moduleC = await read('moduleTemperatureC')
  const [airC, windMs] = [await read('ambientTemperatureC'), await read('windSpeedMs')]
  // A sensor that covers the day is better than any service (`makeCourse` chooses); its air too.
  const slots = await readLight(db, span, place)
  const pointsOf = (pick: (slot: LightSlot) => number | null | undefined): Points =>
    slots.flatMap((slot) => {
      const value = pick(slot)
      return value === null || value === undefined ? [] : [{ atMs: slot.atMs, value }]
    })
  return {
    inPlane,
    horizontal,
    moduleC,
    airC: airC.length > 0 ? airC : pointsOf((slot) => slot.airC),
    windMs: windMs.length > 0 ? windMs : pointsOf((slot) => slot.windMs),
    weather: {
      ghi: pointsOf(({ ghiWm2 }) => ghiWm2),
      dni: pointsOf(({ dniWm2 }) => dniWm2),
      dhi: pointsOf(({ dhiWm2 }) => dhiWm2),
    },
  }
}

/** The light of a weather service; a guess from clouds judges no day. */
async function readLight(db: Db, { plantId, fromMs, toMs }: Span, place: Place): Promise<readonly LightSlot[]> {
  const hours = await readPlantHours(db, plantId, fromMs - HOUR_MS, toMs, true)
  return hours.flatMap((hour) => getLightSlots(hour, place)).filter(({ isGuessed }) => !isGuessed)
}

/** Powers of one device, such as its strings, as their sum; an instant counts if each has a value. */
function addUp(series: readonly Points[]): Points {
  const [first = [], ...others] = series
  if (others.length === 0) return first
  const maps = others.map((points) => new Map(points.map(({ atMs, value }) => [atMs, value])))
  return first.flatMap(({ atMs, value }) => {
    const sum = maps.reduce((all, map) => all + (map.get(atMs) ?? Number.NaN), value)
    return Number.isNaN(sum) ? [] : [{ atMs, value: sum }]
  })
}

type Group = readonly [PowerSource, ...PowerSource[]]

function groupEqual(powers: readonly PowerSource[]): readonly Group[] {
  const groups = new Map<string, [PowerSource, ...PowerSource[]]>()
  for (const power of powers) {
    const key = [...power.quantities, ...power.counters, power.tellsLimit].join()
    const group = groups.get(key)
    if (group) group.push(power)
    else groups.set(key, [power])
  }
  return [...groups.values()]
}
