import type { Point } from './plane-geometry.ts'

/*
 * The paper template: a sheet with a field for each module, on which installers stick the labels of micro-inverters or
 * optimizers. QR codes in the corners of each page say which part of the group it shows, so that a photo of it is
 * straightened by them. All lengths in mm from the top left corner of the first mark.
 */

/** A part of a group that one page shows; rows and columns count from 0. */
export type TemplatePage = Readonly<{
  /** Of the whole group. */
  rows: number
  columns: number
  firstRow: number
  firstColumn: number
  /** On this page. */
  pageRows: number
  pageColumns: number
}>
export type Rectangle = Readonly<{ x: number; y: number; width: number; height: number }>
/** In the order of the marks: top left, top right, bottom right, bottom left. */
export type MarkPlace = 0 | 1 | 2 | 3

/** A label of 40 by 22 mm is larger than those that micro-inverters come with. */
export const FIELD_WIDTH_MM = 40
export const FIELD_HEIGHT_MM = 22
export const MARK_MM = 14
const GAP_MM = 4
/** The head of a page stands between its upper marks. */
const LEAST_WIDTH_MM = 120
/** Fits A4 and Letter, lying, with a margin of 10 mm. */
export const MOST_PAGE_ROWS = 7
export const MOST_PAGE_COLUMNS = 6
/** Modules of a template in one direction. */
export const MOST_TEMPLATE_LINES = 60

/** The pages of a group, row of pages by row of pages. */
export function splitPages(rows: number, columns: number): readonly TemplatePage[] {
  const parts = (count: number, most: number) => {
    const pages = Math.ceil(count / most)
    // Even parts: no page with a single row at the end.
    const each = Math.ceil(count / Math.max(1, pages))
    return Array.from({ length: pages }, (_, i) => ({ first: i * each, count: Math.min(each, count - i * each) }))
  }
  return parts(rows, MOST_PAGE_ROWS).flatMap((down) =>
    parts(columns, MOST_PAGE_COLUMNS).map((across) => ({
      rows,
      columns,
      firstRow: down.first,
      firstColumn: across.first,
      pageRows: down.count,
      pageColumns: across.count,
    })),
  )
}

/** Width and height of a page's drawing, marks included. */
export const pageSize = ({ pageRows, pageColumns }: TemplatePage): Readonly<{ width: number; height: number }> => ({
  width: Math.max(LEAST_WIDTH_MM, pageColumns * FIELD_WIDTH_MM),
  height: 2 * (MARK_MM + GAP_MM) + pageRows * FIELD_HEIGHT_MM,
})

/** The square of a mark, without the quiet zone around it. */
export function markRectangle(page: TemplatePage, mark: MarkPlace): Rectangle {
  const { width, height } = pageSize(page)
  const isRight = mark === 1 || mark === 2
  const isLow = mark === 2 || mark === 3
  return { x: isRight ? width - MARK_MM : 0, y: isLow ? height - MARK_MM : 0, width: MARK_MM, height: MARK_MM }
}

/** The field of a module; row and column count from 0 on the page. */
export const fieldRectangle = (page: TemplatePage, row: number, column: number): Rectangle => ({
  x: gridLeft(page) + column * FIELD_WIDTH_MM,
  y: MARK_MM + GAP_MM + row * FIELD_HEIGHT_MM,
  width: FIELD_WIDTH_MM,
  height: FIELD_HEIGHT_MM,
})

const gridLeft = (page: TemplatePage): number => (pageSize(page).width - page.pageColumns * FIELD_WIDTH_MM) / 2

/** The field on the page that a point is in; undefined: it lies beside the fields. */
export function fieldAt(page: TemplatePage, { x, y }: Point): Readonly<{ row: number; column: number }> | undefined {
  const column = Math.floor((x - gridLeft(page)) / FIELD_WIDTH_MM)
  const row = Math.floor((y - MARK_MM - GAP_MM) / FIELD_HEIGHT_MM)
  const isInside = row >= 0 && column >= 0 && row < page.pageRows && column < page.pageColumns
  return isInside ? { row, column } : undefined
}

/** Content of the QR code of a mark. Capitals, digits and slashes make the smallest code. */
export const writeMark = (page: TemplatePage, mark: MarkPlace): string =>
  [
    'HGL1',
    ...[mark, page.pageRows, page.pageColumns],
    ...[page.firstRow, page.firstColumn, page.rows, page.columns],
  ].join('/')

/** Reads a mark; undefined: the code is none, or says what no page shows. */
export function readMark(text: string): Readonly<{ page: TemplatePage; mark: MarkPlace }> | undefined {
  const match = /^HGL1\/([0-3])\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})\/(\d{1,2})$/.exec(text)
  if (match === null) return undefined
  const [mark = 0, pageRows = 0, pageColumns = 0, firstRow = 0, firstColumn = 0, rows = 0, columns = 0] = match
    .slice(1)
    .map(Number)
  const isPage =
    pageRows >= 1 &&
    pageRows <= MOST_PAGE_ROWS &&
    pageColumns >= 1 &&
    pageColumns <= MOST_PAGE_COLUMNS &&
    rows <= MOST_TEMPLATE_LINES &&
    columns <= MOST_TEMPLATE_LINES &&
    firstRow + pageRows <= rows &&
    firstColumn + pageColumns <= columns
  if (!isPage) return undefined
  return { page: { rows, columns, firstRow, firstColumn, pageRows, pageColumns }, mark: mark as MarkPlace }
}
