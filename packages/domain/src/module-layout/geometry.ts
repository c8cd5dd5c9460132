import { type LayoutGroup, type LayoutModule, type ModuleLayout, modulesByGroup } from './layout.ts'

/** Meters on the canvas. */
export type Point = Readonly<{ xM: number; yM: number }>
export type Box = Readonly<{ xM: number; yM: number; widthM: number; heightM: number }>

const CENTIMETERS = 100
/** To the centimeter: what is stored, so that equal places are equal numbers. */
export const roundM = (meters: number): number => Math.round(meters * CENTIMETERS) / CENTIMETERS

/** Width and height of a module that lies as its group does, m. */
export function moduleSize(group: LayoutGroup): Readonly<{ widthM: number; heightM: number }> {
  const { moduleLongM: long, moduleShortM: short } = group
  return group.orientation === 'portrait' ? { widthM: short, heightM: long } : { widthM: long, heightM: short }
}

/** From one cell to the next, m. */
export function cellPitch(group: LayoutGroup): Readonly<{ acrossM: number; downM: number }> {
  const { widthM, heightM } = moduleSize(group)
  return { acrossM: widthM + group.gapM, downM: heightM + group.gapM }
}

/** A module's box within its group, before the group is turned; a turned module keeps the center of its cell. */
export function moduleBox(group: LayoutGroup, { row, column, turned }: LayoutModule): Box {
  const { acrossM, downM } = cellPitch(group)
  const { widthM, heightM } = moduleSize(group)
  const xM = column * acrossM
  const yM = row * downM
  if (!turned) return { xM, yM, widthM, heightM }
  return { xM: xM + (widthM - heightM) / 2, yM: yM + (heightM - widthM) / 2, widthM: heightM, heightM: widthM }
}

/** A direction on the canvas turned clockwise. */
export function turn({ xM, yM }: Point, deg: number): Point {
  const angle = (deg * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  return { xM: xM * cos - yM * sin, yM: xM * sin + yM * cos }
}

/** A point of a group on the canvas. */
export function toCanvas(group: LayoutGroup, point: Point): Point {
  const { xM, yM } = turn(point, group.rotationDeg)
  return { xM: group.xM + xM, yM: group.yM + yM }
}

/** The middle of a module on the canvas. */
export function moduleCenter(group: LayoutGroup, module: LayoutModule): Point {
  const { xM, yM, widthM, heightM } = moduleBox(group, module)
  return toCanvas(group, { xM: xM + widthM / 2, yM: yM + heightM / 2 })
}

/** Box of a group's modules within it; without modules a single cell. */
export function boxOfGroup(group: LayoutGroup, modules: readonly LayoutModule[]): Box {
  if (modules.length === 0) return { xM: 0, yM: 0, ...moduleSize(group) }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const module of modules) {
    const { xM, yM, widthM, heightM } = moduleBox(group, module)
    left = Math.min(left, xM)
    top = Math.min(top, yM)
    right = Math.max(right, xM + widthM)
    bottom = Math.max(bottom, yM + heightM)
  }
  return { xM: left, yM: top, widthM: right - left, heightM: bottom - top }
}

/** Box of a layout on the canvas; undefined without groups. */
export function boxOfLayout({ groups, modules }: ModuleLayout): Box | undefined {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  const byGroup = modulesByGroup(modules)
  for (const group of groups) {
    const { xM, yM, widthM, heightM } = boxOfGroup(group, byGroup.get(group.id) ?? [])
    for (const [x, y] of [
      [xM, yM],
      [xM + widthM, yM],
      [xM, yM + heightM],
      [xM + widthM, yM + heightM],
    ] as const) {
      const corner = toCanvas(group, { xM: x, yM: y })
      left = Math.min(left, corner.xM)
      top = Math.min(top, corner.yM)
      right = Math.max(right, corner.xM)
      bottom = Math.max(bottom, corner.yM)
    }
  }
  return groups.length === 0 ? undefined : { xM: left, yM: top, widthM: right - left, heightM: bottom - top }
}

const ROOM_M = 1
/** Where a new group covers nothing that stands: below all of it. */
export function freeCorner(layout: ModuleLayout): Point {
  const box = boxOfLayout(layout)
  return box === undefined ? { xM: 0, yM: 0 } : { xM: roundM(box.xM), yM: roundM(box.yM + box.heightM + ROOM_M) }
}
