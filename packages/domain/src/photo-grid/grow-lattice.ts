import { distance, fitHomography, type Homography, invert, type Point, project } from './plane-geometry.ts'

/** A code in a picture: where it is, and the unit vector in which it is read. */
export type Spot = Readonly<{ center: Point; along: Point }>
export type Place = Readonly<{ row: number; column: number }>
export type Lattice = Readonly<{
  /** By the index of the spot; a spot that fits in no cell has none. The smallest row and column are 0. */
  places: ReadonlyMap<number, Place>
  rows: number
  columns: number
  /** From (column, row), whole numbers at the centers of cells, to the picture; undefined with too few spots. */
  toPicture: Homography | undefined
}>
type Grown = Readonly<{ at: Map<number, Place>; error: number }>
type Basis = Readonly<{ u: Point; v: Point }>

/** A cell is looked for where its neighbors say; this share of the pitch away it is another one. */
const NEAR = 0.36
const MOST_SEEDS = 14
/** Rows and columns that one picture can hold. */
export const MOST_LINES = 100

/**
 * Puts spots of a picture into rows and columns, at any perspective and rotation: from a seed the neighbors are found
 * cell by cell, then a homography over all of them finds the spots beyond gaps. The seed that places most wins. Rows
 * run in the direction in which most codes are read.
 */
export function growLattice(spots: readonly Spot[]): Lattice {
  const seeds = pickSeeds(spots)
  let best: Grown = { at: new Map(), error: 0 }
  for (const seed of seeds) {
    const grown = growFrom(spots, seed, basisAt(spots, seed))
    if (isBetter(grown, best)) best = grown
    // All of them, close together, and well: no other seed can do better.
    if (best.at.size === spots.length && best.error < 0.1 && cellsOf(best.at) <= 1.3 * spots.length) break
  }
  return settle(spots, turnToReading(spots, best.at))
}

/** Most spots in the fewest cells: a slanted lattice holds all of them, too, but in more cells. */
function isBetter(next: Grown, best: Grown): boolean {
  if (next.at.size !== best.at.size) return next.at.size > best.at.size
  const more = cellsOf(next.at) - cellsOf(best.at)
  return more === 0 ? next.error < best.error : more < 0
}

function cellsOf(at: ReadonlyMap<number, Place>): number {
  const span = (lines: readonly number[]): number => Math.max(...lines) - Math.min(...lines) + 1
  const places = [...at.values()]
  return places.length === 0 ? 0 : span(places.map(({ row }) => row)) * span(places.map(({ column }) => column))
}

/** Spots spread over the list: which of them stand at an edge or beside a gap is not known yet. */
function pickSeeds(spots: readonly Spot[]): readonly number[] {
  const count = Math.min(MOST_SEEDS, spots.length)
  return Array.from({ length: count }, (_, i) => Math.floor(((i + 0.5) * spots.length) / count))
}

/** The steps to the next column and row as the neighbors of one spot suggest them. */
function basisAt(spots: readonly Spot[], seed: number): Basis {
  const { center, along } = spots[seed] ?? { center: { x: 0, y: 0 }, along: { x: 1, y: 0 } }
  const across = { x: -along.y, y: along.x }
  const nearest = (axis: Point, other: Point): Point | undefined => {
    let best: Point | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [index, spot] of spots.entries()) {
      if (index === seed) continue
      const d = { x: spot.center.x - center.x, y: spot.center.y - center.y }
      const forward = d.x * axis.x + d.y * axis.y
      const aside = Math.abs(d.x * other.x + d.y * other.y)
      if (aside > 0.5 * Math.abs(forward)) continue
      const cost = Math.abs(forward) + 3 * aside
      if (cost >= least) continue
      least = cost
      best = forward > 0 ? d : { x: -d.x, y: -d.y }
    }
    return best
  }
  const u = nearest(along, across)
  const v = nearest(across, along)
  // One line of codes has no second direction: any that crosses it does.
  if (u === undefined && v === undefined) return { u: along, v: across }
  if (u === undefined && v !== undefined) return { u: { x: v.y, y: -v.x }, v }
  return { u: u ?? along, v: v ?? (u === undefined ? across : { x: -u.y, y: u.x }) }
}

const keyOf = (column: number, row: number): number => (row + 500) * 1_000 + column + 500

function growFrom(spots: readonly Spot[], seed: number, basis: Basis): Grown {
  const at = new Map<number, Place>([[seed, { row: 0, column: 0 }]])
  const taken = new Map<number, number>([[keyOf(0, 0), seed]])
  const bases = new Map<number, Basis>([[seed, basis]])
  const put = (index: number, place: Place, own: Basis): boolean => {
    const { row, column } = place
    if (Math.abs(row) > MOST_LINES || Math.abs(column) > MOST_LINES || taken.has(keyOf(column, row))) return false
    at.set(index, place)
    taken.set(keyOf(column, row), index)
    bases.set(index, own)
    return true
  }
  const step = (from: number, columns: number, rows: number): number | undefined => {
    const place = at.get(from)
    const own = bases.get(from)
    const spot = spots[from]
    if (place === undefined || own === undefined || spot === undefined) return undefined
    const { u, v } = own
    const target = {
      x: spot.center.x + columns * u.x + rows * v.x,
      y: spot.center.y + columns * u.y + rows * v.y,
    }
    const reach = NEAR * Math.min(Math.hypot(u.x, u.y), Math.hypot(v.x, v.y))
    const found = findNear(spots, target, reach, at)
    if (found === undefined) return undefined
    const next = spots[found]
    if (next === undefined) return undefined
    const d = { x: next.center.x - spot.center.x, y: next.center.y - spot.center.y }
    const fresh = (old: Point, count: number): Point => ({
      x: 0.5 * old.x + (0.5 * d.x) / count,
      y: 0.5 * old.y + (0.5 * d.y) / count,
    })
    // A step along one axis teaches the next one along it.
    const learned = rows === 0 ? { u: fresh(u, columns), v } : columns === 0 ? { u, v: fresh(v, rows) } : own
    return put(found, { row: place.row + rows, column: place.column + columns }, learned) ? found : undefined
  }
  const flood = (from: readonly number[], steps: readonly (readonly [number, number])[]): number => {
    const queue = [...from]
    let count = 0
    for (let index = queue.shift(); index !== undefined; index = queue.shift())
      for (const [columns, rows] of steps) {
        const found = step(index, columns, rows)
        if (found === undefined) continue
        count += 1
        queue.push(found)
      }
    return count
  }
  flood([seed], nextSteps)
  for (let round = 0; round < 12 && at.size < spots.length; round += 1) {
    const beyond = placeByMap(spots, at, put, bases)
    const count = beyond.length + flood(beyond, nextSteps)
    if (count === 0 && flood([...at.keys()], farSteps) === 0) break
  }
  return refine(spots, { at, error: errorOf(spots, at) })
}

/** Puts every spot where the map over all of them says, as long as that makes the map better. */
function refine(spots: readonly Spot[], grown: Grown): Grown {
  let best = grown
  for (let round = 0; round < 6; round += 1) {
    const map = mapOf(spots, best.at)
    const back = map === undefined ? undefined : invert(map)
    if (back === undefined) return best
    const byCell = new Map<number, Readonly<{ index: number; place: Place; off: number }>>()
    for (const [index, { center }] of spots.entries()) {
      const where = project(back, center)
      const place = { row: Math.round(where.y), column: Math.round(where.x) }
      const off = Math.hypot(where.x - place.column, where.y - place.row)
      if (!(off < 0.4) || Math.abs(place.row) > MOST_LINES || Math.abs(place.column) > MOST_LINES) continue
      const key = keyOf(place.column, place.row)
      if (off < (byCell.get(key)?.off ?? Number.POSITIVE_INFINITY)) byCell.set(key, { index, place, off })
    }
    const at = new Map([...byCell.values()].map(({ index, place }) => [index, place]))
    const error = errorOf(spots, at)
    if (at.size < best.at.size || (at.size === best.at.size && error >= best.error - 1e-6)) return best
    best = { at, error }
  }
  return best
}

const nextSteps = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const
const farSteps = [
  ...nextSteps,
  ...[1, -1].flatMap((a) => [1, -1].map((b) => [a, b] as const)),
  ...[2, -2, 3, -3].flatMap((n) => [[n, 0] as const, [0, n] as const]),
]

function findNear(
  spots: readonly Spot[],
  target: Point,
  reach: number,
  at: ReadonlyMap<number, Place>,
): number | undefined {
  let found: number | undefined
  let least = reach
  for (const [index, { center }] of spots.entries()) {
    const away = distance(center, target)
    if (away > least || at.has(index)) continue
    least = away
    found = index
  }
  return found
}

const pairsOf = (spots: readonly Spot[], at: ReadonlyMap<number, Place>) =>
  [...at].flatMap(([index, { row, column }]) => {
    const spot = spots[index]
    return spot === undefined ? [] : [{ from: { x: column, y: row }, to: spot.center }]
  })

/** Two rows and two columns at least: fewer say nothing about the perspective. */
function mapOf(spots: readonly Spot[], at: ReadonlyMap<number, Place>): Homography | undefined {
  const places = [...at.values()]
  const isFlat = new Set(places.map(({ row }) => row)).size < 2 || new Set(places.map(({ column }) => column)).size < 2
  return isFlat || places.length < 5 ? undefined : fitHomography(pairsOf(spots, at))
}

function placeByMap(
  spots: readonly Spot[],
  at: ReadonlyMap<number, Place>,
  put: (index: number, place: Place, basis: Basis) => boolean,
  bases: ReadonlyMap<number, Basis>,
): number[] {
  const map = mapOf(spots, at)
  const back = map === undefined ? undefined : invert(map)
  const some = bases.values().next().value
  if (map === undefined || back === undefined || some === undefined) return []
  const placed: number[] = []
  for (const [index, { center }] of spots.entries()) {
    if (at.has(index)) continue
    const where = project(back, center)
    const column = Math.round(where.x)
    const row = Math.round(where.y)
    if (!(Math.hypot(where.x - column, where.y - row) < 0.3)) continue
    const here = project(map, { x: column, y: row })
    const right = project(map, { x: column + 1, y: row })
    const below = project(map, { x: column, y: row + 1 })
    const own = {
      u: { x: right.x - here.x, y: right.y - here.y },
      v: { x: below.x - here.x, y: below.y - here.y },
    }
    if (put(index, { row, column }, own)) placed.push(index)
  }
  return placed
}

/** The mean distance of the spots from the centers of their cells, in cells. */
function errorOf(spots: readonly Spot[], at: ReadonlyMap<number, Place>): number {
  const map = mapOf(spots, at)
  const back = map === undefined ? undefined : invert(map)
  if (back === undefined) return 1
  const pairs = pairsOf(spots, at)
  return pairs.reduce((sum, { from, to }) => sum + distance(project(back, to), from), 0) / pairs.length
}

/** Turns rows and columns by quarters until they run as most codes are read. */
function turnToReading(spots: readonly Spot[], at: ReadonlyMap<number, Place>): ReadonlyMap<number, Place> {
  const { u, v } = axesOf(spots, at)
  const votes = [0, 0, 0, 0]
  for (const index of at.keys()) {
    const along = spots[index]?.along
    if (along === undefined) continue
    const onU = (along.x * u.x + along.y * u.y) / Math.hypot(u.x, u.y)
    const onV = (along.x * v.x + along.y * v.y) / Math.hypot(v.x, v.y)
    const quarter = Math.abs(onU) >= Math.abs(onV) ? (onU >= 0 ? 0 : 2) : onV >= 0 ? 1 : 3
    votes[quarter] = (votes[quarter] ?? 0) + 1
  }
  const quarter = votes.indexOf(Math.max(...votes))
  return new Map(
    [...at].map(([index, { row, column }]) => {
      const turned = [
        { row, column },
        { row: -column, column: row },
        { row: -row, column: -column },
        { row: column, column: -row },
      ][quarter]
      return [index, turned ?? { row, column }]
    }),
  )
}

function axesOf(spots: readonly Spot[], at: ReadonlyMap<number, Place>): Basis {
  const byKey = new Map([...at].map(([index, { row, column }]) => [keyOf(column, row), index]))
  const sum = { u: { x: 0, y: 0 }, v: { x: 0, y: 0 } }
  for (const [index, { row, column }] of at)
    for (const [axis, key] of [
      [sum.u, keyOf(column + 1, row)],
      [sum.v, keyOf(column, row + 1)],
    ] as const) {
      const from = spots[index]?.center
      const to = spots[byKey.get(key) ?? -1]?.center
      if (from === undefined || to === undefined) continue
      axis.x += to.x - from.x
      axis.y += to.y - from.y
    }
  const { u, v } = sum
  const hasU = Math.hypot(u.x, u.y) > 0
  const hasV = Math.hypot(v.x, v.y) > 0
  if (!hasU && !hasV) return { u: { x: 1, y: 0 }, v: { x: 0, y: 1 } }
  return { u: hasU ? u : { x: v.y, y: -v.x }, v: hasV ? v : { x: -u.y, y: u.x } }
}

function settle(spots: readonly Spot[], at: ReadonlyMap<number, Place>): Lattice {
  const places = [...at.values()]
  const firstRow = Math.min(...places.map(({ row }) => row))
  const firstColumn = Math.min(...places.map(({ column }) => column))
  const moved = new Map(
    [...at].map(([index, { row, column }]) => [index, { row: row - firstRow, column: column - firstColumn }]),
  )
  const rows = Math.max(0, ...[...moved.values()].map(({ row }) => row + 1))
  const columns = Math.max(0, ...[...moved.values()].map(({ column }) => column + 1))
  return { places: moved, rows, columns, toPicture: mapOf(spots, moved) }
}
