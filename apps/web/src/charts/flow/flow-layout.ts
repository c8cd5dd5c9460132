/** The layout of nodes and paths: sources above the bus, consumers and storage below it. One unit is one pixel. */
import type { FlowRole } from './flow-model.ts'

export type Point = Readonly<{ x: number; y: number }>

export type NodePlace = Readonly<{
  role: FlowRole
  at: Point
  radius: number
  row: 'top' | 'bottom'
  /** Alone in the upper row. */
  single: boolean
  /** How wide its words may be. */
  roomPx: number
  /** From the node's edge to the bus. */
  path: string
  /** Where the arrow stands, with the direction from node to bus in degrees. */
  arrow: Point & Readonly<{ angle: number }>
  /** Where equipment on the path stands, one after the other from the node; empty without any. */
  stops: readonly Point[]
}>

export type FlowLayout = Readonly<{
  width: number
  height: number
  /** A single node exchanges nothing: no bus, no path. */
  hasBus: boolean
  bus: Readonly<{ x: number; y: number; width: number; height: number }>
  places: readonly NodePlace[]
}>

const topRow: readonly FlowRole[] = ['micro', 'pv', 'generator']
const bottomRow: readonly FlowRole[] = ['battery', 'load', 'smartLoad', 'ups', 'grid']
/** These go below the others where one row has no room for all. */
const secondRow: ReadonlySet<FlowRole> = new Set(['smartLoad', 'ups'])

const LABEL_PX = 22
export const LINE_PX = 16
/** Name and note below a node. */
const NOTE_PX = 40
const PATH_PX = 54
/** More for each piece of equipment on a path. */
const STOP_PX = 22
/** Where five nodes would have to be smaller than this, they stand in two rows. */
const SMALLEST_RADIUS = 40
/** As many have room in a row, however narrow. */
const MOST_IN_ROW = 4
const BUS_PX = 12
const NARROWEST_PX = 260
const WIDEST_PX = 620

type Curve = readonly [Point, Point, Point, Point]

/** A cubic that leaves the node and reaches the bus vertically: its ends and both its control points. */
const curve = (from: Point, to: Point): Curve => {
  const half = (from.y + to.y) / 2
  return [from, { x: from.x, y: half }, { x: to.x, y: half }, to]
}

/** @param t 0 at the node, 1 at the bus */
function pointAt([a, b, c, d]: Curve, t: number): Point & Readonly<{ angle: number }> {
  const u = 1 - t
  const on = (pick: (point: Point) => number) =>
    u ** 3 * pick(a) + 3 * u * u * t * pick(b) + 3 * u * t * t * pick(c) + t ** 3 * pick(d)
  const slope = (pick: (point: Point) => number) =>
    3 * (u * u * (pick(b) - pick(a)) + 2 * u * t * (pick(c) - pick(b)) + t * t * (pick(d) - pick(c)))
  const x = ({ x }: Point) => x
  const y = ({ y }: Point) => y
  return { x: on(x), y: on(y), angle: (Math.atan2(slope(y), slope(x)) * 180) / Math.PI }
}

const round = (value: number): number => Math.round(value * 10) / 10

/** How many pieces of equipment stand on the path of a role. */
export type FlowStops = Readonly<Partial<Record<FlowRole, number>>>

/** Two nodes in a row are closer together than the outer thirds of three. */
const spreadOf = (count: number, w: number): number => (count === 2 ? w * 0.72 : w)

const radiusFor = (count: number, w: number, alone: boolean): number => {
  const largest = alone ? 66 : w >= 480 ? 54 : count <= 3 ? 46 : 42
  return Math.min(largest, Math.floor(spreadOf(count, w) / count / 2 - 8))
}

/** How many lines the words of a node need in their room. */
export type CountLines = (role: FlowRole, roomPx: number, isSingle: boolean) => number

/**
 * @param width of the drawing in pixels; the height follows
 * @param countLines a line of the name and one of the note, unless it says otherwise
 */
export function layoutFlow(
  roles: readonly FlowRole[],
  width: number,
  stops: FlowStops = {},
  countLines: CountLines = (_, __, isSingle) => (isSingle ? 1 : 2),
): FlowLayout {
  const w = Math.min(WIDEST_PX, Math.max(NARROWEST_PX, width))
  const top = topRow.filter((role) => roles.includes(role))
  const below = bottomRow.filter((role) => roles.includes(role))
  const isTwoRows = below.length > MOST_IN_ROW && radiusFor(below.length, w, false) < SMALLEST_RADIUS
  const bottom = isTwoRows ? below.filter((role) => !secondRow.has(role)) : below
  const second = isTwoRows ? below.filter((role) => secondRow.has(role)) : []
  const most = Math.max(top.length, bottom.length, 1)
  const alone = top.length + below.length === 1
  const radius = radiusFor(most, w, alone)
  const longest = (row: readonly FlowRole[]) => PATH_PX + STOP_PX * Math.max(0, ...row.map((role) => stops[role] ?? 0))
  const roomOf = (row: readonly FlowRole[]) => spreadOf(row.length, w) / Math.max(1, row.length)
  const secondRoom = bottom.length > 1 ? w / bottom.length : w / Math.max(1, second.length)
  const isSingle = (row: readonly FlowRole[]) => row === top && row.length === 1
  const linesOf = (row: readonly FlowRole[], roomPx: number) =>
    Math.max(isSingle(row) ? 1 : 2, ...row.map((role) => countLines(role, roomPx, isSingle(row))))
  const noteOf = (row: readonly FlowRole[], roomPx: number) => NOTE_PX + LINE_PX * (linesOf(row, roomPx) - 2)
  const topY = LABEL_PX + LINE_PX * (linesOf(top, roomOf(top)) - 1) + radius
  const busY = top.length > 0 ? topY + radius + longest(top) : BUS_PX
  const bottomY = busY + BUS_PX + longest(bottom) + radius
  const secondY = bottomY + 2 * radius + noteOf(bottom, roomOf(bottom)) + LABEL_PX
  const lowestY =
    second.length > 0
      ? secondY + radius + noteOf(second, secondRoom)
      : bottomY + radius + noteOf(bottom, roomOf(bottom))
  const height = below.length > 0 ? lowestY : alone ? topY + radius + 4 : busY + BUS_PX + 4
  const busWidth = Math.min(w * 0.46, 60 + most * 44)

  const place = (
    role: FlowRole,
    at: Point,
    footX: number,
    { row, single, roomPx }: Pick<NodePlace, 'row' | 'single' | 'roomPx'>,
  ): NodePlace => {
    const foot = { x: footX, y: row === 'top' ? busY : busY + BUS_PX }
    const edgeY = row === 'top' ? at.y + radius : at.y - radius
    // From the second row straight up between the nodes of the first, and bent only above them.
    const bendY = at.y === secondY ? bottomY - radius : edgeY
    const line = curve({ x: at.x, y: bendY }, foot)
    const [a, b, c, d] = line
    const count = stops[role] ?? 0
    return {
      role,
      at,
      radius,
      row,
      single,
      roomPx,
      path: `M${round(a.x)} ${round(edgeY)}V${round(a.y)}C${round(b.x)} ${round(b.y)} ${round(c.x)} ${round(c.y)} ${round(d.x)} ${round(d.y)}`,
      arrow: pointAt(line, count === 0 ? 0.5 : 0.85),
      stops: Array.from({ length: count }, (_, index) => pointAt(line, 0.68 * ((index + 0.6) / count))),
    }
  }
  const placeRow = (row: readonly FlowRole[], side: 'top' | 'bottom'): readonly NodePlace[] =>
    row.map((role, index) => {
      const count = row.length
      const spread = spreadOf(row.length, w)
      const at = { x: (w - spread) / 2 + (spread * (index + 0.5)) / count, y: side === 'top' ? topY : bottomY }
      return place(role, at, w / 2 + ((index + 0.5) / count - 0.5) * busWidth * 0.84, {
        row: side,
        single: isSingle(row),
        roomPx: roomOf(row),
      })
    })
  // Between the nodes of the row above, so that their paths pass.
  const placeSecond = (role: FlowRole, index: number): NodePlace => {
    const gaps = Math.max(1, bottom.length - 1)
    const x = bottom.length > 1 ? (w * (index + 1)) / (gaps + 1) : (w * (index + 0.5)) / second.length
    return place(role, { x, y: secondY }, w / 2 + ((index + 1) / (gaps + 1) - 0.5) * busWidth * 0.84, {
      row: 'bottom',
      single: false,
      roomPx: secondRoom,
    })
  }

  return {
    width: w,
    height,
    hasBus: !alone,
    bus: { x: (w - busWidth) / 2, y: busY, width: busWidth, height: BUS_PX },
    places: [...placeRow(top, 'top'), ...placeRow(bottom, 'bottom'), ...second.map(placeSecond)],
  }
}
