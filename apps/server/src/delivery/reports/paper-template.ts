import {
  fieldRectangle,
  type MarkPlace,
  markRectangle,
  pageSize,
  type Rectangle,
  splitPages,
  type TemplatePage,
  writeMark,
} from '@heliograph/domain/photo-grid/paper-template.ts'
import { cleanLine } from '@heliograph/domain/text.ts'
import PDFDocument from 'pdfkit'
import { encode } from 'uqr'
import { getFacts } from '../../fleet/plants/plants.ts'
import type { Db } from '../../platform/db/database.ts'
import { openFonts } from './fonts.ts'
import { ink } from './look.ts'
import { createPdfSurface } from './pdf-surface.ts'
import { openLanguage, type ReportLanguage } from './report-texts.ts'
import type { Surface } from './surface.ts'

const PT_PER_MM = 72 / 25.4
/** A4, lying, in mm. The drawing fits Letter as well. */
const PAPER = { width: 297, height: 210 }

export type TemplateOrder = Readonly<{
  rows: number
  columns: number
  /** Of the group of modules. */
  name: string
  language: string
  nowMs: number
}>

/** Pages with a field for each module of a group, on which labels are stuck. @throws Refusal NOT_FOUND */
export async function makePaperTemplate(
  db: Db,
  plantId: number,
  order: TemplateOrder,
): Promise<AsyncIterable<Uint8Array>> {
  const { name: plant } = await getFacts(db, plantId)
  return drawPaperTemplate(plant, order)
}

/** @param plant its name */
export function drawPaperTemplate(plant: string, order: TemplateOrder): AsyncIterable<Uint8Array> {
  const language = openLanguage(order.language)
  const title = [plant, cleanLine(order.name)].filter(Boolean).join(' · ')
  const doc = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    autoFirstPage: false,
    lang: language.locale,
    displayTitle: true,
    info: { Title: title, CreationDate: new Date(order.nowMs) },
  })
  const surface = createPdfSurface(doc, openFonts(language.font))
  const pages = splitPages(order.rows, order.columns)
  for (const [index, page] of pages.entries()) {
    doc.addPage()
    const size = pageSize(page)
    const corner = { x: (PAPER.width - size.width) / 2, y: (PAPER.height - size.height) / 2 }
    drawPage({ surface, page, corner, language, title, number: index + 1, count: pages.length })
  }
  doc.end()
  return doc as unknown as AsyncIterable<Uint8Array>
}

type Sheet = Readonly<{
  surface: Surface
  page: TemplatePage
  /** Of the drawing on the paper, mm. */
  corner: Readonly<{ x: number; y: number }>
  language: ReportLanguage
  title: string
  number: number
  count: number
}>

function drawPage(sheet: Sheet): void {
  const { surface, page, corner, language, title, number, count } = sheet
  for (const mark of [0, 1, 2, 3] as const) drawMark(sheet, mark)
  const { translate } = language
  const left = (corner.x + 20) * PT_PER_MM
  const width = (pageSize(page).width - 40) * PT_PER_MM
  const write = (text: string, yMm: number, sizePt: number, weight: 'regular' | 'bold' = 'regular'): void =>
    surface.text(surface.fonts.fitText(text, weight, sizePt, width), left, (corner.y + yMm) * PT_PER_MM, {
      sizePt,
      weight,
      color: weight === 'bold' ? ink.text : ink.soft,
    })
  write(title, 5, 12, 'bold')
  const { firstRow, firstColumn, pageRows, pageColumns, rows, columns } = page
  const part = translate('paper-template.part', {
    fromRow: firstRow + 1,
    toRow: firstRow + pageRows,
    rows,
    fromColumn: firstColumn + 1,
    toColumn: firstColumn + pageColumns,
    columns,
  })
  write(`${part} · ${translate('reports.page', { page: number, pages: count })}`, 10.5, 9)
  const low = pageSize(page).height
  write(translate('paper-template.stick'), low - 8, 9)
  write(translate('paper-template.photograph'), low - 3.5, 9)
  for (let row = 0; row < pageRows; row += 1)
    for (let column = 0; column < pageColumns; column += 1) drawField(sheet, row, column)
}

function drawMark({ surface, page, corner }: Sheet, mark: MarkPlace): void {
  const { x, y, width } = markRectangle(page, mark)
  const { data, size } = encode(writeMark(page, mark), { ecc: 'Q', border: 0 })
  const side = (width * PT_PER_MM) / size
  for (const [row, line] of data.entries())
    for (let from = 0; from < size; from += 1) {
      if (!line[from]) continue
      // Dark modules side by side are one rectangle: hairlines between them would be printed.
      let to = from
      while (line[to + 1]) to += 1
      const box = { x: (corner.x + x) * PT_PER_MM + from * side, y: (corner.y + y) * PT_PER_MM + row * side }
      surface.rect({ ...box, width: (to - from + 1) * side, height: side * 1.02 }, '#000000')
      from = to
    }
}

function drawField({ surface, page, corner }: Sheet, row: number, column: number): void {
  const { x, y, width, height }: Rectangle = fieldRectangle(page, row, column)
  const [left, top] = [(corner.x + x) * PT_PER_MM, (corner.y + y) * PT_PER_MM]
  const [right, bottom] = [left + width * PT_PER_MM, top + height * PT_PER_MM]
  const style = { color: ink.axis, widthPt: 0.6, dash: 2 }
  surface.line(
    [
      [left, top],
      [right, top],
      [right, bottom],
      [left, bottom],
      [left, top],
    ],
    style,
  )
  const place = `${page.firstRow + row + 1} · ${page.firstColumn + column + 1}`
  surface.text(place, left + 3, top + 8, { sizePt: 6.5, color: ink.quiet })
}
