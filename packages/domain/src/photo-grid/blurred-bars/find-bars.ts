import type { GrayImage } from '../gray-image.ts'
import type { Point } from '../plane-geometry.ts'

/**
 * A row of bars in a picture: its middle, the direction across its bars, how far it reaches, px, and the angle between
 * its first bars and its last ones (radians).
 */
export type BarBlock = Readonly<{ center: Point; across: Point; length: number; height: number; fan?: number }>

/** Side of the squares in which edges are summed, px. */
const SQUARE = 8
/**
 * How much stronger edges in one direction are than in the others, of the brightness squared. Faint lines beside a label
 * hang together with its bars at the lower limits, and faint bars are lost at the higher ones: all are tried.
 */
const LEAST_EDGES = [0.0012, 0.004, 0.012, 0.04] as const
/** Share of the edges in a square that lie in one direction: noise has all directions. */
const LEAST_COHERENT = 0.25
/** Squares beside each other belong together when their edges differ by less than this (cosine of twice 15 degrees). */
const LEAST_PARALLEL = 0.86
const LEAST_LENGTH = 90
const LEAST_HEIGHT = 14
const LEAST_SQUARES = 12
/** Share of its box that a block fills. */
const LEAST_FILLED = 0.55
const MOST_BLOCKS = 160

/** Where edges of one direction lie beside each other, as those of barcodes do, blurred or not (structure tensor). */
export function findBars(image: GrayImage): readonly BarBlock[] {
  const columns = Math.floor((image.width - 2) / SQUARE)
  const rows = Math.floor((image.height - 2) / SQUARE)
  const cos = new Float32Array(columns * rows)
  const sin = new Float32Array(columns * rows)
  const edges = new Float32Array(columns * rows)
  const { width, data } = image
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      let [xx, yy, xy, sum] = [0, 0, 0, 0]
      for (let y = row * SQUARE + 1; y <= (row + 1) * SQUARE; y += 1)
        for (let x = column * SQUARE + 1; x <= (column + 1) * SQUARE; x += 1) {
          const at = y * width + x
          const dx = (data[at + 1] as number) - (data[at - 1] as number)
          const dy = (data[at + width] as number) - (data[at - width] as number)
          xx += dx * dx
          yy += dy * dy
          xy += dx * dy
          sum += data[at] as number
        }
      const strength = Math.hypot(xx - yy, 2 * xy)
      const mean = sum / SQUARE ** 2
      const at = row * columns + column
      if (strength < LEAST_COHERENT * (xx + yy)) continue
      edges[at] = strength / SQUARE ** 2 / Math.max(1, mean * mean)
      cos[at] = (xx - yy) / strength
      sin[at] = (2 * xy) / strength
    }
  const blocks: BarBlock[] = []
  for (const least of LEAST_EDGES) {
    const isOpen = Uint8Array.from(edges, (edge) => (edge >= least ? 1 : 0))
    for (let start = 0; start < isOpen.length; start += 1) {
      if (isOpen[start] !== 1) continue
      const squares = gather(start, isOpen)
      const block = squares.length < LEAST_SQUARES ? undefined : toBlock(squares)
      if (block && !blocks.some((known) => isAlike(known, block))) blocks.push(block)
    }
  }
  return blocks.sort((a, b) => b.length * b.height - a.length * a.height).slice(0, MOST_BLOCKS)

  /** All squares that hang together with one; they are taken. */
  function gather(start: number, isOpen: Uint8Array): readonly number[] {
    const squares = [start]
    isOpen[start] = 0
    for (let next = 0; next < squares.length; next += 1) {
      const at = squares[next] as number
      const column = at % columns
      for (let dy = -1; dy <= 1; dy += 1)
        for (let dx = -1; dx <= 1; dx += 1) {
          if (column + dx < 0 || column + dx >= columns) continue
          const beside = at + dy * columns + dx
          if (isOpen[beside] !== 1) continue
          const parallel = (cos[at] as number) * (cos[beside] as number) + (sin[at] as number) * (sin[beside] as number)
          if (parallel < LEAST_PARALLEL) continue
          isOpen[beside] = 0
          squares.push(beside)
        }
    }
    return squares
  }

  function toBlock(squares: readonly number[]): BarBlock | undefined {
    let [c, s] = [0, 0]
    for (const at of squares) {
      c += cos[at] as number
      s += sin[at] as number
    }
    const angle = Math.atan2(s, c) / 2
    const across = { x: Math.cos(angle), y: Math.sin(angle) }
    const along: number[] = []
    const beside: number[] = []
    for (const at of squares) {
      const x = ((at % columns) + 0.5) * SQUARE + 1
      const y = (Math.floor(at / columns) + 0.5) * SQUARE + 1
      along.push(x * across.x + y * across.y)
      beside.push(y * across.x - x * across.y)
    }
    const [u0, u1] = extentOf(along)
    const [v0, v1] = extentOf(beside)
    const [length, height] = [u1 - u0, v1 - v0]
    if (length < LEAST_LENGTH || height < LEAST_HEIGHT || length < height) return undefined
    if (squares.length * SQUARE ** 2 < LEAST_FILLED * length * height) return undefined
    const [u, v] = [(u0 + u1) / 2, (v0 + v1) / 2]
    return { center: { x: u * across.x - v * across.y, y: u * across.y + v * across.x }, across, length, height }
  }
}

/** The same block, found at another limit. */
const isAlike = (one: BarBlock, other: BarBlock): boolean =>
  Math.hypot(one.center.x - other.center.x, one.center.y - other.center.y) < 0.06 * one.length &&
  Math.abs(one.length - other.length) < 0.06 * one.length

/** From the one in fifty at either end on: a square that hangs out does not count. */
function extentOf(values: number[]): readonly [number, number] {
  values.sort((a, b) => a - b)
  const skip = Math.floor(values.length / 50)
  return [(values[skip] as number) - SQUARE / 2, (values[values.length - 1 - skip] as number) + SQUARE / 2]
}
