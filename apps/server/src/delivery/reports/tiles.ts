import { ink } from './look.ts'
import { CONTENT_WIDTH, type Pages } from './pages.ts'

/** Figures side by side, four in a row, each with its name. */
export function drawTiles(pages: Pages, tiles: readonly Readonly<{ name: string; value: string }>[]): void {
  const gap = 8
  const width = (CONTENT_WIDTH - 3 * gap) / 4
  for (let row = 0; row < tiles.length; row += 4) {
    const box = pages.take(56)
    for (const [at, { name, value }] of tiles.slice(row, row + 4).entries()) {
      const x = box.x + at * (width + gap)
      pages.surface.rect({ x, y: box.y, width, height: 48 }, ink.tile, 6)
      const sizeOf = (text: string, weight: 'regular' | 'bold', sizes: readonly number[], least: number): number =>
        sizes.find((size) => pages.surface.fonts.measureText(text, weight, size) <= width - 20) ?? least
      const namePt = sizeOf(name, 'regular', [8, 7.4, 6.8], 6.2)
      pages.surface.text(pages.surface.fonts.fitText(name, 'regular', namePt, width - 20), x + 10, box.y + 17, {
        sizePt: namePt,
        color: ink.soft,
      })
      const sizePt = sizeOf(value, 'bold', [14, 12.5, 11, 9.5], 8)
      pages.surface.text(pages.surface.fonts.fitText(value, 'bold', sizePt, width - 20), x + 10, box.y + 37, {
        sizePt,
        weight: 'bold',
        color: ink.text,
      })
    }
  }
}
