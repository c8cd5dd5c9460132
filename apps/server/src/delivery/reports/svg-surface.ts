import type { Fonts } from './fonts.ts'
import { type Surface, startOf } from './surface.ts'

const round = (value: number): string => String(Math.round(value * 100) / 100)
const safe = (color: string): string => (/^#[0-9a-f]{6}$/.test(color) ? color : '#000000')

/** Draws an SVG whose letters are outlines: the machine that turns it into a picture may have no font at all. */
export function createSvgSurface(
  widthPt: number,
  heightPt: number,
  fonts: Fonts,
): Readonly<{ surface: Surface; write: () => string }> {
  const shapes: string[] = []
  const list = (points: readonly (readonly [number, number])[]): string =>
    points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ')
  const surface: Surface = {
    fonts,
    rect: ({ x, y, width, height }, color, radius = 0) => {
      if (width <= 0 || height <= 0) return
      shapes.push(
        `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" rx="${round(radius)}" fill="${safe(color)}"/>`,
      )
    },
    line: (points, { color, widthPt: thick, dash }) => {
      const dashes = dash === undefined ? '' : ` stroke-dasharray="${round(dash)}"`
      shapes.push(
        `<polyline points="${list(points)}" fill="none" stroke="${safe(color)}" stroke-width="${round(thick)}" stroke-linejoin="round"${dashes}/>`,
      )
    },
    area: (points, color) => void shapes.push(`<polygon points="${list(points)}" fill="${safe(color)}"/>`),
    text: (text, x, y, { sizePt, weight = 'regular', color, align }) => {
      const runs = fonts.splitRuns(text, weight, sizePt)
      let at = startOf(
        x,
        runs.reduce((sum, run) => sum + run.widthPt, 0),
        align,
      )
      for (const run of runs) {
        const scale = sizePt / run.file.font.unitsPerEm
        const { glyphs, positions } = run.file.font.layout(run.text)
        for (const [n, glyph] of glyphs.entries()) {
          const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[n] ?? {}
          const path = glyph.path.toSVG()
          if (path !== '')
            shapes.push(
              `<path transform="translate(${round(at + xOffset * scale)} ${round(y - yOffset * scale)}) scale(${scale} ${-scale})" d="${path}" fill="${safe(color)}"/>`,
            )
          at += xAdvance * scale
        }
      }
    },
  }
  const write = (): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${round(widthPt)} ${round(heightPt)}" width="${round(widthPt)}" height="${round(heightPt)}">${shapes.join('')}</svg>`
  return { surface, write }
}
