import { crop, cutOut, evenOut, type GrayImage, shrink, turnImage } from './gray-image.ts'
import { type FoundCode, gridOfCodes, type RecognizedGrid } from './grid-of-codes.ts'
import { type Corners, centerOf, distance, type Point, sizeOf } from './plane-geometry.ts'

/** Finds all codes in a picture; corners in its pixels. */
export type Decode = (image: GrayImage) => Promise<readonly FoundCode[]>

/** The longer side of the first look at the whole picture, in pixels. */
const WHOLE = 2_000
/** Parts of a larger picture at full size; they overlap by a third, so that each code is whole in one of them. */
const TILE = 1_500
/** The longer side of a picture that is turned. */
const ASLANT = 3_000
/** With quarter turns, which readers try by themselves, no bars lie further than 12 degrees aside. */
const SLANTS = [22.5, -22.5, 45] as const
/** An empty cell is looked at again by itself. */
const MOST_SECOND_LOOKS = 80
const CELL_WIDTH = 640

/**
 * Reads a photo of labels: the whole picture, the same without its shadows, parts at full size; then again each cell in
 * which a code is expected and was not read.
 * @param isLate stops further looks, so that what was found until then is the answer
 * @returns undefined where no code holds a serial
 */
export async function readPhoto(
  image: GrayImage,
  decode: Decode,
  isLate: () => boolean = () => false,
): Promise<RecognizedGrid | undefined> {
  let found = await lookAtWhole(image, decode, isLate)
  let grid = gridOfCodes(found)
  for (let round = 0; round < 2 && grid !== undefined && !isLate(); round += 1) {
    const more = await lookAtCells(image, decode, grid, isLate)
    if (more.length === 0) break
    found = merge(found, more)
    grid = gridOfCodes(found) ?? grid
  }
  return grid
}

/** Fewer cells may not be all of them: one code that was read may be one of forty. */
const LEAST_WHOLE = 4

const isWhole = (grid: RecognizedGrid | undefined): boolean =>
  grid !== undefined && grid.cells.length >= LEAST_WHOLE && grid.cells.every(({ serial }) => serial !== null)

async function lookAtWhole(image: GrayImage, decode: Decode, isLate: () => boolean): Promise<readonly FoundCode[]> {
  const by = Math.min(1, WHOLE / Math.max(image.width, image.height))
  const whole = shrink(image, by)
  const radius = Math.round(Math.max(12, Math.min(whole.width, whole.height) / 24))
  const looks = [() => whole, () => evenOut(whole, radius)]
  let found: readonly FoundCode[] = []
  let gained = 0
  for (const look of looks) {
    if (isLate()) return found
    const before = found.length
    found = merge(
      found,
      (await decode(look())).map((code) => placed(code, (p) => ({ x: p.x / by, y: p.y / by }))),
    )
    gained = found.length - before
  }
  // Readers cross bars along the picture's sides: those of a sheet that lies aslant are only met in a turned picture.
  if (gridOfCodes(found) === undefined) found = merge(found, await lookAslant(image, decode, isLate))
  // The second look found nothing new, and no cell is empty: there is nothing to find.
  const isComplete = gained === 0 && isWhole(gridOfCodes(found))
  if (by > 0.8 || isComplete) return found
  for (const { x, y } of tilesOf(image)) {
    if (isLate()) return found
    const tile = crop(image, x, y, TILE, TILE)
    found = merge(
      found,
      (await decode(tile)).map((code) => placed(code, (p) => ({ x: p.x + x, y: p.y + y }))),
    )
  }
  return found
}

async function lookAslant(image: GrayImage, decode: Decode, isLate: () => boolean): Promise<readonly FoundCode[]> {
  const by = Math.min(1, ASLANT / Math.max(image.width, image.height))
  const large = shrink(image, by)
  let found: readonly FoundCode[] = []
  for (const degrees of SLANTS) {
    if (isLate()) break
    const turned = turnImage(large, degrees)
    const radius = Math.round(Math.min(large.width, large.height) / 24)
    const codes = await decode(evenOut(turned.image, radius))
    const back = (point: Point): Point => {
      const { x, y } = turned.back(point)
      return { x: x / by, y: y / by }
    }
    found = merge(
      found,
      codes.map((code) => placed(code, back)),
    )
  }
  return found
}

function tilesOf({ width, height }: GrayImage): readonly Point[] {
  const starts = (length: number): readonly number[] => {
    const count = Math.max(1, Math.ceil((length - TILE / 3) / (TILE * (2 / 3))))
    return Array.from({ length: count }, (_, i) =>
      count === 1 ? 0 : Math.round((i * Math.max(0, length - TILE)) / (count - 1)),
    )
  }
  return starts(height).flatMap((y) => starts(width).map((x) => ({ x, y })))
}

async function lookAtCells(
  image: GrayImage,
  decode: Decode,
  grid: RecognizedGrid,
  isLate: () => boolean,
): Promise<readonly FoundCode[]> {
  const empty = grid.cells.filter(({ serial, corners }) => serial === null && corners !== null)
  const found: FoundCode[] = []
  for (const { corners } of empty.slice(0, MOST_SECOND_LOOKS)) {
    if (isLate()) break
    if (corners === null) continue
    const wide = widen(corners, 1.15)
    const [a, b, , d] = wide
    const height = Math.round(Math.min(2, Math.max(0.2, distance(a, d) / Math.max(1, distance(a, b)))) * CELL_WIDTH)
    const cell = cutOut(image, wide, CELL_WIDTH, height)
    if (cell === undefined) continue
    const back = cutBack(wide, CELL_WIDTH, height)
    for (const look of [cell, evenOut(cell, Math.round(CELL_WIDTH / 10))]) {
      const codes = await decode(look)
      found.push(...codes.map((code) => placed(code, back)))
      if (codes.length > 0) break
    }
  }
  return found
}

/** From the pixels of a straightened cell back to the photo; close enough inside one cell. */
const cutBack =
  ([a, b, c, d]: Corners, width: number, height: number) =>
  ({ x, y }: Point): Point => {
    const s = x / width
    const t = y / height
    const mix = (p: number, q: number, r: number, u: number): number =>
      (1 - t) * ((1 - s) * p + s * q) + t * ((1 - s) * u + s * r)
    return { x: mix(a.x, b.x, c.x, d.x), y: mix(a.y, b.y, c.y, d.y) }
  }

function widen(corners: Corners, by: number): Corners {
  const { x, y } = centerOf(corners)
  const out = (p: Point): Point => ({ x: x + (p.x - x) * by, y: y + (p.y - y) * by })
  const [a, b, c, d] = corners
  return [out(a), out(b), out(c), out(d)]
}

const placed = (code: FoundCode, move: (point: Point) => Point): FoundCode => {
  const [a, b, c, d] = code.corners
  return { ...code, corners: [move(a), move(b), move(c), move(d)] }
}

/** The same code at the same place counts once; the first reading stays. */
function merge(known: readonly FoundCode[], more: readonly FoundCode[]): readonly FoundCode[] {
  const all = [...known]
  for (const code of more) {
    const isKnown = all.some(
      (other) =>
        other.text === code.text &&
        other.kind === code.kind &&
        distance(centerOf(other.corners), centerOf(code.corners)) <
          0.6 * Math.max(sizeOf(other.corners), sizeOf(code.corners)),
    )
    if (!isKnown) all.push(code)
  }
  return all
}
