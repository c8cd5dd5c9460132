import type { GridCell } from '../module-layout/module-grid.ts'
import { growLattice } from '../photo-grid/grow-lattice.ts'
import { distance, type Point } from '../photo-grid/plane-geometry.ts'
import type { DrawnModule as Module } from './drawn-module.ts'
import { type FileGrid, MOST_FILE_MODULES, numberInputs } from './file-grid.ts'
import { labelModules } from './label-modules.ts'
import type { Drawing } from './read-dxf.ts'

/** Sides of one kind of module differ by less than this share. */
const SAME_SIZE = 0.08
const MOST_LINES = 8_000

/**
 * The groups of modules in a drawing: rectangles of the commonest size, neighbors together, in rows and columns where
 * they lie so, else at free positions. The text inside a rectangle, or beside each of them alike, is its serial number.
 */
export function gridsOfDrawing(drawing: Drawing): readonly FileGrid[] {
  // In a picture y runs downwards.
  const flip = ({ x, y }: Point): Point => ({ x, y: -y })
  const outlines = [...drawing.outlines, ...closeLines(drawing.lines)]
  const rectangles = dropTwins(outlines.flatMap(({ points, layer }) => toModule(points.map(flip), layer) ?? []))
  const modules = dropOverlaps(ofCommonSizes(rectangles)).slice(0, MOST_FILE_MODULES + 1)
  const { serials, beside } = labelModules(
    modules,
    drawing.texts.map(({ text, at }) => ({ text, at: flip(at) })),
  )
  return joinNeighbors(modules)
    .map((group) => toGrid(group, serials))
    .sort((a, b) => b.cells.length - a.cells.length)
    .map((grid, i) => (i === 0 ? { ...grid, beside } : grid))
}

/** A rectangle has four corners of a right angle; undefined for every other outline. */
function toModule(points: readonly Point[], layer: string): Module | undefined {
  const corners = dropStraight(points)
  const [a, b, c, d] = corners
  if (a === undefined || b === undefined || c === undefined || d === undefined || corners.length !== 4) return undefined
  const sides = [distance(a, b), distance(b, c), distance(c, d), distance(d, a)] as const
  const [first, second, third, fourth] = sides
  if (Math.min(...sides) <= 1e-9) return undefined
  const isEven = Math.abs(first - third) < 0.03 * first && Math.abs(second - fourth) < 0.03 * second
  const slant = ((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)) / (first * second)
  if (!isEven || Math.abs(slant) > 0.06) return undefined
  const u = { x: (b.x - a.x) / first, y: (b.y - a.y) / first }
  const v = { x: (c.x - b.x) / second, y: (c.y - b.y) / second }
  const isAcross = Math.abs(u.x) >= Math.abs(v.x)
  const along = isAcross ? u : v
  const sign = along.x < 0 ? -1 : 1
  return {
    center: { x: (a.x + b.x + c.x + d.x) / 4, y: (a.y + b.y + c.y + d.y) / 4 },
    along: { x: along.x * sign, y: along.y * sign },
    ...{ width: isAcross ? first : second, height: isAcross ? second : first, layer },
  }
}

/** Corners in the middle of a side are none. */
const dropStraight = (points: readonly Point[]): readonly Point[] =>
  points.filter((point, i) => {
    const before = points[(i + points.length - 1) % points.length] ?? point
    const after = points[(i + 1) % points.length] ?? point
    const [p, q] = [distance(before, point), distance(point, after)]
    if (p === 0 || q === 0) return p !== 0
    const turn = (point.x - before.x) * (after.y - point.y) - (point.y - before.y) * (after.x - point.x)
    return Math.abs(turn) > 0.02 * p * q
  })

/** Rectangles that are drawn as four single lines. */
function closeLines(lines: Drawing['lines']): Drawing['outlines'] {
  if (lines.length < 4 || lines.length > MOST_LINES) return []
  const size = Math.max(...lines.map(({ from, to }) => distance(from, to)))
  const grain = Math.max(size * 1e-4, 1e-9)
  const keyOf = ({ x, y }: Point): string => `${Math.round(x / grain)}:${Math.round(y / grain)}`
  const ends = new Map<string, Point[]>()
  const add = (at: Point, other: Point): void => {
    const list = ends.get(keyOf(at)) ?? []
    if (list.length < 8 && list.every((known) => keyOf(known) !== keyOf(other))) ends.set(keyOf(at), [...list, other])
  }
  for (const { from, to } of lines) {
    add(from, to)
    add(to, from)
  }
  const from = (point: Point): readonly Point[] => ends.get(keyOf(point)) ?? []
  const isRight = (a: Point, b: Point, c: Point): boolean =>
    Math.abs((b.x - a.x) * (c.x - b.x) + (b.y - a.y) * (c.y - b.y)) < 0.06 * distance(a, b) * distance(b, c)
  const found: Drawing['outlines'][number][] = []
  for (const { from: a, to: b, layer } of lines)
    for (const c of from(b))
      if (isRight(a, b, c))
        for (const d of from(c))
          if (keyOf(d) !== keyOf(b) && isRight(b, c, d) && from(d).some((back) => keyOf(back) === keyOf(a)))
            found.push({ points: [a, b, c, d], layer })
  return found
}

/** Drawn twice, or found from each of its four lines: once. */
function dropTwins(all: readonly Module[]): readonly Module[] {
  const kept = new Map<string, Module>()
  for (const one of all) {
    const grain = Math.max(0.1 * Math.min(one.width, one.height), 1e-9)
    const size = `${Math.round(Math.log(one.width) * 20)}:${Math.round(Math.log(one.height) * 20)}`
    const key = `${Math.round(one.center.x / grain)}:${Math.round(one.center.y / grain)}:${size}`
    if (!kept.has(key)) kept.set(key, one)
  }
  return [...kept.values()]
}

/** A kind of module beside the commonest one is no larger and no smaller than this share of it. */
const OTHER_KIND = 0.74

/** The kind of rectangle that is drawn most often, and those about as large: roofs, frames and title blocks are not. */
function ofCommonSizes(all: readonly Module[]): readonly Module[] {
  const sidesOf = ({ width, height }: Module) => [Math.max(width, height), Math.min(width, height)] as const
  const isSame = (a: Module, b: Module): boolean => {
    const [longA, shortA] = sidesOf(a)
    const [longB, shortB] = sidesOf(b)
    return Math.abs(longA - longB) < SAME_SIZE * longA && Math.abs(shortA - shortB) < SAME_SIZE * shortA
  }
  const kinds: { first: Module; members: Module[] }[] = []
  for (const one of all) {
    const kind = kinds.find(({ first }) => isSame(first, one))
    if (kind) kind.members.push(one)
    else if (kinds.length < 200) kinds.push({ first: one, members: [one] })
  }
  const [common, ...others] = kinds.sort((a, b) => b.members.length - a.members.length)
  if (common === undefined) return []
  const [long, short] = sidesOf(common.first)
  const isAlike = (side: number, usual: number): boolean => Math.min(side, usual) > OTHER_KIND * Math.max(side, usual)
  const modules = others.filter(({ first, members }) => {
    const [ownLong, ownShort] = sidesOf(first)
    return members.length > 1 && isAlike(ownLong, long) && isAlike(ownShort, short)
  })
  return [common, ...modules].flatMap(({ members }) => members)
}

/** A frame within its module, or a plan drawn over another one: of two that cover each other's middle the first. */
function dropOverlaps(modules: readonly Module[]): readonly Module[] {
  const cell = Math.max(...modules.map(({ width, height }) => Math.max(width, height)), 1e-9)
  const kept = new Map<string, Module[]>()
  return modules.filter((one) => {
    const [x, y] = [Math.floor(one.center.x / cell), Math.floor(one.center.y / cell)]
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (const other of kept.get(`${x + dx}:${y + dy}`) ?? [])
          if (distance(one.center, other.center) < 0.4 * Math.min(other.width, other.height)) return false
    kept.set(`${x}:${y}`, [...(kept.get(`${x}:${y}`) ?? []), one])
    return true
  })
}

/** Modules of one direction that lie no further apart than their own long side. */
function joinNeighbors(modules: readonly Module[]): readonly (readonly Module[])[] {
  const group = modules.map((_, i) => i)
  const rootOf = (i: number): number => {
    let at = i
    while ((group[at] ?? at) !== at) at = group[at] ?? at
    return at
  }
  const cell = Math.max(...modules.map(({ width, height }) => Math.max(width, height)), 1e-9) * 2
  const grid = new Map<string, number[]>()
  for (const [index, { center }] of modules.entries()) {
    const [x, y] = [Math.floor(center.x / cell), Math.floor(center.y / cell)]
    for (let dx = -1; dx <= 1; dx += 1)
      for (let dy = -1; dy <= 1; dy += 1)
        for (const other of grid.get(`${x + dx}:${y + dy}`) ?? []) {
          const near = modules[other]
          const one = modules[index]
          if (near !== undefined && one !== undefined && areNeighbors(one, near)) group[rootOf(index)] = rootOf(other)
        }
    grid.set(`${x}:${y}`, [...(grid.get(`${x}:${y}`) ?? []), index])
  }
  const byRoot = new Map<number, Module[]>()
  for (const [index, module] of modules.entries())
    byRoot.set(rootOf(index), [...(byRoot.get(rootOf(index)) ?? []), module])
  return [...byRoot.values()]
}

function areNeighbors(a: Module, b: Module): boolean {
  if (Math.abs(a.along.x * b.along.y - a.along.y * b.along.x) > 0.06) return false
  if (Math.abs(a.width - b.width) > SAME_SIZE * a.width) return false
  const d = { x: b.center.x - a.center.x, y: b.center.y - a.center.y }
  const across = Math.abs(d.x * a.along.x + d.y * a.along.y)
  const down = Math.abs(d.y * a.along.x - d.x * a.along.y)
  const gap = 0.6 * Math.min(a.width, a.height)
  return across < a.width + gap && down < a.height + gap
}

function toGrid(group: readonly Module[], serialsOf: ReadonlyMap<Module, string>): FileGrid {
  const [first] = group
  if (first === undefined) throw new Error('A group has modules')
  const places = placesOf(group)
  const cells = group.map((module, i): GridCell => {
    const { row = 0, column = 0 } = places[i] ?? {}
    return { row, column, serial: serialsOf.get(module) ?? null }
  })
  const angle = (Math.atan2(first.along.y, first.along.x) * 180) / Math.PI
  return {
    name: commonLayer(group),
    rows: Math.ceil(Math.max(...cells.map(({ row }) => row)) + 1),
    columns: Math.ceil(Math.max(...cells.map(({ column }) => column)) + 1),
    cells: numberInputs([...cells].sort((a, b) => a.row - b.row || a.column - b.column)),
    rotationDeg: Math.round(((angle + 360) % 360) * 10) / 10,
    orientation: first.height >= first.width ? 'portrait' : 'landscape',
    beside: [],
  }
}

/** Whole rows and columns where every module lies in one, else places in cells as large as a module. */
function placesOf(group: readonly Module[]): readonly Readonly<{ row: number; column: number }>[] {
  const lattice = growLattice(group.map(({ center, along }) => ({ center, along })))
  const [first] = group
  if (first === undefined) return []
  const { along, width, height } = first
  const whole = group.map((_, i) => lattice.places.get(i) ?? { row: 0, column: 0 })
  if (lattice.places.size === group.length && areStraight(group, whole)) return whole
  const own = group.map(({ center }) => ({
    column: (center.x * along.x + center.y * along.y) / (width * 1.02),
    row: (center.y * along.x - center.x * along.y) / (height * 1.02),
  }))
  const left = Math.min(...own.map(({ column }) => column))
  const top = Math.min(...own.map(({ row }) => row))
  const round = (value: number): number => Math.round(value * 100) / 100
  return own.map(({ row, column }) => ({ row: round(row - top), column: round(column - left) }))
}

/** Rows laid like bricks hang together as a lattice, too, but their columns do not stand above each other. */
function areStraight(group: readonly Module[], places: readonly Readonly<{ row: number; column: number }>[]): boolean {
  const [first] = group
  if (first === undefined) return true
  const { along, width, height } = first
  const spans = new Map<string, readonly [number, number]>()
  return group.every(({ center }, i) => {
    const { row, column } = places[i] ?? { row: 0, column: 0 }
    const lines = [
      [`c${column}`, (center.x * along.x + center.y * along.y) / width],
      [`r${row}`, (center.y * along.x - center.x * along.y) / height],
    ] as const
    return lines.every(([key, at]) => {
      const [least, most] = spans.get(key) ?? [at, at]
      const span = [Math.min(least, at), Math.max(most, at)] as const
      spans.set(key, span)
      return span[1] - span[0] < 0.4
    })
  })
}

function commonLayer(group: readonly Module[]): string {
  const counts = new Map<string, number>()
  for (const { layer } of group) counts.set(layer, (counts.get(layer) ?? 0) + 1)
  const name = [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? ''
  return name === '0' ? '' : name.slice(0, 60)
}
