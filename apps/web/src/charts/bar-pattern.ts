/**
 * Patterns that separate parts of one color, also from their neighbors without color: feed-in striped, purchase dotted.
 */
export type BarPattern = 'stripes' | 'dots'

const TILE_PX = 8
/** Twice as fine as the page's pixels, for sharp edges on dense screens. */
const RATIO = 2

/** Fill of a patterned area on a canvas; the plain color where canvases do not work. */
export function patternFill(pattern: BarPattern, color: string, ground: string): string | object {
  const image = drawTile(pattern, color, ground)
  return image ? { image, repeat: 'repeat', scaleX: 1 / RATIO, scaleY: 1 / RATIO } : color
}

/** One tile, which continues on all its sides. */
export function drawTile(pattern: BarPattern, color: string, ground: string): HTMLCanvasElement | undefined {
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  canvas.width = TILE_PX * RATIO
  canvas.height = TILE_PX * RATIO
  pen.scale(RATIO, RATIO)
  const fill = (style: string, alpha: number): void => {
    pen.globalAlpha = alpha
    pen.fillStyle = style
    pen.fillRect(0, 0, TILE_PX, TILE_PX)
  }
  fill(ground, 1)
  if (pattern === 'stripes') {
    fill(color, 0.45)
    pen.globalAlpha = 1
    pen.strokeStyle = color
    pen.lineWidth = 3.4
    pen.beginPath()
    for (const x of [-TILE_PX, 0, TILE_PX]) {
      pen.moveTo(x - 1, TILE_PX + 1)
      pen.lineTo(x + TILE_PX + 1, -1)
    }
    pen.stroke()
    return canvas
  }
  fill(color, 1)
  pen.globalAlpha = 0.85
  pen.fillStyle = ground
  pen.beginPath()
  // In the middle and at the corners: dots that do not form lines.
  for (const [x, y] of [
    [0.25, 0.25],
    [0.75, 0.75],
  ] as const) {
    pen.moveTo(x * TILE_PX + 1.3, y * TILE_PX)
    pen.arc(x * TILE_PX, y * TILE_PX, 1.3, 0, 2 * Math.PI)
  }
  pen.fill()
  return canvas
}
