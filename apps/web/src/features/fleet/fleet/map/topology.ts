import { type Point, project } from './projection.ts'

type Arcs = readonly (readonly (readonly [number, number])[])[]
type Polygons = Readonly<{ type: 'MultiPolygon'; arcs: readonly (readonly (readonly number[])[])[] }>
/** As much of TopoJSON (its specification, version 1.0.1) as the world's outlines use. */
export type Topology = Readonly<{
  transform: Readonly<{ scale: readonly [number, number]; translate: readonly [number, number] }>
  arcs: Arcs
  objects: Readonly<{ land: Readonly<{ geometries: readonly Polygons[] }> }>
}>

/** The world in paths is this wide, so that three decimals are enough. */
export const WORLD_WIDTH = 1000

/** Arcs are steps from a corner, in whole numbers. */
function readArcs({ arcs, transform }: Topology): readonly (readonly Point[])[] {
  const { scale, translate } = transform
  return arcs.map((arc) => {
    let [x, y] = [0, 0]
    return arc.map(([dx, dy]) => {
      x += dx
      y += dy
      return project(y * scale[1] + translate[1], x * scale[0] + translate[0])
    })
  })
}

const write = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${(x * WORLD_WIDTH).toFixed(3)},${(y * WORLD_WIDTH).toFixed(3)}`).join('L')

/** Below the picture. */
const SOUTH = 1.2

/** A line that crosses the 180th meridian would jump from edge to edge; this continues it beyond the edge. */
function unwrap(points: readonly Point[]): readonly Point[] {
  let worlds = 0
  return points.map(({ x, y }, at) => {
    const step = x - (points[at - 1]?.x ?? x)
    worlds += step > 0.5 ? -1 : step < -0.5 ? 1 : 0
    return { x: x + worlds, y }
  })
}

const shift = (points: readonly Point[], by: number): readonly Point[] => points.map(({ x, y }) => ({ x: x + by, y }))

/** An area as a path: what lies beyond an edge of the world is drawn at the other one too. */
function ringPath(points: readonly Point[]): string {
  const ring = [...unwrap(points)]
  const [first, last] = [ring[0], ring.at(-1)]
  if (first === undefined || last === undefined) return ''
  // One that goes around the world encloses the south pole.
  if (Math.abs(last.x - first.x) > 0.5) ring.push({ x: last.x, y: SOUTH }, { x: first.x, y: SOUTH })
  const xs = ring.map(({ x }) => x)
  const copies = [0, ...(Math.max(...xs) > 1 ? [-1] : []), ...(Math.min(...xs) < 0 ? [1] : [])]
  return copies.map((by) => `M${write(shift(ring, by))}Z`).join('')
}

/** A line as a path, in parts where it jumps from edge to edge. */
function linePath(points: readonly Point[]): string {
  const parts: Point[][] = [[]]
  for (const [at, point] of points.entries()) {
    if (Math.abs(point.x - (points[at - 1]?.x ?? point.x)) > 0.5) parts.push([])
    parts.at(-1)?.push(point)
  }
  return parts.map((part) => `M${write(part)}`).join('')
}

/** The land as an area and every coast and border as a line, for `d` of a path. */
export function toPaths(topology: Topology): Readonly<{ land: string; borders: string }> {
  const arcs = readArcs(topology)
  // ~n is arc n walked backwards.
  const ring = (indexes: readonly number[]): string =>
    ringPath(indexes.flatMap((index) => (index >= 0 ? (arcs[index] ?? []) : (arcs[~index] ?? []).toReversed())))
  const land = topology.objects.land.geometries.flatMap(({ arcs: polygons }) => polygons.flat().map(ring))
  return { land: land.join(''), borders: arcs.map(linePath).join('') }
}
