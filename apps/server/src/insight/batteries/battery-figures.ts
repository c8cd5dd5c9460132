import {
  type BatteryHour,
  type BatteryNode,
  batteryEfficiency,
  type Efficiency,
  estimateCapacity,
  fullCycles,
  hoursLeft,
} from '@heliograph/domain/battery.ts'
import { Refusal } from '@heliograph/domain/errors.ts'
import type { QuantityId } from '@heliograph/domain/quantities.ts'
import { addDays, dayBounds, daysBetween, localDate } from '@heliograph/domain/time.ts'
import { readPlantNow } from '../../fleet/now/now.ts'
import { deviceSeries, latest, type SeriesPoint } from '../../fleet/telemetry/telemetry.ts'
import type { Db } from '../../platform/db/database.ts'
import { listBatteries } from './battery-tree.ts'

/** Energy that a battery gives back, and its remaining capacity; energies Wh. Every figure with its parts. */
type BatteryFigures = Readonly<{
  deviceId: number
  /** The device whose counters and powers are used: the battery's own, or its inverter's. */
  source: Readonly<{ deviceId: number; name: string }>
  /** The dates of the plant from the first to the last day that is counted; null: none is. */
  from: string | null
  to: string | null
  days: number
  chargedWh: number | null
  dischargedWh: number | null
  socFromPercent: number | null
  socToPercent: number | null
  /** reported: its capacity in Ah at its present voltage. estimated: from this many hours of discharge. */
  capacity: Readonly<{ wh: number; from: 'reported' | 'estimated'; hours: number }> | null
  efficiency: Efficiency
  /** All that it ever discharged. */
  dischargedTotalWh: number | null
  fullCycles: number | null
  socPercent: number | null
  /** The plant's consumption at the moment. */
  loadW: number | null
  hoursLeft: number | null
}>

/** The figures look back this far: long enough for an efficiency, short enough to see it fall. */
const WINDOW_DAYS = 90

type Page = Readonly<{ page: number; size: number }>

/** Of a page of the plant's batteries, their modules left out. Pages count from 1. @throws Refusal NOT_FOUND */
export async function listBatteryFigures(
  db: Db,
  plantId: number,
  { page, size }: Page,
  nowMs: number,
): Promise<Readonly<{ total: number; figures: readonly BatteryFigures[] }>> {
  const batteries = (await listBatteries(db, plantId, nowMs)).filter(({ isModule }) => !isModule)
  const [plant, now, turned] = await Promise.all([
    db.kysely
      .selectFrom('plants')
      .select('zone')
      .where('id', '=', plantId)
      .executeTakeFirstOrThrow(() => new Refusal('NOT_FOUND')),
    readPlantNow(db, plantId),
    listTurned(db, plantId),
  ])
  const shown = batteries.slice((page - 1) * size, page * size)
  const site = { plantId, zone: plant.zone, loadW: now?.power.loadW ?? null, turned }
  const figures = await Promise.all(shown.map((node) => figuresOf(db, node, site, nowMs)))
  return { total: batteries.length, figures }
}

async function figuresOf(
  db: Db,
  node: BatteryNode,
  {
    plantId,
    zone,
    loadW,
    turned,
  }: Readonly<{
    plantId: number
    zone: string
    loadW: number | null
    turned: ReadonlySet<number>
  }>,
  nowMs: number,
): Promise<BatteryFigures> {
  const { deviceId } = node
  const newest = await latest(db, [deviceId, ...(node.parent ? [node.parent.deviceId] : [])])
  // A battery's own reader often knows cells only: its inverter counts the energy.
  const counts = (id: number) => newest.get(id)?.values.batteryDischargeTotalWh !== undefined
  const source = !counts(deviceId) && node.parent && counts(node.parent.deviceId) ? node.parent : node
  const window = await readWindow(db, { plantId, deviceId: source.deviceId }, zone, localDate(nowMs, zone))
  const sign = turned.has(source.deviceId) ? -1 : 1
  const estimated = estimateCapacity(window.hours.map((hour) => ({ ...hour, powerW: hour.powerW * sign })))
  const reportedWh = node.capacityAh && node.voltageV ? node.capacityAh * node.voltageV : null
  const capacity =
    reportedWh !== null
      ? { wh: reportedWh, from: 'reported' as const, hours: 0 }
      : estimated
        ? { ...estimated, from: 'estimated' as const }
        : null
  const capacityWh = capacity?.wh ?? null
  const dischargedTotalWh = newest.get(source.deviceId)?.values.batteryDischargeTotalWh?.value ?? null
  const { hours: _, ...counted } = window
  const socPercent = node.status === 'silent' ? null : node.socPercent
  return {
    deviceId,
    source: { deviceId: source.deviceId, name: source.name },
    ...counted,
    capacity,
    efficiency: batteryEfficiency({ ...counted, capacityWh }),
    dischargedTotalWh,
    fullCycles: fullCycles(dischargedTotalWh, capacityWh),
    socPercent,
    loadW,
    hoursLeft: hoursLeft(socPercent, capacityWh, loadW),
  }
}

/** Devices that say the power of their battery with the opposite sign. */
async function listTurned(db: Db, plantId: number): Promise<ReadonlySet<number>> {
  const rows = await db.kysely
    .selectFrom('devices')
    .select(['id', 'turned_powers'])
    .where('plant_id', '=', plantId)
    .execute()
  return new Set(rows.flatMap(({ id, turned_powers: powers }) => (powers.includes('battery') ? [id] : [])))
}

type Window = Pick<
  BatteryFigures,
  'from' | 'to' | 'days' | 'chargedWh' | 'dischargedWh' | 'socFromPercent' | 'socToPercent'
> &
  Readonly<{ hours: readonly BatteryHour[] }>

/** The whole days before today in which both directions were counted. */
async function readWindow(
  db: Db,
  place: Readonly<{ plantId: number; deviceId: number }>,
  zone: string,
  today: string,
): Promise<Window> {
  const fromMs = dayBounds(addDays(today, -WINDOW_DAYS), zone).fromMs
  const toMs = dayBounds(today, zone).fromMs
  const read = (resolution: 'day' | 'hour', quantities: readonly QuantityId[]) =>
    deviceSeries(db, { ...place, quantities, fromMs, toMs, resolution })
  const [[charged, discharged], [powers, levels]] = await Promise.all([
    read('day', ['batteryChargeTotalWh', 'batteryDischargeTotalWh']),
    read('hour', ['batteryPowerW', 'batterySocPercent']),
  ])
  const days = [...(charged?.points ?? []), ...(discharged?.points ?? [])].map(({ atMs }) => atMs)
  const soc = levels?.points ?? []
  const hours = joinHours(powers?.points ?? [], soc)
  const none = { from: null, to: null, days: 0, chargedWh: null, dischargedWh: null }
  if (days.length === 0) return { ...none, socFromPercent: null, socToPercent: null, hours }
  const [firstMs, lastMs] = [Math.min(...days), Math.max(...days)]
  const [from, to] = [localDate(firstMs, zone), localDate(lastMs, zone)]
  const endMs = dayBounds(to, zone).toMs
  return {
    from,
    to,
    days: daysBetween(from, to) + 1,
    chargedWh: sumOf(charged?.points),
    dischargedWh: sumOf(discharged?.points),
    // The mean of the first and of the last hour: both ends are in the counted days.
    socFromPercent: soc.find(({ atMs }) => atMs >= firstMs)?.value ?? null,
    socToPercent: soc.findLast(({ atMs }) => atMs < endMs)?.value ?? null,
    hours,
  }
}

function joinHours(powers: readonly SeriesPoint[], levels: readonly SeriesPoint[]): readonly BatteryHour[] {
  const socAt = new Map(levels.map(({ atMs, value }) => [atMs, value]))
  return powers.flatMap(({ atMs, value }) => {
    const socPercent = socAt.get(atMs)
    return socPercent === undefined ? [] : [{ atMs, powerW: value, socPercent }]
  })
}

const sumOf = (points: readonly SeriesPoint[] | undefined): number | null =>
  points === undefined || points.length === 0 ? null : points.reduce((sum, { value }) => sum + value, 0)
