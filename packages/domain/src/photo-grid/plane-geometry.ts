/** A point of a picture (pixels, y downwards) or of a page (mm, y downwards). */
export type Point = Readonly<{ x: number; y: number }>
/** Top left, top right, bottom right, bottom left, as the content reads. */
export type Corners = readonly [Point, Point, Point, Point]
/** A projective map of the plane: nine numbers, row by row. */
export type Homography = readonly number[]
export type PointPair = Readonly<{ from: Point; to: Point }>

/** The mean of the four corners. */
export const centerOf = (corners: Corners): Point => ({
  x: corners.reduce((sum, { x }) => sum + x, 0) / 4,
  y: corners.reduce((sum, { y }) => sum + y, 0) / 4,
})

/** The distance of two points. */
export const distance = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y)

/** The longest side of a quadrilateral. */
export const sizeOf = ([a, b, c, d]: Corners): number =>
  Math.max(distance(a, b), distance(b, c), distance(c, d), distance(d, a))

/** Where a map takes a point. */
export function project(map: Homography, { x, y }: Point): Point {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 1] = map
  const w = g * x + h * y + i
  return { x: (a * x + b * y + c) / w, y: (d * x + e * y + f) / w }
}

/**
 * The map that takes each `from` nearest to its `to` (least squares of the linear equations, with both sides scaled to
 * the unit square first; Hartley, "In Defense of the Eight-Point Algorithm", 1997).
 * @returns undefined for fewer than four pairs, or if the points lie on one line
 */
export function fitHomography(pairs: readonly PointPair[]): Homography | undefined {
  if (pairs.length < 4) return undefined
  const from = scaleOf(pairs.map((pair) => pair.from))
  const to = scaleOf(pairs.map((pair) => pair.to))
  if (from === undefined || to === undefined) return undefined
  const sums: number[][] = Array.from({ length: 8 }, () => new Array<number>(9).fill(0))
  const add = (row: readonly number[]): void => {
    for (let i = 0; i < 8; i += 1) {
      const line = sums[i]
      if (line === undefined) continue
      for (let j = 0; j < 9; j += 1) line[j] = (line[j] ?? 0) + (row[i] ?? 0) * (row[j] ?? 0)
    }
  }
  for (const pair of pairs) {
    const p = from.apply(pair.from)
    const q = to.apply(pair.to)
    add([p.x, p.y, 1, 0, 0, 0, -p.x * q.x, -p.y * q.x, q.x])
    add([0, 0, 0, p.x, p.y, 1, -p.x * q.y, -p.y * q.y, q.y])
  }
  const solved = solve(sums)
  if (solved === undefined) return undefined
  return multiply(multiply(to.back, [...solved, 1]), from.map)
}

/** The map in the other direction; undefined where it has none. */
export function invert(map: Homography): Homography | undefined {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = map
  const size = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  if (!Number.isFinite(size) || Math.abs(size) < 1e-14) return undefined
  return [
    (e * i - f * h) / size,
    (c * h - b * i) / size,
    (b * f - c * e) / size,
    (f * g - d * i) / size,
    (a * i - c * g) / size,
    (c * d - a * f) / size,
    (d * h - e * g) / size,
    (b * g - a * h) / size,
    (a * e - b * d) / size,
  ]
}

function multiply(p: Homography, q: Homography): Homography {
  const at = (map: Homography, row: number, column: number): number => map[row * 3 + column] ?? 0
  return Array.from({ length: 9 }, (_, i) => {
    const row = Math.floor(i / 3)
    const column = i % 3
    return at(p, row, 0) * at(q, 0, column) + at(p, row, 1) * at(q, 1, column) + at(p, row, 2) * at(q, 2, column)
  })
}

function scaleOf(points: readonly Point[]) {
  const n = points.length
  const x = points.reduce((sum, point) => sum + point.x, 0) / n
  const y = points.reduce((sum, point) => sum + point.y, 0) / n
  const spread = points.reduce((sum, point) => sum + Math.hypot(point.x - x, point.y - y), 0) / n
  if (!(spread > 0)) return undefined
  const by = Math.SQRT2 / spread
  return {
    apply: (point: Point): Point => ({ x: (point.x - x) * by, y: (point.y - y) * by }),
    map: [by, 0, -x * by, 0, by, -y * by, 0, 0, 1],
    back: [1 / by, 0, x, 0, 1 / by, y, 0, 0, 1],
  }
}

/** Gauss with the largest pivot first; each row holds its coefficients and its right side. */
function solve(rows: number[][]): readonly number[] | undefined {
  const n = rows.length
  for (let at = 0; at < n; at += 1) {
    let best = at
    for (let row = at + 1; row < n; row += 1)
      if (Math.abs(rows[row]?.[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0)) best = row
    const pivot = rows[best]
    const here = rows[at]
    if (pivot === undefined || here === undefined || Math.abs(pivot[at] ?? 0) < 1e-9) return undefined
    rows[best] = here
    rows[at] = pivot
    for (const [index, row] of rows.entries()) {
      if (index === at) continue
      const factor = (row[at] ?? 0) / (pivot[at] ?? 1)
      if (factor !== 0) for (let j = at; j <= n; j += 1) row[j] = (row[j] ?? 0) - factor * (pivot[j] ?? 0)
    }
  }
  const found = rows.map((row, i) => (row[n] ?? 0) / (row[i] ?? 1))
  return found.every(Number.isFinite) ? found : undefined
}
