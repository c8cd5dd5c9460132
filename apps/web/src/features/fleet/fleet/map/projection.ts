/** The map's arithmetic: Mercator, the world one unit wide. */
import type { Bounds } from '../../../../api/fleet.ts'

export type Point = Readonly<{ x: number; y: number }>
export type Size = Readonly<{ width: number; height: number }>
/** The point in the middle of the picture, and the width of the world in pixels. */
export type View = Readonly<{ x: number; y: number; k: number }>

/** Mercator has no poles. */
const MOST_LATITUDE = 84
/** A picture spans the world, or down to a few hundred meters. */
const MOST_ZOOM = 2 ** 16
/** A single plant is shown within its part of the continent. */
const FIT_ZOOM = 24
const MARGIN_PX = 56

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value))

export function project(latitudeDeg: number, longitudeDeg: number): Point {
  const latitude = (clamp(latitudeDeg, -MOST_LATITUDE, MOST_LATITUDE) * Math.PI) / 180
  return {
    x: (longitudeDeg + 180) / 360,
    y: 0.5 - Math.log(Math.tan(Math.PI / 4 + latitude / 2)) / (2 * Math.PI),
  }
}

const latitudeOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI

/** The world's edges never come into the picture's middle. */
function keepInside({ x, y, k }: View, { width }: Size): View {
  const scale = clamp(k, Math.min(width, 480), width * MOST_ZOOM)
  return { x: clamp(x, 0, 1), y: clamp(y, 0.05, 0.95), k: scale }
}

export const toScreen = (view: View, { width, height }: Size, point: Point): Point => ({
  x: (point.x - view.x) * view.k + width / 2,
  y: (point.y - view.y) * view.k + height / 2,
})

/** All points in the picture, with room around them. @param mostZoom of the picture's width; absent: a single point keeps its surroundings */
export function fitView(points: readonly Point[], size: Size, mostZoom = FIT_ZOOM): View {
  if (points.length === 0) return keepInside({ x: 0.5, y: 0.4, k: size.width }, size)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const room = { width: Math.max(1, size.width - 2 * MARGIN_PX), height: Math.max(1, size.height - 2 * MARGIN_PX) }
  const k = Math.min(
    room.width / Math.max(east - west, 1e-12),
    room.height / Math.max(south - north, 1e-12),
    size.width * mostZoom,
  )
  return keepInside({ x: (west + east) / 2, y: (north + south) / 2, k }, size)
}

/** Closer to some points than before, however close together they stand. */
export const enterView = (points: readonly Point[], size: Size): View => fitView(points, size, MOST_ZOOM)

/** @param about a pixel that stays where it is; absent: the middle */
export function zoomView(view: View, factor: number, size: Size, about?: Point): View {
  const { k } = keepInside({ ...view, k: view.k * factor }, size)
  const [dx, dy] = about ? [about.x - size.width / 2, about.y - size.height / 2] : [0, 0]
  return keepInside({ x: view.x + dx / view.k - dx / k, y: view.y + dy / view.k - dy / k, k }, size)
}

/** Moves the picture's content, in pixels. */
export const panView = (view: View, dx: number, dy: number, size: Size): View =>
  keepInside({ ...view, x: view.x - dx / view.k, y: view.y - dy / view.k }, size)

export const isClosest = ({ k }: View, { width }: Size): boolean => k >= width * MOST_ZOOM * 0.99

/**
 * Bounds for the server: the picture and half of one around it, on a grid of halves, so that a small move needs no new
 * request.
 */
export function boundsOf(view: View, { width, height }: Size): Bounds {
  const step = 2 ** Math.floor(Math.log2(width / view.k)) / 2
  const down = (value: number) => clamp(Math.floor(value / step) * step, 0, 1)
  const up = (value: number) => clamp(Math.ceil(value / step) * step, 0, 1)
  const [halfX, halfY] = [width / view.k, height / view.k]
  return {
    west: down(view.x - halfX) * 360 - 180,
    east: up(view.x + halfX) * 360 - 180,
    north: latitudeOf(down(view.y - halfY)),
    south: latitudeOf(up(view.y + halfY)),
  }
}
