import { sleepsAtNight } from '@heliograph/domain/device.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { dayBounds, isDate, localDate } from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { findSunEvents } from '@heliograph/solar/sun-events.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import type { Db } from '../db/database.ts'
import { listDevicesOfPlants } from '../devices/devices.ts'
import { choosePowerSources, knownSleepMs, type PowerSources } from '../now/now.ts'
import { type Curve, deviceSeries, firstDay, type Gap, plantCurve, plantDays } from '../telemetry/telemetry.ts'
import { type ClearSkyPoint, clearSkyBand } from './clear-sky-band.ts'
import { clippingLimitW } from './clipping-limit.ts'
import { type CurveGroup, type DayPoint, drawDay, groupSources, type Heard } from './day-curve.ts'
import { dayGaps, dueSinceMs, dueTime, missedMs } from './day-gaps.ts'
import { type EnergyFigures, figuresOf } from './energy-figures.ts'
import { getFacts } from './plant-facts.ts'
import { type SkyFigures, skyFigures } from './sky-figures.ts'

export type PlantDay = Readonly<{
  date: string
  zone: string
  fromMs: number
  toMs: number
  slotMs: number
  sunriseMs: number | null
  sunsetMs: number | null
  statistics: EnergyFigures
  /** Every slot from the start of the day to now or its end. */
  points: readonly DayPoint[]
  clearSky: readonly ClearSkyPoint[]
  gaps: readonly Gap[]
  sky: SkyFigures
}>

const finestSlotMs = 5 * MINUTE_MS
const coarsestSlotMs = HOUR_MS

/** The curve of a plant's day, of 23 to 25 hours; today's without a date. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantDay(db: Db, plantId: number, date: string | undefined, nowMs: number): Promise<PlantDay> {
  const facts = await getFacts(db, plantId)
  const wanted = date ?? localDate(nowMs, facts.zone)
  if (!isDate(wanted) || wanted < '1970' || wanted >= '2200') throw new Refusal('PARAM_ERROR', { field: 'query.date' })
  const day = dayBounds(wanted, facts.zone)
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  const sources = choosePowerSources(devices, facts.gridType)
  const slowestMs = Math.max(finestSlotMs, ...devices.map(({ intervalMs }) => intervalMs))
  const range = { plantId, fromMs: day.fromMs, toMs: day.toMs }
  const readGroups = (slotMs: number) =>
    Promise.all(
      groupSources(sources).map(async (group) => ({
        ...group,
        curves: await plantCurve(db, { ...range, ...group, slotMs }),
      })),
    )
  const expectedMs = Math.min(coarsestSlotMs, Math.ceil(slowestMs / finestSlotMs) * finestSlotMs)
  const [measured, finest, sky, firstDate] = await Promise.all([
    plantDays(db, plantId, wanted, wanted),
    readGroups(expectedMs),
    skyFigures(db, facts, 'daily', wanted, nowMs),
    firstDay(db, plantId),
  ])
  // Imported and early days may have longer steps than the loggers send today: such a step is not a gap.
  const slotMs = Math.min(
    coarsestSlotMs,
    Math.max(expectedMs, ...finest.map(({ curves }) => usualStepMs(curves, expectedMs))),
  )
  const groups = slotMs === expectedMs ? finest : await readGroups(slotMs)
  // Curves use a grid that starts at the epoch.
  const gridMs = Math.floor(day.fromMs / slotMs) * slotMs
  const slotCount = Math.max(0, Math.ceil((Math.min(day.toMs, nowMs) - gridMs) / slotMs))

  const hasEstimates = (measured[0]?.estimated ?? 0) > 0
  // Silence is sleep unless a device is overdue, or was silent for more than a day. Old curves use the ordinary hours:
  // the learned ones apply only now.
  const daylight = createDaylightDue(facts.latitudeDeg, facts.longitudeDeg, { wakeDeg: null, dozeDeg: null })
  const points = drawDay({
    sources,
    groups: await addLastBefore(db, plantId, groups, day.fromMs, slotMs),
    sleepers: new Set(devices.filter(sleepsAtNight).map(({ deviceId }) => deviceId)),
    fromMs: gridMs,
    slotMs,
    slotCount,
    isSunUp: (atMs) => isSunUp(atMs, facts),
    isSleep: (fromMs, toMs) => toMs - fromMs < knownSleepMs && daylight.between(fromMs, toMs, missedMs) < missedMs,
    estimatedSlots: hasEstimates ? await findEstimatedSlots(db, range, sources, gridMs, slotMs) : new Set(),
  })
  const { sunriseMs, sunsetMs } = findSunEvents(day.fromMs, day.toMs, facts.latitudeDeg, facts.longitudeDeg)
  const heard = points.filter(({ coverage }) => coverage > 0)
  const due = dueTime({
    day,
    daylight,
    sleeps: devices.every(sleepsAtNight),
    sinceMs: dueSinceMs({
      createdAtMs: devices.map(({ createdAtMs }) => createdAtMs),
      date: wanted,
      firstDate,
      firstMs: heard[0]?.atMs,
    }),
    nowMs,
  })
  return {
    date: wanted,
    zone: facts.zone,
    ...day,
    slotMs,
    sunriseMs,
    sunsetMs,
    statistics: figuresOf(measured[0], facts),
    points,
    clearSky: clearSkyBand(facts, clippingLimitW(devices, facts.capacityWp), {
      fromMs: gridMs,
      toMs: day.toMs,
      slotMs,
    }),
    gaps: dayGaps(heard, due, slotMs),
    sky,
  }
}

/** The last reading of each group before the day: it decides whether the first night is sleep. */
const addLastBefore = <G extends CurveGroup>(
  db: Db,
  plantId: number,
  groups: readonly G[],
  beforeMs: number,
  slotMs: number,
): Promise<readonly (G & Readonly<{ lastBefore: Heard | undefined }>)[]> =>
  Promise.all(
    groups.map(async (group) => {
      const range = { plantId, fromMs: beforeMs - knownSleepMs, toMs: beforeMs, slotMs }
      const { deviceIds, quantities } = group
      const [curve] = await plantCurve(db, { ...range, deviceIds, quantities: quantities.slice(0, 1) })
      const last = curve?.points.at(-1)
      return { ...group, lastBefore: last && { atMs: last.atMs, coverage: last.coverage } }
    }),
  )

/** The most frequent distance of a curve's points, ms, a multiple of the slot; undefined for too few points. */
export function usualStepMs(curves: readonly Curve[], slotMs: number): number {
  const points = curves.reduce<Curve['points']>(
    (longest, { points }) => (points.length > longest.length ? points : longest),
    [],
  )
  if (points.length < 8) return slotMs
  const steps = points.slice(1).map(({ atMs }, index) => atMs - (points[index]?.atMs ?? atMs))
  steps.sort((first, second) => first - second)
  return steps[Math.floor(steps.length / 2)] ?? slotMs
}

/** Queried only for days that have estimates. */
async function findEstimatedSlots(
  db: Db,
  range: Readonly<{ plantId: number; fromMs: number; toMs: number }>,
  sources: PowerSources,
  gridMs: number,
  slotMs: number,
): Promise<ReadonlySet<number>> {
  const slots = new Set<number>()
  for (const { deviceIds, quantities } of groupSources(sources))
    for (const deviceId of deviceIds) {
      const query = { ...range, deviceId, quantities: quantities.slice(0, 1), resolution: 'sample' } as const
      const [series] = await deviceSeries(db, query)
      for (const { atMs, estimated } of series?.points ?? [])
        if (estimated) slots.add(Math.floor((atMs - gridMs) / slotMs))
    }
  return slots
}
