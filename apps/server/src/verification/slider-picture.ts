import { type Shade, toPng } from './png.ts'

/**
 * A landscape with a gap, and the piece that fits. Both are pixels inside SVG: in shapes the place of the gap could be
 * read from the text.
 */
export type SliderPicture = Readonly<{
  picture: string
  piece: string
  width: number
  height: number
  pieceY: number
  pieceSize: number
  /** Where the piece belongs: its left edge, in the units of `width`. */
  x: number
}>

const width = 320
const height = 160
const pieceSize = 56
/** Pixels per unit. */
const scale = 2

const skies: readonly (readonly [string, string])[] = [
  ['#4c87ff', '#cfe3ff'],
  ['#2f54b8', '#f7c59f'],
  ['#3b7ea1', '#ffe8b8'],
  ['#5a6fd6', '#ffd1dc'],
]
const grounds: readonly (readonly [string, string, string])[] = [
  ['#8fb3a5', '#5f9a6d', '#35704a'],
  ['#a9a2c9', '#6f7fb0', '#3d5a80'],
  ['#d3b683', '#b0904f', '#7a6a3a'],
]
const skyShades = 40
const hillShades = 12
const firstHill = 1 + skyShades
const sun = firstHill + 3 * hillShades
const cloud = sun + 1
const plainShades = cloud + 1
/** The same shades darkened, for the gap; then its edge. */
const edge = 2 * plainShades

/** @param random numbers of [0, 1): nobody who sees the picture may know the next ones */
export function drawSlider(random: () => number): SliderPicture {
  const x = Math.round(pieceSize + 24 + random() * (width - 2 * pieceSize - 36))
  const pieceY = Math.round(8 + random() * (height - pieceSize - 16))
  const palette = makePalette(random)
  const pixels = drawLandscape(random)
  const size = pieceSize * scale
  const piece = new Uint8Array(size * size)
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      const depth = depthInPiece((column + 0.5) / size, (row + 0.5) / size)
      if (depth <= 0) continue
      const at = (pieceY * scale + row) * width * scale + x * scale + column
      const shade = pixels[at] ?? 0
      const isEdge = depth < 0.022
      piece[row * size + column] = isEdge ? edge : shade
      pixels[at] = isEdge ? edge : shade + plainShades
    }
  return {
    picture: toSvg(toPng(pixels, width * scale, palette), width, height),
    piece: toSvg(toPng(piece, size, palette), pieceSize, pieceSize),
    width,
    height,
    pieceY,
    pieceSize,
    x,
  }
}

/** How deep a point of the unit square lies in the piece, 0 and less outside: a square with a knob at its right and a dent at its top. */
function depthInPiece(u: number, v: number): number {
  const square = Math.min(u - 0.04, 0.8 - u, v - 0.04, 0.96 - v)
  const knob = 0.15 - Math.hypot(u - 0.82, v - 0.5)
  const dent = Math.hypot(u - 0.42, v - 0.08) - 0.15
  return Math.min(Math.max(square, knob), dent)
}

function drawLandscape(random: () => number): Uint8Array {
  const columns = width * scale
  const rows = height * scale
  const pixels = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row += 1)
    pixels.fill(1 + Math.floor((row / rows) * skyShades), row * columns, (row + 1) * columns)
  const drawDisc = (centreX: number, centreY: number, radiusX: number, radiusY: number, shade: number) => {
    for (let row = Math.max(0, Math.floor(centreY - radiusY)); row < Math.min(rows, centreY + radiusY); row += 1)
      for (
        let column = Math.max(0, Math.floor(centreX - radiusX));
        column < Math.min(columns, centreX + radiusX);
        column += 1
      )
        if (((column - centreX) / radiusX) ** 2 + ((row - centreY) / radiusY) ** 2 < 1)
          pixels[row * columns + column] = shade
  }
  const between = (low: number, high: number) => (low + random() * (high - low)) * scale
  const radius = between(12, 20)
  drawDisc(between(30, width - 30), between(24, 60), radius, radius, sun)
  for (let clouds = 0; clouds < 4; clouds += 1) {
    const [centreX, centreY, length] = [between(0, width), between(14, 80), between(14, 26)]
    drawDisc(centreX, centreY, length, length / 4, cloud)
    drawDisc(centreX - length / 3, centreY - length / 6, length / 2, length / 4, cloud)
    drawDisc(centreX + length / 4, centreY - length / 7, length / 2.4, length / 4, cloud)
  }
  for (let hill = 0; hill < 3; hill += 1) {
    const ground = between(78, 92) + hill * 22 * scale
    const waves = [1, 2.3, 5.1, 11].map((pace) => [pace, random() * 7, between(5, 16) / pace] as const)
    for (let column = 0; column < columns; column += 1) {
      const at = (column / columns) * 2 * Math.PI
      const top = Math.round(
        ground - waves.reduce((sum, [pace, phase, most]) => sum + most * Math.sin(pace * at + phase), 0),
      )
      for (let row = Math.max(0, top); row < rows; row += 1)
        pixels[row * columns + column] =
          firstHill + hill * hillShades + Math.min(hillShades - 1, Math.floor((row - top) / (5 * scale)))
    }
  }
  return pixels
}

function makePalette(random: () => number): readonly Shade[] {
  const pick = <T>(list: readonly T[], fallback: T): T => list[Math.floor(random() * list.length)] ?? fallback
  const sky = pick(skies, ['#4c87ff', '#cfe3ff'])
  const ground = pick(grounds, ['#8fb3a5', '#5f9a6d', '#35704a'])
  const plain: readonly Shade[] = [
    [0, 0, 0, 0],
    ...Array.from({ length: skyShades }, (_, at) => mix(sky[0], sky[1], at / (skyShades - 1))),
    ...ground.flatMap((shade) =>
      Array.from({ length: hillShades }, (_, at) => mix(shade, '#10202c', at / (hillShades * 2))),
    ),
    mix('#fff6d6', '#fff6d6', 0),
    mix('#ffffff', sky[1], 0.35),
  ]
  const dark = plain.map(([red, green, blue, opacity]): Shade => [red * 0.42, green * 0.42, blue * 0.48, opacity])
  return [...plain, ...dark, [255, 255, 255, 210]]
}

function mix(from: string, to: string, part: number): Shade {
  const channel = (at: number): number => {
    const [first, second] = [from, to].map((text) => Number.parseInt(text.slice(at, at + 2), 16))
    return Math.round((first ?? 0) + ((second ?? 0) - (first ?? 0)) * part)
  }
  return [channel(1), channel(3), channel(5), 255]
}

const toSvg = (png: Buffer, w: number, h: number): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}"><image width="${w}" height="${h}" href="data:image/png;base64,${png.toString('base64')}"/></svg>`
