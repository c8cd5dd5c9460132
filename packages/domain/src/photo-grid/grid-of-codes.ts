import { growLattice, type Place } from './grow-lattice.ts'
import { fieldAt, fieldRectangle, markRectangle, readMark, type TemplatePage } from './paper-template.ts'
import {
  type Corners,
  centerOf,
  distance,
  fitHomography,
  type Homography,
  invert,
  type Point,
  project,
  sizeOf,
} from './plane-geometry.ts'
import { serialOfCode } from './serial-of-code.ts'

export type CodeKind = 'qr' | 'dataMatrix' | 'code128' | 'code39' | 'other'
/** A code that was read in a picture; corners in its pixels. */
export type FoundCode = Readonly<{ text: string; kind: CodeKind; corners: Corners }>

export type RecognizedCell = Readonly<{
  /** From 0; row 0 is the upper one, column 0 the left one. */
  row: number
  column: number
  serial: string | null
  /** 0 to 1: how sure the serial and its place are; 0 without a serial. */
  confidence: number
  /** In the picture: the code, or the place where it was expected; null: unknown. */
  corners: Corners | null
  /** Another cell has the same serial, too. */
  repeats?: true
  error?: 'RECOGNITION_ERROR'
}>
export type RecognizedGrid = Readonly<{
  rows: number
  columns: number
  /** Row by row, each cell once. Of a paper template only the fields of the page in the picture. */
  cells: readonly RecognizedCell[]
  /** The part of the template that the picture shows; null: no template. */
  page: TemplatePage | null
  /** Serials that stand in no cell. */
  beside: readonly string[]
  /** Too few labels were read side by side to say for sure in which rows and columns they lie. */
  isSparse: boolean
}>

type Label = Readonly<{ serial: string; kind: CodeKind; corners: Corners; center: Point }>
type Put = Readonly<{ label: Label; place: Place; offset: number }>

/** Data of matrix codes and of Code 128 carry checks; of Code 39 mostly none. */
const trustOf: Readonly<Record<CodeKind, number>> = {
  qr: 0.99,
  dataMatrix: 0.99,
  code128: 0.97,
  code39: 0.9,
  other: 0.85,
}
/** Cells of a picture; a lattice with more is no group of modules. */
const MOST_CELLS = 2_000

/**
 * Puts the codes of a picture into rows and columns: by the marks of a paper template where two of them were read, else
 * by how the codes lie. Cells without a serial have RECOGNITION_ERROR.
 * @returns undefined where no code holds a serial
 */
export function gridOfCodes(found: readonly FoundCode[]): RecognizedGrid | undefined {
  const labels = listLabels(found)
  const template = findTemplate(found)
  if (template !== undefined) return onTemplate(labels, template)
  return labels.length === 0 ? undefined : onLattice(labels)
}

/** One label per place: the same code read twice, or as barcode and as QR code, counts once. */
function listLabels(found: readonly FoundCode[]): readonly Label[] {
  const labels = found.flatMap(({ text, kind, corners }): Label[] => {
    const serial = readMark(text) === undefined ? serialOfCode(text) : undefined
    return serial === undefined ? [] : [{ serial, kind, corners, center: centerOf(corners) }]
  })
  const once = labels.filter(
    (label, index) =>
      !labels
        .slice(0, index)
        .some(
          (other) =>
            other.serial === label.serial &&
            other.kind === label.kind &&
            distance(other.center, label.center) < 0.6 * Math.max(sizeOf(other.corners), sizeOf(label.corners)),
        ),
  )
  const serialsOf = (kind: CodeKind): number =>
    new Set(once.filter((label) => label.kind === kind).map(({ serial }) => serial)).size
  const kinds = new Map([...new Set(once.map(({ kind }) => kind))].map((kind) => [kind, serialsOf(kind)]))
  const bySerial = groupBySerial(once)
  const kept = [...bySerial.values()].flatMap((same) => {
    const most = Math.max(...same.map(({ kind }) => kinds.get(kind) ?? 0))
    const kind = same.find((label) => kinds.get(label.kind) === most)?.kind
    return same.filter((label) => label.kind === kind)
  })
  // A number on three labels or more is that of the model. (Optimizers for two modules show a serial twice.)
  const isModel = (serial: string): boolean => kept.filter((label) => label.serial === serial).length > 2
  const serials = kept.filter(({ serial }) => !isModel(serial))
  return serials
}

function groupBySerial(labels: readonly Label[]): Map<string, Label[]> {
  const groups = new Map<string, Label[]>()
  for (const label of labels) groups.set(label.serial, [...(groups.get(label.serial) ?? []), label])
  return groups
}

type Template = Readonly<{ page: TemplatePage; toPage: Homography; toPicture: Homography }>

/** Two marks at least: from one alone the far end of the page is a guess. */
function findTemplate(found: readonly FoundCode[]): Template | undefined {
  const marks = found.flatMap(({ text, kind, corners }) => {
    const read = kind === 'qr' ? readMark(text) : undefined
    return read === undefined ? [] : [{ ...read, corners }]
  })
  const pages = new Map<string, typeof marks>()
  for (const mark of marks) {
    const key = JSON.stringify(mark.page)
    const same = pages.get(key) ?? []
    if (same.every((other) => other.mark !== mark.mark)) pages.set(key, [...same, mark])
  }
  const [best] = [...pages.values()].sort((a, b) => b.length - a.length)
  const page = best?.[0]?.page
  if (best === undefined || page === undefined || best.length < 2) return undefined
  const pairs = best.flatMap(({ mark, corners }) =>
    cornersOf(markRectangle(page, mark)).flatMap((from, i) => {
      const to = corners[i]
      return to === undefined ? [] : [{ from, to }]
    }),
  )
  const toPicture = fitHomography(pairs)
  const toPage = toPicture === undefined ? undefined : invert(toPicture)
  return toPicture === undefined || toPage === undefined ? undefined : { page, toPage, toPicture }
}

const cornersOf = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Corners => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
]

const mapCorners = (map: Homography, [a, b, c, d]: Corners): Corners => [
  project(map, a),
  project(map, b),
  project(map, c),
  project(map, d),
]

function onTemplate(labels: readonly Label[], { page, toPage, toPicture }: Template): RecognizedGrid {
  const puts = labels.flatMap((label): Put[] => {
    const at = project(toPage, label.center)
    const place = fieldAt(page, at)
    if (place === undefined) return []
    const { x, y, width, height } = fieldRectangle(page, place.row, place.column)
    // Labels are stuck by hand: up to a third of a field off its center is nothing to doubt.
    const off = Math.max(Math.abs(at.x - x - width / 2) / width, Math.abs(at.y - y - height / 2) / height)
    return [{ label, place, offset: Math.max(0, off - 0.33) }]
  })
  return toGrid(labels, puts, {
    rows: page.pageRows,
    columns: page.pageColumns,
    page,
    isSparse: false,
    expect: ({ row, column }) => mapCorners(toPicture, cornersOf(fieldRectangle(page, row, column))),
  })
}

function onLattice(labels: readonly Label[]): RecognizedGrid {
  const spots = labels.map(({ center, corners: [a, b] }) => {
    const length = Math.max(distance(a, b), 1e-9)
    return { center, along: { x: (b.x - a.x) / length, y: (b.y - a.y) / length } }
  })
  const { places, rows, columns, toPicture } = growLattice(spots)
  const back = toPicture === undefined ? undefined : invert(toPicture)
  if (rows * columns > MOST_CELLS)
    return { rows: 0, columns: 0, cells: [], page: null, beside: labels.map((l) => l.serial), isSparse: true }
  const puts = labels.flatMap((label, index): Put[] => {
    const place = places.get(index)
    if (place === undefined) return []
    const at = back === undefined ? undefined : project(back, label.center)
    const off = at === undefined ? 0 : Math.hypot(at.x - place.column, at.y - place.row)
    return [{ label, place, offset: Math.max(0, off - 0.15) }]
  })
  return toGrid(labels, puts, {
    rows,
    columns,
    page: null,
    isSparse: areSparse(
      puts.map(({ place }) => place),
      { rows, columns },
    ),
    expect: ({ row, column }) =>
      toPicture === undefined
        ? null
        : mapCorners(toPicture, cornersOf({ x: column - 0.5, y: row - 0.5, width: 1, height: 1 })),
  })
}

function toGrid(
  labels: readonly Label[],
  puts: readonly Put[],
  about: Readonly<{
    rows: number
    columns: number
    page: TemplatePage | null
    isSparse: boolean
    expect: (place: Place) => Corners | null
  }>,
): RecognizedGrid {
  const { rows, columns, page, isSparse, expect } = about
  const byCell = new Map<number, Put[]>()
  for (const put of puts) {
    const key = put.place.row * columns + put.place.column
    byCell.set(key, [...(byCell.get(key) ?? []), put])
  }
  const usual = usualShape(puts.map(({ label }) => label.serial))
  const chosen = new Map([...byCell].map(([key, all]) => [key, choose(all, usual)]))
  const counts = new Map<string, number>()
  for (const { label } of chosen.values()) counts.set(label.serial, (counts.get(label.serial) ?? 0) + 1)
  const cells = Array.from({ length: rows * columns }, (_, key): RecognizedCell => {
    const local = { row: Math.floor(key / columns), column: key % columns }
    const place = { row: local.row + (page?.firstRow ?? 0), column: local.column + (page?.firstColumn ?? 0) }
    const put = chosen.get(key)
    if (put === undefined)
      return { ...place, serial: null, confidence: 0, corners: expect(local), error: 'RECOGNITION_ERROR' }
    const { label, offset } = put
    const repeats = (counts.get(label.serial) ?? 0) > 1
    const confidence =
      trustOf[label.kind] *
      Math.max(0.2, 1 - 2 * offset) *
      ((byCell.get(key)?.length ?? 0) > 1 ? 0.7 : 1) *
      (shapeOf(label.serial) === usual || usual === undefined ? 1 : 0.7) *
      (repeats ? 0.6 : 1) *
      (isSparse ? SPARSE_TRUST : 1)
    return {
      ...place,
      serial: label.serial,
      confidence: Math.round(confidence * 100) / 100,
      corners: label.corners,
      ...(repeats && { repeats: true }),
    }
  })
  const shown = new Set([...chosen.values()].map(({ label }) => label))
  const beside = [...new Set(labels.filter((label) => !shown.has(label)).map(({ serial }) => serial))]
  return { rows: page?.rows ?? rows, columns: page?.columns ?? columns, cells, page, beside, isSparse }
}

/** Of fewer labels a missing row or column between them leaves no trace. */
const LEAST_LABELS = 6
/** Neighbors that each step to the next row or column needs. */
const LEAST_NEIGHBORS = 1.5
const SPARSE_TRUST = 0.7

/**
 * Whether a row or column of which nothing was read may have gone unseen. A step that only one pair of neighbors
 * shows may be two: of 1,293 drawn sheets with more than half of their labels missing a quarter came out shifted.
 */
function areSparse(places: readonly Place[], { rows, columns }: Readonly<{ rows: number; columns: number }>): boolean {
  if (places.length < 2) return false
  if (places.length < LEAST_LABELS) return true
  const taken = new Set(places.map(({ row, column }) => `${row}:${column}`))
  const count = (down: number, right: number): number =>
    places.filter(({ row, column }) => taken.has(`${row + down}:${column + right}`)).length
  const isWeak = (pairs: number, lines: number, others: number): boolean => {
    const steps = lines - 1
    return others > 1 ? pairs < Math.min(others, LEAST_NEIGHBORS) * steps : pairs < Math.min(2, steps)
  }
  return isWeak(count(1, 0), rows, columns) || isWeak(count(0, 1), columns, rows)
}

/** Length, and where digits and letters stand: serials of one kind share the first characters' kinds. */
const shapeOf = (serial: string): string =>
  `${serial.length}:${[...serial.slice(0, 2)].map((c) => (/\d/.test(c) ? 'd' : 'a')).join('')}`

function usualShape(serials: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  for (const serial of serials) counts.set(shapeOf(serial), (counts.get(shapeOf(serial)) ?? 0) + 1)
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  return best !== undefined && serials.length >= 4 && best[1] > serials.length / 2 ? best[0] : undefined
}

/** Of several codes in one cell the one that looks like the others, then the one nearest to its middle. */
function choose(all: readonly Put[], usual: string | undefined): Put {
  const rank = ({ label, offset }: Put): number => offset + (shapeOf(label.serial) === usual ? 0 : 10)
  return all.reduce((best, next) => (rank(next) < rank(best) ? next : best))
}
