import { sleepsAtNight } from '@heliograph/domain/device.ts'
import { HOUR_MS, MINUTE_MS } from '@heliograph/domain/duration.ts'
import type { Flow } from '@heliograph/domain/energy-flow.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import { modulesOn } from '@heliograph/domain/former-modules.ts'
import { shownFromW } from '@heliograph/domain/generation-zero.ts'
import { sourcesOf } from '@heliograph/domain/metering.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { isApartOn } from '@heliograph/domain/same-device.ts'
import { dayBounds, type Interval, isDate, localDate } from '@heliograph/domain/time.ts'
import { createDaylightDue } from '@heliograph/solar/due-time.ts'
import { findSunEvents } from '@heliograph/solar/sun-events.ts'
import { isSunUp } from '@heliograph/solar/sun-up.ts'
import type { Db } from '../../platform/db/database.ts'
import { IMPORT_PROFILE_ID, listDevicesOfPlants, type PlantDevice } from '../devices/devices.ts'
import { readMoney } from '../finance/finance.ts'
import { choosePowerSources, knownSleepMs, type PowerSources, type Source } from '../now/now.ts'
import {
  type Curve,
  countGridCharge,
  deviceSeries,
  firstDay,
  type Gap,
  type PlantPeriod as Measured,
  plantCurve,
  plantDays,
  readReplaced,
} from '../telemetry/telemetry.ts'
import { type ClearSkyPoint, clearSkyBand } from './clear-sky-band.ts'
import { clippingLimitW } from './clipping-limit.ts'
import { type CurveGroup, type DayPoint, drawDay, groupSources, type Heard } from './day-curve.ts'
import { dayGaps, dueSinceMs, dueTime, missedMs } from './day-gaps.ts'
import { type EnergyFigures, figuresOf, noEnergy } from './energy-figures.ts'
import { getFacts, type PlantFacts } from './plant-facts.ts'
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

const FINEST_SLOT_MS = 5 * MINUTE_MS
const coarsestSlotMs = HOUR_MS

/** Facts that the curves of all days of a plant share. */
export type DayPlan = Readonly<{ facts: PlantFacts; devices: readonly PlantDevice[]; sources: PowerSources }>

/** The powers of one day, and what they were drawn from. */
export type DayCurve = Interval &
  Readonly<{
    slotMs: number
    gridMs: number
    points: readonly DayPoint[]
    measured: Measured | undefined
    daylight: ReturnType<typeof createDaylightDue>
  }>

/** @throws Refusal NOT_FOUND */
export async function planDays(db: Db, plantId: number): Promise<DayPlan> {
  const facts = await getFacts(db, plantId)
  const devices = (await listDevicesOfPlants(db, [plantId], { withRemoved: true })).get(plantId) ?? []
  return { facts, devices, sources: choosePowerSources(devices, facts.gridType, sourcesOf(facts.metering)) }
}

/** The curve of a plant's day, of 23 to 25 hours; today's without a date. @throws Refusal NOT_FOUND, PARAM_ERROR */
export async function plantDay(db: Db, plantId: number, date: string | undefined, nowMs: number): Promise<PlantDay> {
  const plan = await planDays(db, plantId)
  const { facts, devices } = plan
  const wanted = date ?? localDate(nowMs, facts.zone)
  if (!isDate(wanted) || wanted < '1970' || wanted >= '2200') throw new Refusal('PARAM_ERROR', { field: 'date' })
  await countGridCharge(db, plantId, { from: wanted, to: wanted })
  const [curve, book, sky, firstDate] = await Promise.all([
    drawCurve(db, plan, wanted, nowMs),
    readMoney(db, facts, { from: wanted, to: wanted }),
    skyFigures(db, facts, 'daily', wanted, nowMs),
    firstDay(db, plantId),
  ])
  const { fromMs, toMs, slotMs, gridMs, points, measured, daylight } = curve
  const { sunriseMs, sunsetMs } = findSunEvents(fromMs, toMs, facts.latitudeDeg, facts.longitudeDeg)
  const then = modulesOn(facts, wanted)
  const heard = points.filter(({ coverage }) => coverage > 0)
  const due = dueTime({
    day: { fromMs, toMs },
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
    fromMs,
    toMs,
    slotMs,
    sunriseMs,
    sunsetMs,
    statistics: figuresOf(measured, then, book.of(wanted, measured?.energy ?? noEnergy)),
    points,
    clearSky: clearSkyBand(then, clippingLimitW(devices, then.capacityWp), { fromMs: gridMs, toMs, slotMs }),
    gaps: dayGaps(heard, due, slotMs),
    sky,
  }
}

/** Devices that had left the plant before a day, and a history that begins after it, are not missing on that day. */
function leaveOutAbsent(plan: DayPlan, date: string, { fromMs, toMs }: Interval): Pick<DayPlan, 'devices' | 'sources'> {
  const isAbsent = ({ removedAtMs, createdAtMs, profileId }: PlantDevice): boolean =>
    (removedAtMs !== null && removedAtMs < fromMs) || (profileId === IMPORT_PROFILE_ID && createdAtMs >= toMs)
  // Of two sources of one device each day has its own.
  const isOther = ({ apart, isApart }: PlantDevice): boolean => isApartOn(apart, date) !== isApart
  if (!plan.devices.some((device) => isAbsent(device) || isOther(device))) return plan
  const devices = plan.devices
    .filter((device) => !isAbsent(device))
    .map((device) => ({ ...device, isApart: isApartOn(device.apart, date) }))
  return { devices, sources: choosePowerSources(devices, plan.facts.gridType) }
}

/** An import that replaced a day of production, and has powers of it, is its only source. */
async function leaveOutReplaced(
  db: Db,
  { facts: { plantId } }: DayPlan,
  { devices, sources }: Pick<DayPlan, 'devices' | 'sources'>,
  date: string,
): Promise<PowerSources> {
  if (!devices.some(({ profileId }) => profileId === IMPORT_PROFILE_ID)) return sources
  const replaced = await readReplaced(db, plantId, date)
  const newest = (flow: Flow, quantity: QuantityId): number =>
    Math.max(
      0,
      ...replaced.flatMap((days) => {
        const device = devices.find(({ deviceId }) => deviceId === days.deviceId)
        return days.flow === flow && device?.quantities.includes(quantity) ? [days.deviceId] : []
      }),
    )
  const [pv, load] = [newest('generation', 'pvPowerW'), newest('load', 'loadPowerW')]
  const from = (least: number, among: readonly Source[]) => among.filter(({ deviceId }) => deviceId >= least)
  return { ...sources, pv: from(pv, sources.pv), micro: from(pv, sources.micro), load: from(load, sources.load) }
}

/** The powers of one day alone: an export draws hundreds of them. */
export async function drawCurve(db: Db, plan: DayPlan, date: string, nowMs: number): Promise<DayCurve> {
  const { facts } = plan
  const { plantId } = facts
  const day = dayBounds(date, facts.zone)
  const present = leaveOutAbsent(plan, date, day)
  const { devices } = present
  const sources = await leaveOutReplaced(db, plan, present, date)
  const slowestMs = Math.max(FINEST_SLOT_MS, ...devices.map(({ intervalMs }) => intervalMs))
  const range = { plantId, fromMs: day.fromMs, toMs: day.toMs }
  const readGroups = (slotMs: number) =>
    Promise.all(
      groupSources(sources).map(async (group) => ({
        ...group,
        curves: await plantCurve(db, { ...range, ...group, slotMs }),
      })),
    )
  const expectedMs = Math.min(coarsestSlotMs, Math.ceil(slowestMs / FINEST_SLOT_MS) * FINEST_SLOT_MS)
  const [[measured], finest] = await Promise.all([plantDays(db, plantId, date, date), readGroups(expectedMs)])
  // Imported and early days may have longer steps than the loggers send today: such a step is not a gap.
  const slotMs = Math.min(
    coarsestSlotMs,
    Math.max(expectedMs, ...finest.map(({ curves }) => usualStepMs(curves, expectedMs))),
  )
  const groups = slotMs === expectedMs ? finest : await readGroups(slotMs)
  // Curves use a grid that starts at the epoch.
  const gridMs = Math.floor(day.fromMs / slotMs) * slotMs
  const hasEstimates = (measured?.estimated ?? 0) > 0
  // Silence is sleep unless a device is overdue, or was silent for more than a day. Old curves use the ordinary hours:
  // the learned ones apply only now.
  const daylight = createDaylightDue(facts.latitudeDeg, facts.longitudeDeg, { wakeDeg: null, dozeDeg: null })
  const points = drawDay({
    sources,
    groups: await addLastBefore(db, plantId, groups, day.fromMs, slotMs),
    sleepers: new Set(devices.filter(sleepsAtNight).map(({ deviceId }) => deviceId)),
    fromMs: gridMs,
    slotMs,
    slotCount: Math.max(0, Math.ceil((Math.min(day.toMs, nowMs) - gridMs) / slotMs)),
    isSunUp: (atMs) => isSunUp(atMs, facts),
    shownFromW: (isNight) => shownFromW(facts.generationZero, isNight),
    isSleep: (fromMs, toMs) => toMs - fromMs < knownSleepMs && daylight.between(fromMs, toMs, missedMs) < missedMs,
    estimatedSlots: hasEstimates ? await findEstimatedSlots(db, range, sources, gridMs, slotMs) : new Set(),
  })
  return { ...day, slotMs, gridMs, points, measured, daylight }
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
