/** The layout of nodes and paths: sources above the bus, consumers and storage below it. One unit is one pixel. */
import type { FlowRole } from './flow-model.ts'

export type Point = Readonly<{ x: number; y: number }>

export type NodePlace = Readonly<{
  role: FlowRole
  at: Point
  radius: number
  row: 'top' | 'bottom'
  /** The only node of its row: name and note fit on one line. */
  single: boolean
  /** From the node's edge to the bus. */
  path: string
  /** Middle of the path, with the direction from node to bus in degrees. */
  middle: Point & Readonly<{ angle: number }>
}>

export type FlowLayout = Readonly<{
  width: number
  height: number
  /** A node alone has nobody to exchange with: no bus, no path. */
  hasBus: boolean
  bus: Readonly<{ x: number; y: number; width: number; height: number }>
  places: readonly NodePlace[]
}>

const topRow: readonly FlowRole[] = ['micro', 'pv', 'generator']
const bottomRow: readonly FlowRole[] = ['battery', 'load', 'ups', 'grid']

const LABEL_PX = 22
/** If several nodes share the top row, their notes have their own line. */
const TWO_LABELS_PX = 38
const NOTE_PX = 40
const PATH_PX = 54
const BUS_PX = 12
const NARROWEST_PX = 260
const WIDEST_PX = 620

/** A cubic that leaves the node and reaches the bus vertically: its ends and both its control points. */
const curve = (from: Point, to: Point): readonly [Point, Point, Point, Point] => {
  const half = (from.y + to.y) / 2
  return [from, { x: from.x, y: half }, { x: to.x, y: half }, to]
}

function middleOf([a, b, c, d]: readonly [Point, Point, Point, Point]): NodePlace['middle'] {
  const slope = { x: (d.x - a.x + c.x - b.x) * 0.75, y: (d.y - a.y + c.y - b.y) * 0.75 }
  return {
    x: (a.x + 3 * b.x + 3 * c.x + d.x) / 8,
    y: (a.y + 3 * b.y + 3 * c.y + d.y) / 8,
    angle: (Math.atan2(slope.y, slope.x) * 180) / Math.PI,
  }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** @param width of the drawing in pixels; the height follows */
export function layoutFlow(roles: readonly FlowRole[], width: number): FlowLayout {
  const w = Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width))
  const rows = {
    top: topRow.filter((role) => roles.includes(role)),
    bottom: bottomRow.filter((role) => roles.includes(role)),
  }
  const most = Math.max(rows.top.length, rows.bottom.length, 1)
  const alone = rows.top.length + rows.bottom.length === 1
  const largest = alone ? 66 : w >= 480 ? 54 : most <= 3 ? 46 : 42
  const radius = Math.min(largest, Math.floor(w / most / 2 - 8))
  const topY = (rows.top.length > 1 ? TWO_LABELS_PX : LABEL_PX) + radius
  const busY = rows.top.length > 0 ? topY + radius + PATH_PX : BUS_PX
  const bottomY = busY + BUS_PX + PATH_PX + radius
  const height = rows.bottom.length > 0 ? bottomY + radius + NOTE_PX : alone ? topY + radius + 4 : busY + BUS_PX + 4
  const busWidth = Math.min(w * 0.46, 60 + most * 44)

  const place = (row: 'top' | 'bottom'): readonly NodePlace[] =>
    rows[row].map((role, index) => {
      const count = rows[row].length
      // Two nodes in a row are closer together than the outer thirds of three.
      const spread = count === 2 ? w * 0.72 : w
      const x = (w - spread) / 2 + (spread * (index + 0.5)) / count
      const at = { x, y: row === 'top' ? topY : bottomY }
      const foot = {
        x: w / 2 + ((index + 0.5) / count - 0.5) * busWidth * 0.84,
        y: row === 'top' ? busY : busY + BUS_PX,
      }
      const line = curve({ x, y: row === 'top' ? at.y + radius : at.y - radius }, foot)
      const [a, b, c, d] = line
      return {
        role,
        at,
        radius,
        row,
        single: count === 1,
        path: `M${round(a.x)} ${round(a.y)}C${round(b.x)} ${round(b.y)} ${round(c.x)} ${round(c.y)} ${round(d.x)} ${round(d.y)}`,
        middle: middleOf(line),
      }
    })

  return {
    width: w,
    height,
    hasBus: !alone,
    bus: { x: (w - busWidth) / 2, y: busY, width: busWidth, height: BUS_PX },
    places: [...place('top'), ...place('bottom')],
  }
}
