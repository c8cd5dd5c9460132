import {
  addPowers,
  emptyPowerSum,
  energyOfSum,
  isBeforeEnd,
  type PowerPoint,
  type PowerSum,
  powerOfStep,
  toDaySteps,
} from '@heliograph/domain/module-layout/day-steps.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type NewerSamples, newerSamples, readHidden, seriesOfDevices } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'

/** Known part of a device's day up to its newest sample: earlier samples are not read again unless they changed. */
type KnownDay = Readonly<{ stored: number; newestAtMs: number; sums: ReadonlyMap<QuantityId, PowerSum> }>
type KnownPlant = { readonly fromMs: number; devices: ReadonlyMap<number, KnownDay> }

/** Plants that were looked at last: 1,500 modules take half a megabyte. */
const MOST_PLANTS = 50
const known = new WeakMap<Db, Map<number, KnownPlant>>()

export type PowerNow = Readonly<{ powerW: number | null; energyWh: number | null; knownMs: number }>
export type PowersNow = Readonly<{
  /** When each device said something last. */
  lastAtMs: ReadonlyMap<number, number>
  of: (deviceId: number, quantity: QuantityId) => PowerNow
}>

type Asked = Readonly<{
  plantId: number
  /** Every device of interest; without quantities only when it said something last. */
  devices: ReadonlyMap<number, ReadonlySet<QuantityId>>
  fromMs: number
  toMs: number
  nowMs: number
}>

/**
 * The powers of devices now and what they came to since midnight. The day's samples are read once per node and plant;
 * from then on only new ones, and those of a device again to which some came late.
 */
export async function readPowersNow(db: Db, asked: Asked): Promise<PowersNow> {
  const { plantId, devices, fromMs, toMs, nowMs } = asked
  const quantities = [...new Set([...devices.values()].flatMap((own) => [...own]))]
  const plant = recall(db, plantId, fromMs)
  // Another request may replace it meanwhile.
  const before = plant.devices
  const since = new Map([...devices.keys()].map((id) => [id, before.get(id)?.newestAtMs ?? null]))
  const [newer, hidden] = await Promise.all([
    newerSamples(db, plantId, since, quantities),
    readHidden(db, plantId, [...devices.keys()], fromMs, toMs),
  ])
  const after = new Map<number, KnownDay>()
  for (const [id, news] of newer) {
    const day = before.get(id)
    const wanted = devices.get(id)
    if (!day || !wanted || hidden.has(id) || !goesOn(day, news, wanted)) continue
    const next = advance(day, news, asked)
    if (![...next.sums.values()].some((sum) => isAhead(sum, nowMs))) after.set(id, next)
  }
  const again = [...newer.keys()].filter((id) => !after.has(id) && (devices.get(id)?.size ?? 0) > 0)
  const read = await seriesOfDevices(db, {
    plantId,
    deviceIds: again,
    quantities,
    fromMs,
    toMs,
    resolution: 'sample',
  })
  const pointsOf = (id: number, quantity: QuantityId): readonly PowerPoint[] =>
    read.get(id)?.[quantities.indexOf(quantity)]?.points ?? []
  for (const id of again) {
    const { newestAtMs, stored } = newer.get(id) ?? {}
    if (newestAtMs == null || stored === undefined) continue
    // Samples that came between the two statements are read the next time.
    const sums = [...(devices.get(id) ?? [])].map((quantity): [QuantityId, PowerSum] => [
      quantity,
      addPowers(
        emptyPowerSum,
        pointsOf(id, quantity).filter(({ atMs }) => atMs <= newestAtMs),
      ),
    ])
    after.set(id, { stored, newestAtMs, sums: new Map(sums) })
  }
  plant.devices = new Map([...after].filter(([id]) => !hidden.has(id)))
  return {
    lastAtMs: new Map([...newer].flatMap(([id, { newestAtMs }]) => (newestAtMs === null ? [] : [[id, newestAtMs]]))),
    of: (id, quantity) => {
      const sum = after.get(id)?.sums.get(quantity) ?? emptyPowerSum
      const [steppedW = null] = isAhead(sum, nowMs) ? toDaySteps(pointsOf(id, quantity), nowMs, 1).powersW : []
      return {
        powerW: isAhead(sum, nowMs) ? steppedW : powerOfStep(sum.last, nowMs),
        energyWh: energyOfSum(sum),
        knownMs: sum.knownMs,
      }
    },
  }
}

/** A device whose clock is ahead has readings of the future: the power now is one before them. */
const isAhead = ({ last }: PowerSum, nowMs: number): boolean => last !== null && !isBeforeEnd(last, nowMs)

const goesOn = (day: KnownDay, { stored, count }: NewerSamples, wanted: ReadonlySet<QuantityId>): boolean =>
  stored > 0 && stored === day.stored + count && [...wanted].every((quantity) => day.sums.has(quantity))

function advance(
  day: KnownDay,
  { newestAtMs, stored, count, series }: NewerSamples,
  { fromMs, toMs }: Pick<Asked, 'fromMs' | 'toMs'>,
): KnownDay {
  if (count === 0) return day
  const news = new Map(
    series.map(({ quantity, points }) => [quantity, points.filter(({ atMs }) => atMs >= fromMs && atMs < toMs)]),
  )
  const sums = [...day.sums].map(([quantity, sum]) => [quantity, addPowers(sum, news.get(quantity) ?? [])] as const)
  return { stored, newestAtMs: newestAtMs ?? day.newestAtMs, sums: new Map(sums) }
}

/** Known part of a plant's day; beyond the limit the least recently used plant is dropped. */
function recall(db: Db, plantId: number, fromMs: number): KnownPlant {
  const plants = known.get(db) ?? new Map<number, KnownPlant>()
  known.set(db, plants)
  const found = plants.get(plantId)
  const plant = found?.fromMs === fromMs ? found : { fromMs, devices: new Map() }
  plants.delete(plantId)
  plants.set(plantId, plant)
  const [oldest] = plants.keys()
  if (plants.size > MOST_PLANTS && oldest !== undefined) plants.delete(oldest)
  return plant
}
