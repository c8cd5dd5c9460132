import type { Fonts } from './fonts.ts'
import { type Surface, startOf } from './surface.ts'

/** Draws on the current page of a PDF. */
export function createPdfSurface(doc: PDFKit.PDFDocument, fonts: Fonts): Surface {
  const known = new Set<string>()
  return {
    fonts,
    rect: ({ x, y, width, height }, color, radius = 0) => {
      if (width <= 0 || height <= 0) return
      const round = Math.min(radius, width / 2, height / 2)
      if (round > 0) doc.roundedRect(x, y, width, height, round)
      else doc.rect(x, y, width, height)
      doc.fill(color)
    },
    line: ([first, ...rest], { color, widthPt, dash }) => {
      if (first === undefined) return
      doc.moveTo(first[0], first[1])
      for (const [x, y] of rest) doc.lineTo(x, y)
      doc.lineWidth(widthPt).lineJoin('round')
      if (dash === undefined) doc.undash()
      else doc.dash(dash, { space: dash })
      doc.stroke(color).undash()
    },
    area: ([first, ...rest], color) => {
      if (first === undefined) return
      doc.moveTo(first[0], first[1])
      for (const [x, y] of rest) doc.lineTo(x, y)
      doc.closePath().fill(color)
    },
    text: (text, x, y, { sizePt, weight = 'regular', color, align }) => {
      const runs = fonts.splitRuns(text, weight, sizePt)
      let at = startOf(
        x,
        runs.reduce((sum, { widthPt }) => sum + widthPt, 0),
        align,
      )
      doc.fillColor(color).fontSize(sizePt)
      for (const { text: part, file, widthPt } of runs) {
        if (!known.has(file.name)) {
          doc.registerFont(file.name, file.bytes)
          known.add(file.name)
        }
        doc.font(file.name).text(part, at, y, { lineBreak: false, baseline: 'alphabetic' })
        at += widthPt
      }
    },
  }
}
