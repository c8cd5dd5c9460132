import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { type PlantPower, type PowerSources, powerRoles, type Reading, type Source, sumShownPower } from '../now/now.ts'
import type { Curve } from '../telemetry/telemetry.ts'

/** Devices with the same quantities: the database can sum their curves. */
export type CurveGroup = Readonly<{ deviceIds: readonly number[]; quantities: readonly QuantityId[] }>

/** One instant of a day curve. */
export type DayPoint = PlantPower & Readonly<{ atMs: number; coverage: number; estimated: boolean }>

/** A state of charge is averaged, not summed, so a device with one is on its own. */
export function groupSources(sources: PowerSources): readonly CurveGroup[] {
  const quantitiesOf = new Map<number, Set<QuantityId>>()
  for (const { deviceId, quantity } of powerRoles.flatMap((role) => sources[role]))
    quantitiesOf.set(deviceId, (quantitiesOf.get(deviceId) ?? new Set()).add(quantity))
  const groups = new Map<string, { deviceIds: number[]; quantities: readonly QuantityId[] }>()
  for (const [deviceId, set] of quantitiesOf) {
    const quantities = [...set].sort()
    const key = set.has('batterySocPercent') ? `alone ${deviceId}` : roleKey(sources, deviceId)
    const group = groups.get(key)
    if (group) group.deviceIds.push(deviceId)
    else groups.set(key, { deviceIds: [deviceId], quantities })
  }
  return [...groups.values()]
}

/** Devices with the same quantities may still have different roles (an inverter and a micro-inverter). */
const roleKey = (sources: PowerSources, deviceId: number): string =>
  powerRoles
    .map(
      (role) =>
        `${role}:${sources[role].filter((item) => item.deviceId === deviceId).map(({ quantity, factor }) => [quantity, factor])}`,
    )
    .join()

/** When a group last reported, and which share of it. */
export type Heard = Readonly<{ atMs: number; coverage: number }>

export type CurveInput = Readonly<{
  sources: PowerSources
  groups: readonly (CurveGroup & Readonly<{ curves: readonly Curve[]; lastBefore: Heard | undefined }>)[]
  /** Devices that are silent after sunset because their panels deliver nothing. */
  sleepers: ReadonlySet<number>
  fromMs: number
  slotMs: number
  slotCount: number
  isSunUp: (atMs: number) => boolean
  /** The production from which on it is shown, W. */
  shownFromW: (isNight: boolean) => number
  /** Whether a silence between two instants is sleep: no data was due meanwhile. */
  isSleep: (fromMs: number, toMs: number) => boolean
  /** Slots with a reading of estimated instant. */
  estimatedSlots: ReadonlySet<number>
}>

/** The powers of each slot; slots without a reading have nulls. */
export function drawDay(input: CurveInput): readonly DayPoint[] {
  const { sources, groups, fromMs, slotMs, slotCount } = input
  // From here on a group is one device: the first one carries its sum, the others are left out.
  const groupOf = new Map(groups.map((group) => [group.deviceIds[0] ?? 0, group]))
  const representatives = Object.fromEntries(
    powerRoles.map((role) => [role, sources[role].filter(({ deviceId }) => groupOf.has(deviceId))]),
  )
  const merged: PowerSources = { ...sources, ...representatives }
  const tables = new Map([...groupOf].map(([deviceId, group]) => [deviceId, tabulate(group.curves, fromMs, slotMs)]))
  const deviceCount = groups.reduce((sum, { deviceIds }) => sum + deviceIds.length, 0)
  const panels = new Set([...merged.pv, ...merged.micro].map(keyOf))
  const heard = new Map([...groupOf].map(([deviceId, { lastBefore }]) => [deviceId, lastBefore]))

  return Array.from({ length: slotCount }, (_, slot): DayPoint => {
    const atMs = fromMs + slot * slotMs
    const isNight = !input.isSunUp(atMs + slotMs / 2)
    for (const [deviceId] of groupOf) {
      const shares = [...(tables.get(deviceId)?.values() ?? [])].map((table) => table.get(slot)?.coverage ?? 0)
      const coverage = Math.max(0, ...shares)
      if (coverage > 0) heard.set(deviceId, { atMs, coverage })
    }
    const read = (deviceId: number, quantity: QuantityId): Reading | undefined => {
      const found = tables.get(deviceId)?.get(quantity)?.get(slot)
      const group = groupOf.get(deviceId)
      const last = heard.get(deviceId)
      // Dark panels deliver nothing, but only a device that reported until dusk is known to be asleep and not broken.
      const areAsleep =
        isNight &&
        panels.has(keyOf({ deviceId, quantity })) &&
        group?.deviceIds.every((id) => input.sleepers.has(id)) &&
        last !== undefined &&
        input.isSleep(last.atMs, atMs)
      if (found === undefined) return areAsleep ? { value: 0, isPart: last.coverage < 1 } : undefined
      return { value: found.value, isPart: found.coverage < 1 && !areAsleep }
    }
    const power = sumShownPower(merged, read, input.shownFromW(isNight))
    const reporting = [...groupOf].reduce((sum, [deviceId, { deviceIds }]) => {
      const shares = [...(tables.get(deviceId)?.values() ?? [])].map((table) => table.get(slot)?.coverage ?? 0)
      return sum + Math.max(0, ...shares) * deviceIds.length
    }, 0)
    return {
      ...power,
      atMs,
      coverage: deviceCount === 0 ? 0 : Math.min(1, reporting / deviceCount),
      estimated: input.estimatedSlots.has(slot),
    }
  })
}

const keyOf = ({ deviceId, quantity }: Source): string => `${deviceId} ${quantity}`

type Slot = Readonly<{ value: number; coverage: number }>

const tabulate = (
  curves: readonly Curve[],
  fromMs: number,
  slotMs: number,
): ReadonlyMap<QuantityId, ReadonlyMap<number, Slot>> =>
  new Map(
    curves.map(({ quantity, points }) => [
      quantity,
      new Map(points.map((point) => [Math.floor((point.atMs - fromMs) / slotMs), point])),
    ]),
  )
