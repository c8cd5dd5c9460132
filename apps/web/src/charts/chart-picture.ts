/** The chart as a standalone picture: title, legend and plot on the page's surface. */
import { type BarPattern, drawTile } from './bar-pattern.ts'
import type { ChartTheme } from './theme.ts'

export type PictureLegend = readonly Readonly<{ name: string; color: string; pattern?: BarPattern | undefined }>[]

const PAD = 24
const TITLE_PX = 18
const LINE_PX = 13

/** @param canvas of the drawing library; its own pixel ratio is kept */
export function toPicture(
  canvas: HTMLCanvasElement,
  title: string,
  note: string,
  legend: PictureLegend,
  theme: ChartTheme,
): Promise<Blob | null> {
  // A canvas that is not on the page has no size there; its style has the one it was drawn for.
  const shownWidth = canvas.clientWidth || Number.parseFloat(canvas.style.width) || canvas.width
  const ratio = canvas.width / Math.max(1, shownWidth)
  const shownHeight = canvas.height / ratio
  const width = shownWidth + PAD * 2
  const out = document.createElement('canvas')
  const pen = out.getContext('2d')
  if (!pen) return Promise.resolve(null)
  pen.font = `500 ${LINE_PX}px ${theme.font}`
  const lines: (PictureLegend[number] & { x: number; line: number })[] = []
  let x = 0
  let line = 0
  for (const { name, color, pattern } of legend) {
    const needs = pen.measureText(name).width + 40
    if (x > 0 && x + needs > shownWidth) {
      x = 0
      line++
    }
    lines.push({ name, color, pattern, x, line })
    x += needs
  }
  const top = PAD + TITLE_PX + 10 + (line + 1) * 22
  out.width = width * ratio
  out.height = (top + shownHeight + PAD) * ratio
  pen.scale(ratio, ratio)
  pen.fillStyle = theme.color('surface')
  pen.fillRect(0, 0, width, top + shownHeight + PAD)
  pen.textBaseline = 'top'
  pen.fillStyle = theme.color('text')
  pen.font = `650 ${TITLE_PX}px ${theme.font}`
  pen.fillText(title, PAD, PAD)
  pen.font = `400 ${LINE_PX}px ${theme.font}`
  pen.fillStyle = theme.color('text-3')
  pen.textAlign = 'right'
  pen.fillText(note, width - PAD, PAD + 4)
  pen.textAlign = 'left'
  for (const { name, color, pattern, x: left, line: row } of lines) {
    const y = PAD + TITLE_PX + 14 + row * 22
    const tile = pattern && drawTile(pattern, theme.color(color), theme.color('surface'))
    pen.fillStyle = (tile && pen.createPattern(tile, 'repeat')) ?? theme.color(color)
    pen.fillRect(PAD + left, tile ? y + 1 : y + 5, 14, tile ? 12 : 4)
    pen.fillStyle = theme.color('text-2')
    pen.fillText(name, PAD + left + 20, y)
  }
  pen.drawImage(canvas, PAD, top, shownWidth, shownHeight)
  return new Promise((done) => out.toBlob(done, 'image/png'))
}
