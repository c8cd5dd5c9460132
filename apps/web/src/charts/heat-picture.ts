/** A heat table on a canvas, for its picture. */
import { type HeatSet, toCells } from './heat-data.ts'
import type { ChartTheme } from './theme.ts'

const NAME_PX = 190
const CELL_PX = 38
const ROW_PX = 24
const RATIO = 2

export function drawHeat(
  set: HeatSet,
  theme: ChartTheme,
  write: (value: number) => string,
): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  const [width, height] = [NAME_PX + set.columns.length * CELL_PX, (set.rows.length + 1) * ROW_PX]
  canvas.width = width * RATIO
  canvas.height = height * RATIO
  canvas.style.width = `${width}px`
  pen.scale(RATIO, RATIO)
  pen.font = `12px ${theme.font}`
  pen.textBaseline = 'middle'
  const middleOf = (row: number): number => row * ROW_PX + ROW_PX / 2
  pen.textAlign = 'center'
  pen.fillStyle = theme.color('text-2')
  set.columns.forEach(({ label }, column) => {
    pen.fillText(label, NAME_PX + (column + 0.5) * CELL_PX, middleOf(0), CELL_PX - 2)
  })
  toCells(set).forEach((cells, row) => {
    pen.textAlign = 'left'
    pen.fillStyle = theme.color('text-2')
    pen.fillText(set.rows[row]?.name ?? '', 0, middleOf(row + 1), NAME_PX - 8)
    pen.textAlign = 'center'
    cells.forEach(({ value, share, isLow }, column) => {
      const [x, y] = [NAME_PX + column * CELL_PX, (row + 1) * ROW_PX]
      pen.fillStyle = theme.color('solar', share * 0.6)
      pen.fillRect(x, y, CELL_PX - 1, ROW_PX - 1)
      if (isLow) {
        pen.strokeStyle = theme.color('text-2')
        pen.lineWidth = 2
        pen.strokeRect(x + 1, y + 1, CELL_PX - 3, ROW_PX - 3)
      }
      pen.fillStyle = theme.color(value === null ? 'text-3' : 'text')
      pen.fillText(value === null ? '--' : write(value), x + CELL_PX / 2, middleOf(row + 1), CELL_PX - 4)
    })
  })
  return canvas
}
