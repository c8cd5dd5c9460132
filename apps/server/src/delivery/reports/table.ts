import { ink } from './look.ts'
import { CONTENT_WIDTH, type Pages } from './pages.ts'
import type { Box, TextStyle } from './surface.ts'

export type TableColumn = Readonly<{
  name: string
  /** Below the name; '' for none. */
  unit: string
  align: 'left' | 'right'
  /** Share of the width. */
  weight: number
}>

const ROW = 15
const LINE = 10
const GAP = 6
const headSizes = [7.5, 7, 6.5, 6, 5.5] as const

/** A table whose head comes again on each page. @param total its last row, set apart */
export function drawTable(
  pages: Pages,
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
): void {
  const { surface } = pages
  const all = columns.reduce((sum, { weight }) => sum + weight, 0)
  const widths = columns.map(({ weight }) => (weight / all) * CONTENT_WIDTH)
  // Long words of German and other heads are set smaller rather than cut.
  const fits = (size: number): boolean =>
    columns.every(({ name }, at) =>
      name.split(' ').every((word) => surface.fonts.measureText(word, 'bold', size) <= (widths[at] ?? 0) - GAP),
    )
  const headSize = headSizes.find(fits) ?? headSizes.at(-1) ?? 7.5
  const heads = columns.map(({ name }, at) =>
    surface.fonts.wrapText(name, 'bold', headSize, (widths[at] ?? 0) - GAP).slice(0, 2),
  )
  const lines = Math.max(1, ...heads.map(({ length }) => length))
  const hasUnits = columns.some(({ unit }) => unit !== '')
  const headHeight = 8 + (lines + (hasUnits ? 1 : 0)) * LINE

  const write = (text: string, at: number, { x }: Box, base: number, style: TextStyle): void => {
    const start = x + widths.slice(0, at).reduce((sum, width) => sum + width, 0)
    const width = widths[at] ?? 0
    const align = columns[at]?.align ?? 'left'
    const fitted = surface.fonts.fitText(text, style.weight ?? 'regular', style.sizePt, width - GAP)
    surface.text(fitted, align === 'right' ? start + width : start, base, { ...style, align })
  }
  const rule = ({ x }: Box, y: number, color: string): void =>
    surface.line(
      [
        [x, y],
        [x + CONTENT_WIDTH, y],
      ],
      { color, widthPt: 0.6 },
    )
  const drawHead = (): void => {
    const box = pages.take(headHeight)
    for (const [at, { unit }] of columns.entries()) {
      const own = heads[at] ?? []
      for (const [n, line] of own.entries())
        write(line, at, box, box.y + (lines - own.length + n + 1) * LINE, {
          sizePt: headSize,
          weight: 'bold',
          color: ink.soft,
        })
      if (unit !== '') write(unit, at, box, box.y + (lines + 1) * LINE, { sizePt: 7, color: ink.quiet })
    }
    rule(box, box.y + headHeight - 3, ink.axis)
  }
  const drawRow = (cells: readonly string[], weight: 'regular' | 'bold'): void => {
    if (pages.keep(ROW)) drawHead()
    const box = pages.take(ROW)
    for (const [at, text] of cells.entries()) write(text, at, box, box.y + 10, { sizePt: 8, weight, color: ink.text })
    rule(box, box.y + ROW - 1, ink.line)
  }
  pages.keep(headHeight + 3 * ROW)
  drawHead()
  for (const cells of rows) drawRow(cells, 'regular')
  if (total !== undefined) drawRow(total, 'bold')
}
