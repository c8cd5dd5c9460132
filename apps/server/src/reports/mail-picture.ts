import sharp from 'sharp'
import { type Chart, drawChart } from './chart.ts'
import type { Fonts } from './fonts.ts'
import { createSvgSurface } from './svg-surface.ts'

const WIDTH = 520
const HEIGHT = 210
const PADDING = 10

/** A chart as a PNG for an email, sharp on dense screens; its letters are outlines, so that no font is needed. */
export async function drawMailPicture(chart: Chart, fonts: Fonts): Promise<Buffer> {
  const { surface, write } = createSvgSurface(WIDTH, HEIGHT, fonts)
  surface.rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, '#ffffff')
  drawChart(surface, { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING }, chart)
  return sharp(Buffer.from(write()), { density: 144 }).png({ palette: true }).toBuffer()
}
