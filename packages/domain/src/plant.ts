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
