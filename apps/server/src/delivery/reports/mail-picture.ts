import { thisServer } from '../../platform/file-reader/file-reader.ts'
import { drawPicture } from '../../platform/pictures/pictures.ts'
import { type Chart, drawChart } from './chart.ts'
import type { Fonts } from './fonts.ts'
import { createSvgSurface } from './svg-surface.ts'

/** Small, so that its letters can be read on a phone, where an email is 300 points wide. */
const WIDTH = 360
const HEIGHT = 220
const PADDING = 8
/** Pixels per point times 72: three, for dense screens. */
const DENSITY = 216

/** A chart as a PNG for an email, sharp on dense screens; its letters are outlines, so that no font is needed. */
export async function drawMailPicture(chart: Chart, fonts: Fonts): Promise<Buffer> {
  const { surface, write } = createSvgSurface(WIDTH, HEIGHT, fonts)
  surface.rect({ x: 0, y: 0, width: WIDTH, height: HEIGHT }, '#ffffff')
  drawChart(surface, { x: PADDING, y: PADDING, width: WIDTH - 2 * PADDING, height: HEIGHT - 2 * PADDING }, chart)
  const question = { bytes: Buffer.from(write()), takes: ['svg'], density: DENSITY, isOurs: true } as const
  const scale = DENSITY / 72
  const form = { as: 'png', fit: 'inside', width: WIDTH * scale, height: HEIGHT * scale, isPalette: true } as const
  return (await drawPicture(question, [form], thisServer))[0].bytes
}
