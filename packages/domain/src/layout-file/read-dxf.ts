import type { Point } from '../photo-grid/plane-geometry.ts'

/*
 * A tolerant reader of what a drawing of modules needs from DXF (Autodesk, DXF reference, ASCII form): pairs of a group
 * code and a value, one per line. Of ENTITIES it takes LINE, LWPOLYLINE, POLYLINE, 3DFACE, SOLID, INSERT (also in rows
 * and columns), TEXT, MTEXT and ATTRIB of the model space; all else is passed over. y runs upwards.
 */
export type DrawnText = Readonly<{ text: string; at: Point }>
export type DrawnShape = Readonly<{ points: readonly Point[]; layer: string }>
export type Drawing = Readonly<{
  /** Closed outlines, without the first point at the end. */
  outlines: readonly DrawnShape[]
  lines: readonly Readonly<{ from: Point; to: Point; layer: string }>[]
  texts: readonly DrawnText[]
}>
export type DxfFault = 'noDxf' | 'binaryDxf' | 'tooLarge'

export const dxfLimits = { characters: 20_000_000, entities: 40_000, points: 400_000, depth: 4 } as const

type Pair = Readonly<{ code: number; value: string }>
type Entity = Readonly<{ type: string; pairs: readonly Pair[] }>
type Sink = { outlines: DrawnShape[]; lines: Drawing['lines'][number][]; texts: DrawnText[]; points: number }
type Move = (point: Point) => Point

/** Reads a drawing, or says why it cannot be read. */
export function readDxf(text: string): Drawing | DxfFault {
  if (text.startsWith('AutoCAD Binary DXF')) return 'binaryDxf'
  if (text.length > dxfLimits.characters) return 'tooLarge'
  const sections = readSections(text)
  if (sections === undefined) return 'noDxf'
  if (sections === 'tooLarge') return 'tooLarge'
  const sink: Sink = { outlines: [], lines: [], texts: [], points: 0 }
  const isWhole = draw(sections.entities, sections, sink, { move: (point) => point, layer: '0', depth: 0 })
  return isWhole ? { outlines: sink.outlines, lines: sink.lines, texts: sink.texts } : 'tooLarge'
}

function* readPairs(text: string): Generator<Pair> {
  let at = 0
  const line = (): string | undefined => {
    if (at >= text.length) return undefined
    const end = text.indexOf('\n', at)
    const found = text.slice(at, end === -1 ? text.length : end)
    at = end === -1 ? text.length : end + 1
    return found.trim()
  }
  for (let head = line(); head !== undefined; head = line()) {
    const value = line()
    if (value === undefined) return
    const code = Number(head)
    // A line that is no code belongs to a comment or a broken file; the next pair may be whole again.
    if (Number.isInteger(code)) yield { code, value }
  }
}

/** The head of a block says which point of it an insert places. */
type Block = Readonly<{ head: Entity; entities: Entity[] }>
type Sections = Readonly<{
  entities: readonly Entity[]
  blocks: ReadonlyMap<string, Block>
  /** Layers that are frozen, and those that are frozen or switched off; in capitals. */
  frozen: ReadonlySet<string>
  hidden: ReadonlySet<string>
}>

function readSections(text: string): Sections | 'tooLarge' | undefined {
  const entities: Entity[] = []
  const blocks = new Map<string, Block>()
  const layers: Entity[] = []
  let section = ''
  let block: Entity[] | undefined
  let pairs: Pair[] = []
  let count = 0
  let isDxf = false
  let isBlockHead = false
  for (const pair of readPairs(text)) {
    const { code, value } = pair
    if (code !== 0) {
      if (code === 2 && section === '?') section = value.toUpperCase()
      else if (code === 2 && isBlockHead) {
        const known = blocks.get(value) ?? { head: { type: 'BLOCK', pairs }, entities: [] }
        blocks.set(value, known)
        block = known.entities
        isBlockHead = false
      } else pairs.push(pair)
      continue
    }
    const type = value.toUpperCase()
    if (type === 'SECTION') {
      section = '?'
      isDxf = true
      continue
    }
    if (type === 'ENDSEC' || type === 'EOF') {
      section = ''
      block = undefined
      continue
    }
    if (section === 'BLOCKS' && type === 'BLOCK') isBlockHead = true
    if (section === 'BLOCKS' && type === 'ENDBLK') block = undefined
    const tables = section === 'TABLES' && type === 'LAYER' ? layers : undefined
    const into = section === 'ENTITIES' ? entities : section === 'BLOCKS' && !isBlockHead ? block : tables
    pairs = []
    if (into === undefined) continue
    count += 1
    if (count > dxfLimits.entities) return 'tooLarge'
    into.push({ type, pairs })
  }
  if (!isDxf) return undefined
  const namesOf = (those: readonly Entity[]) => new Set(those.map((one) => textOf(one, 2).toUpperCase()))
  const isFrozen = (one: Entity): boolean => ((numberOf(one, 70) ?? 0) & 1) === 1
  const isOff = (one: Entity): boolean => (numberOf(one, 62) ?? 0) < 0
  return {
    ...{ entities, blocks },
    frozen: namesOf(layers.filter(isFrozen)),
    hidden: namesOf(layers.filter((one) => isFrozen(one) || isOff(one))),
  }
}

/** Where the entities of a block stand; those on layer 0 are on the layer of what inserts it. */
type Inserted = Readonly<{ move: Move; layer: string; depth: number }>

/** @returns false if the drawing is larger than the limits */
function draw(entities: readonly Entity[], sections: Sections, sink: Sink, inserted: Inserted): boolean {
  const { move, depth } = inserted
  for (let index = 0; index < entities.length; index += 1) {
    const entity = entities[index]
    if (entity === undefined) continue
    sink.points += 1
    if (sink.points > dxfLimits.points) return false
    // What lies on the paper is the frame and the title, at another scale.
    if (numberOf(entity, 67) === 1) continue
    const own = textOf(entity, 8)
    const layer = own === '0' ? inserted.layer : own
    // An earlier plan is often kept on a layer that nobody sees. A block is seen while its own layers are.
    const unseen = entity.type === 'INSERT' ? sections.frozen : sections.hidden
    if (numberOf(entity, 60) === 1 || unseen.has(layer.toUpperCase())) continue
    if (entity.type === 'LINE') {
      const from = pointOf(entity, 10)
      const to = pointOf(entity, 11)
      if (from !== undefined && to !== undefined) sink.lines.push({ from: move(from), to: move(to), layer })
    } else if (entity.type === 'LWPOLYLINE') {
      takeOutline(sink, pointsOf(entity), isClosed(entity), layer, mirrored(entity, move))
    } else if (entity.type === '3DFACE' || entity.type === 'SOLID') {
      // The corners of a solid come in the order of a Z.
      const codes = entity.type === 'SOLID' ? [10, 11, 13, 12] : [10, 11, 12, 13]
      takeOutline(
        sink,
        codes.flatMap((code) => pointOf(entity, code) ?? []),
        true,
        layer,
        mirrored(entity, move),
      )
    } else if (entity.type === 'POLYLINE') {
      const points: Point[] = []
      for (let next = entities[index + 1]; next?.type === 'VERTEX'; next = entities[index + 1]) {
        index += 1
        points.push(...pointsOf(next))
      }
      takeOutline(sink, points, isClosed(entity), layer, mirrored(entity, move))
    } else if (entity.type === 'TEXT' || entity.type === 'MTEXT' || entity.type === 'ATTRIB') {
      // A text that is not aligned to its left has its real place in the second point.
      const at = (entity.type === 'MTEXT' ? undefined : pointOf(entity, 11)) ?? pointOf(entity, 10)
      const text = plainText(entity)
      if (at !== undefined && text !== '') sink.texts.push({ text, at: mirrored(entity, move)(at) })
    } else if (entity.type === 'INSERT' && depth < dxfLimits.depth) {
      const block = sections.blocks.get(textOf(entity, 2))
      if (block === undefined || block.entities.length === 0) continue
      const first = sink.outlines.length
      const places = placesOf(entity, block, move)
      if (places === undefined) return false
      for (const placed of places)
        if (!draw(block.entities, sections, sink, { move: placed, layer, depth: depth + 1 })) return false
      const drawn = sink.outlines.length - first
      const outline = drawn === 1 ? sink.outlines[first] : undefined
      // What an insert says of itself belongs to its only outline, wherever it is written.
      for (
        let next = entities[index + 1];
        next?.type === 'ATTRIB' && outline !== undefined;
        next = entities[index + 1]
      ) {
        index += 1
        const text = plainText(next)
        if (text !== '') sink.texts.push({ text, at: middleOf(outline.points) })
      }
    }
  }
  return true
}

function takeOutline(sink: Sink, points: readonly Point[], closed: boolean, layer: string, move: Move): void {
  sink.points += points.length
  const [first] = points
  const last = points.at(-1)
  const awayFrom = (from: Point, to: Point): number => Math.hypot(from.x - to.x, from.y - to.y)
  // Drawn by hand, in millimeters or in meters: a line that ends where it began, but for a thousandth of its length.
  const length = points.reduce((sum, point, i) => sum + awayFrom(points[i - 1] ?? point, point), 0)
  const isRing = first !== undefined && last !== undefined && awayFrom(first, last) < Math.max(1e-6, 1e-3 * length)
  const ring = isRing ? points.slice(0, -1) : points
  if ((closed || isRing) && ring.length >= 3 && ring.length <= 12) sink.outlines.push({ points: ring.map(move), layer })
}

const numberOf = ({ pairs }: Entity, wanted: number): number | undefined => {
  const value = Number(pairs.find(({ code }) => code === wanted)?.value)
  return Number.isFinite(value) && Math.abs(value) < 1e12 ? value : undefined
}
const textOf = ({ pairs }: Entity, wanted: number): string =>
  (pairs.find(({ code }) => code === wanted)?.value ?? '').slice(0, 200)
const isClosed = (entity: Entity): boolean => ((numberOf(entity, 70) ?? 0) & 1) === 1

function pointOf(entity: Entity, code: number): Point | undefined {
  const x = numberOf(entity, code)
  const y = numberOf(entity, code + 10)
  return x === undefined || y === undefined ? undefined : { x, y }
}

function pointsOf({ pairs }: Entity): readonly Point[] {
  const points: Point[] = []
  let x: number | undefined
  for (const { code, value } of pairs) {
    const number = Number(value)
    if (!Number.isFinite(number)) continue
    if (code === 10) x = number
    if (code === 20 && x !== undefined) {
      points.push({ x, y: number })
      x = undefined
    }
  }
  return points
}

/** MTEXT brings marks of its typesetting, and long ones come in pieces. */
function plainText({ type, pairs }: Entity): string {
  const text = pairs
    .flatMap(({ code, value }) => (code === 1 || (code === 3 && type === 'MTEXT') ? [value] : []))
    .join('')
  return text
    .slice(0, 400)
    .replace(/\\U\+([0-9A-F]{4})/gi, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    .replace(/\\P/g, ' ')
    .replace(/\\[A-Za-z][^;\\{}]{0,80};/g, '')
    .replace(/[{}]/g, '')
    .replace(/%%[a-z]/gi, '')
    .trim()
}

/** An entity that is seen from below runs to the left (its direction of extrusion points down). */
const mirrored = (entity: Entity, move: Move): Move =>
  (numberOf(entity, 230) ?? 1) < 0 ? ({ x, y }) => move({ x: -x, y }) : move

const middleOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})

const MOST_COPIES = 6_000
/** Where the copies of a block stand: one, or rows and columns of them; undefined: too many. */
function placesOf(insert: Entity, { head }: Block, outer: Move): readonly Move[] | undefined {
  const at = pointOf(insert, 10) ?? { x: 0, y: 0 }
  const base = pointOf(head, 10) ?? { x: 0, y: 0 }
  const scale = { x: numberOf(insert, 41) ?? 1, y: numberOf(insert, 42) ?? 1 }
  const angle = ((numberOf(insert, 50) ?? 0) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const countOf = (code: number): number => Math.max(1, Math.floor(numberOf(insert, code) ?? 1))
  const [columns, rows] = [countOf(70), countOf(71)]
  if (columns * rows > MOST_COPIES) return undefined
  const [across, up] = [numberOf(insert, 44) ?? 0, numberOf(insert, 45) ?? 0]
  const turned = mirrored(insert, outer)
  return Array.from({ length: columns * rows }, (_, i): Move => {
    const [column, row] = [i % columns, Math.floor(i / columns)]
    return ({ x, y }) => {
      const [sx, sy] = [(x - base.x) * scale.x + column * across, (y - base.y) * scale.y + row * up]
      return turned({ x: at.x + sx * cos - sy * sin, y: at.y + sx * sin + sy * cos })
    }
  })
}
