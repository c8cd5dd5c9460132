import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { placeSignature, type SignatureWords, type Signer } from '../../platform/signing/signing.ts'
import { openFonts } from './fonts.ts'
import { ink } from './look.ts'
import { createPdfSurface } from './pdf-surface.ts'
import type { ReportBrand } from './report-brand.ts'
import type { ReportLanguage } from './report-texts.ts'
import type { Box, Surface, TextStyle } from './surface.ts'

/** A4, in points. */
const PAGE = { width: 595.28, height: 841.89 }
const MARGIN = 44
const TOP = 84
const BOTTOM = 56
/** A title stands with the first lines of what it names. */
const TITLE_ROOM = 90
const TITLE_HEIGHT = 34
export const CONTENT_WIDTH = PAGE.width - 2 * MARGIN

/** Paper that grows downwards, page by page. */
export type Pages = Readonly<{
  surface: Surface
  /** Takes a place of that height, on the next page where this one has too little room. */
  take: (heightPt: number) => Box
  /** Begins the next page unless so much room is left. @returns whether it did */
  keep: (heightPt: number) => boolean
  /** Lines of running text. */
  write: (text: string, style: Readonly<{ sizePt: number; weight?: TextStyle['weight']; color?: string }>) => void
  /** @param withPt what must stand on its page, itself counted */
  title: (text: string, withPt?: number) => void
  /** How high lines of running text would be. */
  measure: (lines: readonly string[], sizePt: number) => number
  /** How many pages there are, and how much of the last one is used. */
  extent: () => Readonly<{ count: number; lastPt: number }>
  /** The whole file. */
  end: () => AsyncIterable<Uint8Array>
  /** The whole file, signed. */
  sign: (signer: Signer, words: SignatureWords) => Promise<Buffer>
}>

/** @param head what stands on top of each page: kind of report, and its subject */
export function createPages(
  options: Readonly<{ brand: ReportBrand; language: ReportLanguage; head: string; title: string; createdAtMs: number }>,
): Pages {
  const { brand, language, head, title, createdAtMs } = options
  const doc = new PDFDocument({
    size: 'A4',
    pdfVersion: '1.7',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    lang: language.locale,
    displayTitle: true,
    info: { Title: title, Author: brand.name, CreationDate: new Date(createdAtMs) },
  })
  const surface = createPdfSurface(doc, openFonts(language.font))
  let y = 0
  const next = (): void => {
    doc.addPage()
    drawHead(doc, surface, brand, head)
    y = TOP
  }
  next()
  const keep = (heightPt: number): boolean => {
    if (y + heightPt <= PAGE.height - BOTTOM || y <= TOP) return false
    next()
    return true
  }
  const take = (heightPt: number): Box => {
    keep(heightPt)
    const box = { x: MARGIN, y, width: CONTENT_WIDTH, height: heightPt }
    y += heightPt
    return box
  }
  const end = (): AsyncIterable<Uint8Array> => {
    const { count } = doc.bufferedPageRange()
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page)
      const words = language.translate('reports.page', { page: page + 1, pages: count })
      const base = PAGE.height - 30
      surface.text(words, PAGE.width - MARGIN, base, { sizePt: 8, color: ink.quiet, align: 'right' })
      surface.text(surface.fonts.fitText(title, 'regular', 8, 380), MARGIN, base, { sizePt: 8, color: ink.quiet })
    }
    doc.end()
    return doc as unknown as AsyncIterable<Uint8Array>
  }
  return {
    surface,
    take,
    keep,
    write: (text, { sizePt, weight = 'regular', color = ink.text }) => {
      for (const line of surface.fonts.wrapText(text, weight, sizePt, CONTENT_WIDTH)) {
        const box = take(sizePt * 1.5)
        surface.text(line, box.x, box.y + sizePt * 1.15, { sizePt, weight, color })
      }
    },
    measure: (lines, sizePt) =>
      lines.flatMap((line) => surface.fonts.wrapText(line, 'regular', sizePt, CONTENT_WIDTH)).length * sizePt * 1.5,
    extent: () => ({ count: doc.bufferedPageRange().count, lastPt: y - TOP }),
    title: (text, withPt = TITLE_ROOM) => {
      keep(Math.min(withPt, TITLE_ROOM))
      const box = take(TITLE_HEIGHT)
      surface.text(text, box.x, box.y + 24, { sizePt: 12, weight: 'bold', color: ink.text })
    },
    end,
    sign: async (signer, words) => {
      const place = placeSignature(doc, words)
      return signer.signPdf(await buffer(end() as AsyncIterable<Buffer>), place)
    },
  }
}

function drawHead(doc: PDFKit.PDFDocument, surface: Surface, { name, color, logo }: ReportBrand, head: string): void {
  surface.rect({ x: 0, y: 0, width: PAGE.width, height: 5 }, color)
  const middle = 42
  if (logo === undefined) {
    surface.rect({ x: MARGIN, y: middle - 7, width: 14, height: 14 }, color, 7)
    surface.text(surface.fonts.fitText(name, 'bold', 12, 230), MARGIN + 21, middle + 4.4, {
      sizePt: 12,
      weight: 'bold',
      color: ink.text,
    })
  } else {
    const height = Math.min(26, (150 * logo.height) / logo.width)
    doc.image(logo.bytes, MARGIN, middle - height / 2, { height })
  }
  surface.text(surface.fonts.fitText(head, 'regular', 9, 250), PAGE.width - MARGIN, middle + 3, {
    sizePt: 9,
    color: ink.quiet,
    align: 'right',
  })
}

type Notes = Readonly<{ title: string; lines: readonly string[]; sizePt: number; color: string }>

/** Sections of small print at the end, all on one page where they fit on one. */
export function writeNotes(pages: Pages, sections: readonly Notes[]): void {
  const heights = sections.map(({ lines, sizePt }) => TITLE_HEIGHT + pages.measure(lines, sizePt))
  const wholePt = heights.reduce((sum, height) => sum + height, 0)
  if (wholePt <= PAGE.height - TOP - BOTTOM) pages.keep(wholePt)
  for (const [at, { title, lines, sizePt, color }] of sections.entries()) {
    pages.title(title, heights[at])
    for (const line of lines) pages.write(line, { sizePt, color })
  }
}

/** Less than this on the last page is worth lower charts. */
const LONELY = 240
const LOWER = [0.85, 0.7]

/** Draws pages with lower charts where that spares a last page that has little but notes on it. */
export function drawCompact(draw: (chartShare: number) => Pages): Pages {
  const pages = draw(1)
  const { count, lastPt } = pages.extent()
  if (count === 1 || lastPt >= LONELY) return pages
  for (const share of LOWER) {
    const lower = draw(share)
    if (lower.extent().count < count) return lower
  }
  return pages
}
