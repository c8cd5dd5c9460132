/**
 * Where a plant's modules lie: groups (roof planes) on a canvas, modules in the cells of their group. Meters on the
 * canvas: x to the right, y down. Degrees turn clockwise.
 *
 * The seam to recognition and import: a reader of serial numbers in a picture, a paper template or a file hands over a
 * `ModuleGrid` (module-grid.ts). `addGrid` makes a new group of it, `placeSerials` puts its serial numbers on the
 * modules of a group that stands; both leave the given layout as it was. The result is saved like every other edit.
 */
export type ModuleLayout = Readonly<{
  groups: readonly LayoutGroup[]
  modules: readonly LayoutModule[]
  /** A picture of the plant behind the groups; null: a plain canvas. */
  photo: LayoutPhoto | null
  /** A map service's picture of the place from above instead; null: none. */
  satellite: LayoutSatellite | null
}>

export type ModuleOrientation = 'portrait' | 'landscape'

/** Modules that face one way, in rows and columns. */
export type LayoutGroup = Readonly<{
  /** Unique in its layout, never used again. */
  id: number
  name: string
  /** 0 north, 90 east, 180 south; null: not entered. */
  azimuthDeg: number | null
  /** 0 flat, 90 upright; null: not entered. */
  tiltDeg: number | null
  /** The corner of the cell at row 0 and column 0 on the canvas, m. The group is turned around it. */
  xM: number
  yM: number
  rotationDeg: number
  orientation: ModuleOrientation
  moduleLongM: number
  moduleShortM: number
  /** Between two modules. */
  gapM: number
}>

/** A module's place, and what measures it. */
export type LayoutModule = Readonly<{
  /** Unique in its layout, never used again: a place keeps it while its device is replaced. */
  id: number
  groupId: number
  /** In cells of its group, from 0; a fraction is a free position. */
  row: number
  column: number
  /** Turned by 90 degrees against its group. */
  turned: boolean
  /** Of its micro-inverter or optimizer; null: none is known. */
  serial: string | null
  /** The input of that device, from 1; null: the device has no other module. */
  port: number | null
  /** The inverter and the input (from 1) whose string it is part of; null: not entered. */
  string: ModuleString | null
  model: string
  /** Nameplate, Wp; null: not entered. */
  ratedWp: number | null
}>
export type ModuleString = Readonly<{ serial: string; input: number }>

/** A picture of the plant on the canvas: its corner and width in meters, its opacity from 0 to 1. */
export type LayoutPhoto = Readonly<{ imageId: number; xM: number; yM: number; widthM: number; opacity: number }>

/** A picture from above, north up: where the plant's place is on the canvas, and its opacity from 0 to 1. */
export type LayoutSatellite = Readonly<{ xM: number; yM: number; opacity: number }>

export const emptyLayout: ModuleLayout = { groups: [], modules: [], photo: null, satellite: null }

export const MOST_GROUPS = 60
export const MOST_LAYOUT_MODULES = 3_000
/** Rows or columns of a group, and the largest cell number. */
export const MOST_CELLS_ACROSS = 200
/** How far from the origin a group may lie, m. */
export const MOST_CANVAS_M = 5_000
export const MOST_PORTS = 16

/** A module of 2.0 m², the commonest size of today's roofs. */
export const usualModule = { moduleLongM: 1.76, moduleShortM: 1.13, gapM: 0.02 } as const

/** Key of a measured source: a device and its input, or the device alone. */
export const sourceKey = ({ serial, port }: Readonly<{ serial: string; port: number | null }>): string =>
  port === null ? serial : `${serial}:${port}`

/** The group with an id, or undefined. */
export const findGroup = ({ groups }: ModuleLayout, id: number): LayoutGroup | undefined =>
  groups.find((group) => group.id === id)

/** An id that no group, or no module, of the layout has. */
export const nextId = (items: readonly Readonly<{ id: number }>[]): number =>
  items.reduce((most, { id }) => Math.max(most, id), 0) + 1

/** The modules of each group that has some, in their order. */
export function modulesByGroup(modules: readonly LayoutModule[]): ReadonlyMap<number, readonly LayoutModule[]> {
  const groups = new Map<number, LayoutModule[]>()
  for (const module of modules) {
    const group = groups.get(module.groupId)
    if (group) group.push(module)
    else groups.set(module.groupId, [module])
  }
  return groups
}
