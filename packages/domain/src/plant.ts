export const plantTypes = ['HOUSE_ROOF', 'COMMERCIAL_ROOF', 'INDUSTRIAL_ROOF', 'GROUND'] as const
export type PlantType = (typeof plantTypes)[number]

export const gridTypes = [
  'DISTRIBUTED_FULLY',
  'EXCESS',
  'OFF_GRID',
  'BATTERY_BACKUP',
  'CENTRALIZED_FULLY',
  'PV_BTR_USE',
] as const
export type GridType = (typeof gridTypes)[number]

/** The parts of the energy flow that a grid interconnection type has. */
export const gridTypeParts: Readonly<Record<GridType, Readonly<{ grid: boolean; load: boolean; battery: boolean }>>> = {
  DISTRIBUTED_FULLY: { grid: true, load: false, battery: false },
  CENTRALIZED_FULLY: { grid: true, load: false, battery: false },
  EXCESS: { grid: true, load: true, battery: false },
  BATTERY_BACKUP: { grid: true, load: true, battery: true },
  OFF_GRID: { grid: false, load: true, battery: false },
  PV_BTR_USE: { grid: false, load: true, battery: true },
}

export const networkStatuses = ['NORMAL', 'PARTIAL_OFFLINE', 'ALL_OFFLINE', 'NO_DEVICE'] as const
export type NetworkStatus = (typeof networkStatuses)[number]

/** ok: data is fresh. asleep: silent and the sun is down (or a PV-only logger at dusk). stale: late. offline: silent by day. waiting: never sent. */
export const plantConditions = ['ok', 'asleep', 'stale', 'offline', 'waiting'] as const
export type PlantCondition = (typeof plantConditions)[number]

/** Data is stale after three missed intervals. */
export const STALE_INTERVALS = 3

/**
 * Condition of a plant or device from the age of its newest sample.
 * @param lastAtMs newest sample, UTC ms, or null when nothing ever came
 * @param intervalMs the logger's upload interval
 * @param sunUp whether the sun stands above the plant's horizon now
 * @param sleepsAtNight false for plants whose devices also report at night (battery or meter)
 */
export function conditionOf(
  lastAtMs: number | null,
  nowMs: number,
  intervalMs: number,
  sunUp: boolean,
  sleepsAtNight: boolean,
): PlantCondition {
  if (lastAtMs === null) return 'waiting'
  const age = nowMs - lastAtMs
  if (age <= STALE_INTERVALS * intervalMs) return 'ok'
  if (!sunUp && sleepsAtNight && age < 20 * 3_600_000) return 'asleep'
  return age <= 12 * intervalMs ? 'stale' : 'offline'
}
