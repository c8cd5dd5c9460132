import { boxOfGroup, cellPitch, type Point, roundM, toCanvas, turn } from './geometry.ts'
import {
  findGroup,
  type LayoutGroup,
  type LayoutModule,
  MOST_CANVAS_M,
  MOST_CELLS_ACROSS,
  type ModuleLayout,
  type ModuleOrientation,
} from './layout.ts'
import { TakenSources } from './sources.ts'

/** A place between cells is kept to a hundredth of a cell. */
const toCell = (value: number, snaps: boolean): number => (snaps ? Math.round(value) : Math.round(value * 100) / 100)
const isInside = (cell: number): boolean => Math.abs(cell) <= MOST_CELLS_ACROSS
const withinCanvas = (meters: number): number => roundM(Math.min(MOST_CANVAS_M, Math.max(-MOST_CANVAS_M, meters)))

/**
 * Moves modules by a way on the canvas, each within its own group.
 * @param snaps to whole cells @returns the same layout if a module would lie on another that does not move, or too far out
 */
export function moveModules(layout: ModuleLayout, ids: ReadonlySet<number>, way: Point, snaps: boolean): ModuleLayout {
  const steps = new Map(
    layout.groups.map((group) => {
      const { xM, yM } = turn(way, -group.rotationDeg)
      const { acrossM, downM } = cellPitch(group)
      return [group.id, { rows: toCell(yM / downM, snaps), columns: toCell(xM / acrossM, snaps) }] as const
    }),
  )
  return stepModules(layout, ids, (module) => steps.get(module.groupId) ?? noStep)
}

/** Moves modules by whole cells of their groups, as the arrow keys do. @returns as `moveModules` */
export const nudgeModules = (
  layout: ModuleLayout,
  ids: ReadonlySet<number>,
  step: Readonly<{ rows: number; columns: number }>,
): ModuleLayout => stepModules(layout, ids, () => step)

const noStep = { rows: 0, columns: 0 }

function stepModules(
  layout: ModuleLayout,
  ids: ReadonlySet<number>,
  stepOf: (module: LayoutModule) => Readonly<{ rows: number; columns: number }>,
): ModuleLayout {
  const occupied = new Set(layout.modules.filter(({ id }) => !ids.has(id)).map(placeKey))
  let isRefused = false
  let isMoved = false
  const modules = layout.modules.map((module) => {
    if (!ids.has(module.id)) return module
    const { rows, columns } = stepOf(module)
    if (rows === 0 && columns === 0) return module
    isMoved = true
    const moved = { ...module, row: toCell(module.row + rows, false), column: toCell(module.column + columns, false) }
    if (occupied.has(placeKey(moved)) || !isInside(moved.row) || !isInside(moved.column)) isRefused = true
    return moved
  })
  return isRefused || !isMoved ? layout : { ...layout, modules }
}

const placeKey = ({ groupId, row, column }: LayoutModule): string => `${groupId}:${row}:${column}`

/** Moves groups by a way on the canvas. @param stepM what their corners snap to; 0: to the centimeter */
export function moveGroups(layout: ModuleLayout, ids: ReadonlySet<number>, way: Point, stepM: number): ModuleLayout {
  const snap = (meters: number) => withinCanvas(stepM > 0 ? Math.round(meters / stepM) * stepM : meters)
  return changeGroups(layout, ids, (group) => ({ ...group, xM: snap(group.xM + way.xM), yM: snap(group.yM + way.yM) }))
}

/** Turns a group clockwise around the middle of its modules. */
export function rotateGroup(layout: ModuleLayout, id: number, byDeg: number): ModuleLayout {
  const group = findGroup(layout, id)
  if (group === undefined) return layout
  const box = boxOfGroup(
    group,
    layout.modules.filter(({ groupId }) => groupId === id),
  )
  const middle = { xM: box.xM + box.widthM / 2, yM: box.yM + box.heightM / 2 }
  const before = toCanvas(group, middle)
  const turned = { ...group, rotationDeg: toTurn(group.rotationDeg + byDeg) }
  const after = toCanvas(turned, middle)
  const corner = {
    xM: withinCanvas(group.xM + before.xM - after.xM),
    yM: withinCanvas(group.yM + before.yM - after.yM),
  }
  return changeGroups(layout, new Set([id]), () => ({ ...turned, ...corner }))
}

/** 0 up to 360, to a tenth. */
const toTurn = (deg: number): number => (Math.round((((deg % 360) + 360) % 360) * 10) % 3600) / 10

/** Turns single modules by 90 degrees against their groups, or back. */
export const turnModules = (layout: ModuleLayout, ids: ReadonlySet<number>): ModuleLayout =>
  changeModules(layout, ids, (module) => ({ ...module, turned: !module.turned }))

/** Lays all modules of a group upright or across; their rows and columns stay. */
export const orientGroup = (layout: ModuleLayout, id: number, orientation: ModuleOrientation): ModuleLayout =>
  changeGroups(layout, new Set([id]), (group) => ({ ...group, orientation }))

/** Changes the groups with these ids. */
export const changeGroups = (
  layout: ModuleLayout,
  ids: ReadonlySet<number>,
  change: (group: LayoutGroup) => LayoutGroup,
): ModuleLayout => ({ ...layout, groups: layout.groups.map((group) => (ids.has(group.id) ? change(group) : group)) })

/** Changes the modules with these ids. */
export const changeModules = (
  layout: ModuleLayout,
  ids: ReadonlySet<number>,
  change: (module: LayoutModule) => LayoutModule,
): ModuleLayout => ({
  ...layout,
  modules: layout.modules.map((module) => (ids.has(module.id) ? change(module) : module)),
})

/** Removes modules; the groups stay, also empty ones. */
export const removeModules = (layout: ModuleLayout, ids: ReadonlySet<number>): ModuleLayout => ({
  ...layout,
  modules: layout.modules.filter(({ id }) => !ids.has(id)),
})

/** Removes groups with their modules. */
export const removeGroups = (layout: ModuleLayout, ids: ReadonlySet<number>): ModuleLayout => ({
  ...layout,
  groups: layout.groups.filter(({ id }) => !ids.has(id)),
  modules: layout.modules.filter(({ groupId }) => !ids.has(groupId)),
})

export type Source = Readonly<{ serial: string; port: number | null }>

/**
 * Gives a module its device and input. Another module that had it loses it; with `null` the module loses its own.
 */
export function assignSource(layout: ModuleLayout, moduleId: number, source: Source | null): ModuleLayout {
  const none = { serial: null, port: null }
  return {
    ...layout,
    modules: layout.modules.map((module) => {
      if (module.id === moduleId) return { ...module, ...(source ? only(source) : none) }
      const isLost = source !== null && module.serial === source.serial && !canStand(module, source)
      return isLost ? { ...module, ...none } : module
    }),
  }
}
/** Sources come from lists that know more of them: nothing of that belongs to a module. */
const only = ({ serial, port }: Source): Source => ({ serial, port })
const canStand = ({ port }: LayoutModule, source: Source): boolean =>
  port !== null && source.port !== null && port !== source.port

/**
 * Gives devices to modules that have none, row by row and from the left, in the order of both lists.
 * @param ids the modules to fill @returns the layout, and how many modules got one
 */
export function fillModules(
  layout: ModuleLayout,
  ids: ReadonlySet<number>,
  sources: readonly Source[],
): Readonly<{ layout: ModuleLayout; filled: number }> {
  const taken = new TakenSources(layout.modules)
  const free = sources.filter((source) => taken.take(source)).map(only)
  const empty = layout.modules
    .filter(({ id, serial }) => ids.has(id) && serial === null)
    .sort((a, b) => a.groupId - b.groupId || a.row - b.row || a.column - b.column)
  const options = new Map(empty.slice(0, free.length).map(({ id }, i) => [id, free[i]] as const))
  const modules = layout.modules.map((module) => ({ ...module, ...options.get(module.id) }))
  return { layout: { ...layout, modules }, filled: options.size }
}

/**
 * Another serial number in the place of an old one, wherever the layout names it. Modules that had the new one before
 * its device came lose it.
 */
export const renameSerial = (layout: ModuleLayout, from: string, to: string): ModuleLayout => ({
  ...layout,
  modules: layout.modules.map((module) => ({
    ...module,
    ...(module.serial === to ? { serial: null, port: null } : {}),
    ...(module.serial === from ? { serial: to } : {}),
    string: module.string?.serial === from ? { ...module.string, serial: to } : module.string,
  })),
})

/** Whether a module, or its string, belongs to this device. */
export const namesSerial = ({ modules }: ModuleLayout, serial: string): boolean =>
  modules.some((module) => module.serial === serial || module.string?.serial === serial)
