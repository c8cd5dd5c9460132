/** Photos of labels, rendered: a sheet of codes, and what a camera makes of it. The same seed draws the same picture. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { GrayImage } from '@heliograph/domain/photo-grid/gray-image.ts'
import {
  fieldRectangle,
  markRectangle,
  pageSize,
  type Rectangle,
  type TemplatePage,
  writeMark,
} from '@heliograph/domain/photo-grid/paper-template.ts'
import { fitHomography, type Point, project } from '@heliograph/domain/photo-grid/plane-geometry.ts'
import sharp from 'sharp'
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer'

export const labelFormats = ['Code128', 'Code39', 'QRCode', 'DataMatrix'] as const
export type LabelFormat = (typeof labelFormats)[number]
export type Sheet = Readonly<{ image: GrayImage; serials: readonly (readonly (string | null)[])[] }>
/** Each is none without a value. */
export type Distortion = Readonly<{
  /** How far the corners of the sheet move, as a share of its sides. */
  perspective?: number
  degrees?: number
  /** How dark the darkest corner is, 0 to 1. */
  shadow?: number
  /** Radius of the blur, px. */
  blur?: number
  /** Standard deviation of the sensor's noise, of 255. */
  noise?: number
  /** Of the JPEG, 1 to 100. */
  quality?: number
  /** How bright a lamp is reflected, 0 to 1 (white). */
  glare?: number
  /** How far the sheet bulges towards the camera, as a share of its height. */
  curl?: number
  /** Share of the contrast that is left, 0 to 1. */
  contrast?: number
  /** How far the camera moved while it looked, px. */
  motion?: number
  /** A table with a pattern as strong as that of a cloth, instead of a dark one. */
  cloth?: boolean
  /** Clockwise turns by 90 degrees that stand only in the EXIF of the file. */
  exifTurns?: 0 | 1 | 2 | 3
}>

const PX_PER_MM = 10
const PAPER = 245
const INK = 25

/** Numbers from 0 to 1 (Park and Miller). */
export function drawFrom(seed: number): () => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

let isOpen = false
function openWriter(): void {
  if (isOpen) return
  const file = createRequire(import.meta.url).resolve('zxing-wasm/writer/zxing_writer.wasm')
  prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(readFileSync(file)).buffer } })
  isOpen = true
}

/** Labels of 30 by 14 mm in rows and columns on plain paper, as on a maker's installation map. */
export async function drawLabels(
  options: Readonly<{
    rows: number
    columns: number
    format: LabelFormat
    seed: number
    missing?: number
    crooked?: number
    /** Share of the labels of which a corner is covered by tape or a finger. */
    covered?: number
    /** Labels of all kinds by turns. */
    mixed?: boolean
    /** Serials of 8 to 16 letters and digits, of one length on a sheet, instead of twelve digits. */
    letters?: boolean
  }>,
): Promise<Sheet> {
  const { rows, columns, format, seed, missing = 0, crooked = 2, covered = 0, mixed = false, letters = false } = options
  const draw = drawFrom(seed)
  const field = { width: 40, height: 22 }
  const length = 8 + (seed % 9)
  const image = paper(columns * field.width + 20, rows * field.height + 20)
  const serials: (string | null)[][] = []
  for (let row = 0; row < rows; row += 1) {
    serials.push([])
    for (let column = 0; column < columns; column += 1) {
      const serial = letters ? lettersFrom(draw, length) : serialAt(row, column, seed)
      const isMissing = draw() < missing
      serials.at(-1)?.push(isMissing ? null : serial)
      const box = { x: 10 + column * field.width, y: 10 + row * field.height, ...field }
      frame(image, box)
      const kind = mixed ? (labelFormats[(row * columns + column) % labelFormats.length] ?? format) : format
      if (!isMissing) await stick(image, serial, { format: kind, box, draw, crooked })
      if (covered > 0 && draw() < covered) cover(image, box, draw)
    }
  }
  return { image, serials }
}

/** A corner of a field of labels, gray as tape: the lower third, from one side to the middle. */
function cover(image: GrayImage, box: Rectangle, draw: () => number): void {
  const isLeft = draw() < 0.5
  const x0 = Math.round((box.x + (isLeft ? 0 : box.width / 2)) * PX_PER_MM)
  const y0 = Math.round((box.y + box.height * 0.6) * PX_PER_MM)
  for (let y = y0; y < y0 + box.height * 0.4 * PX_PER_MM; y += 1)
    for (let x = x0; x < x0 + (box.width / 2) * PX_PER_MM; x += 1) image.data[y * image.width + x] = 150
}

/** A page of the paper template with a label in each field. */
export async function drawTemplate(
  options: Readonly<{ page: TemplatePage; format: LabelFormat; seed: number; missing?: number; crooked?: number }>,
): Promise<Sheet> {
  const { page, format, seed, missing = 0, crooked = 3 } = options
  const draw = drawFrom(seed)
  const size = pageSize(page)
  const image = paper(size.width + 20, size.height + 20)
  const shifted = (box: Rectangle): Rectangle => ({ ...box, x: box.x + 10, y: box.y + 10 })
  for (const mark of [0, 1, 2, 3] as const)
    await put(image, writeMark(page, mark), 'QRCode', shifted(markRectangle(page, mark)))
  const serials: (string | null)[][] = []
  for (let row = 0; row < page.pageRows; row += 1) {
    serials.push([])
    for (let column = 0; column < page.pageColumns; column += 1) {
      const serial = serialAt(row + page.firstRow, column + page.firstColumn, seed)
      const isMissing = draw() < missing
      serials.at(-1)?.push(isMissing ? null : serial)
      const box = shifted(fieldRectangle(page, row, column))
      frame(image, box)
      if (!isMissing) await stick(image, serial, { format, box, draw, crooked })
    }
  }
  return { image, serials }
}

const serialAt = (row: number, column: number, seed: number): string =>
  `1220${String((seed * 7_919 + row * 977 + column * 31) % 100_000_000).padStart(8, '0')}`

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const lettersFrom = (draw: () => number, length: number): string =>
  Array.from({ length }, () => LETTERS[Math.floor(draw() * LETTERS.length)]).join('')

type Label = Readonly<{ format: LabelFormat; box: Rectangle; draw: () => number; crooked: number }>

async function stick(image: GrayImage, text: string, { format, box, draw, crooked }: Label): Promise<void> {
  const isSquare = format === 'QRCode' || format === 'DataMatrix'
  const size = isSquare ? { width: 11, height: 11 } : { width: format === 'Code39' ? 36 : 30, height: 7 }
  const slack = { x: box.width - size.width, y: box.height - size.height }
  const place = {
    x: box.x + slack.x / 2 + (draw() - 0.5) * 0.4 * Math.max(0, slack.x - 4),
    y: box.y + slack.y / 2 + (draw() - 0.5) * 0.4 * Math.max(0, slack.y - 4),
    ...size,
  }
  await put(image, text, format, place, ((draw() - 0.5) * 2 * crooked * Math.PI) / 180)
}

const paper = (widthMm: number, heightMm: number): GrayImage => {
  const width = Math.round(widthMm * PX_PER_MM)
  const height = Math.round(heightMm * PX_PER_MM)
  return { width, height, data: new Uint8Array(width * height).fill(PAPER) }
}

function frame(image: GrayImage, box: Rectangle): void {
  const x0 = Math.round(box.x * PX_PER_MM)
  const y0 = Math.round(box.y * PX_PER_MM)
  const x1 = Math.round((box.x + box.width) * PX_PER_MM)
  const y1 = Math.round((box.y + box.height) * PX_PER_MM)
  for (let x = x0; x <= x1; x += 1) for (const y of [y0, y1]) image.data[y * image.width + x] = 120
  for (let y = y0; y <= y1; y += 1) for (const x of [x0, x1]) image.data[y * image.width + x] = 120
}

async function put(image: GrayImage, text: string, format: LabelFormat, box: Rectangle, angle = 0): Promise<void> {
  openWriter()
  const options = format === 'QRCode' ? { options: 'ecLevel=Q' } : {}
  const { symbol, error } = await writeBarcode(text, { format, scale: 1, addQuietZones: false, ...options })
  if (error !== '') throw new Error(error)
  const middle = { x: (box.x + box.width / 2) * PX_PER_MM, y: (box.y + box.height / 2) * PX_PER_MM }
  const half = { x: (box.width / 2) * PX_PER_MM, y: (box.height / 2) * PX_PER_MM }
  const reach = Math.ceil(Math.hypot(half.x, half.y))
  for (let dy = -reach; dy <= reach; dy += 1)
    for (let dx = -reach; dx <= reach; dx += 1) {
      const u = (dx * Math.cos(angle) + dy * Math.sin(angle) + half.x) / (2 * half.x)
      const v = (-dx * Math.sin(angle) + dy * Math.cos(angle) + half.y) / (2 * half.y)
      if (u < 0 || v < 0 || u >= 1 || v >= 1) continue
      const bit = symbol.data[Math.floor(v * symbol.height) * symbol.width + Math.floor(u * symbol.width)] ?? 255
      const x = Math.round(middle.x + dx)
      const y = Math.round(middle.y + dy)
      if (x < 0 || y < 0 || x >= image.width || y >= image.height) continue
      image.data[y * image.width + x] = bit === 0 ? INK : PAPER
    }
}

/** What a camera of so many pixels on its longer side makes of a sheet on a dark table: a JPEG. */
export async function photograph(
  sheet: GrayImage,
  distortion: Distortion,
  seed: number,
  longerSide = 3_200,
): Promise<Buffer> {
  const { perspective = 0, degrees = 0, shadow = 0, blur = 0, noise = 0, quality = 90 } = distortion
  const { glare = 0, curl = 0, contrast = 1, exifTurns = 0, motion = 0, cloth = false } = distortion
  const draw = drawFrom(seed)
  const angle = (degrees * Math.PI) / 180
  const corners = [
    { x: 0, y: 0 },
    { x: sheet.width, y: 0 },
    { x: sheet.width, y: sheet.height },
    { x: 0, y: sheet.height },
  ]
  const moved = corners.map(({ x, y }): Point => {
    const p = {
      x: x + (draw() - 0.5) * 2 * perspective * sheet.width,
      y: y + (draw() - 0.5) * 2 * perspective * sheet.height,
    }
    return { x: p.x * Math.cos(angle) - p.y * Math.sin(angle), y: p.x * Math.sin(angle) + p.y * Math.cos(angle) }
  })
  const left = Math.min(...moved.map(({ x }) => x))
  const top = Math.min(...moved.map(({ y }) => y))
  const span = { x: Math.max(...moved.map(({ x }) => x)) - left, y: Math.max(...moved.map(({ y }) => y)) - top }
  const by = longerSide / (1.06 * Math.max(span.x, span.y))
  const width = Math.round(span.x * 1.06 * by)
  const height = Math.round(span.y * 1.06 * by)
  const place = ({ x, y }: Point): Point => ({ x: (x - left + 0.03 * span.x) * by, y: (y - top + 0.03 * span.y) * by })
  const back = fitHomography(moved.map((from, i) => ({ from: place(from), to: corners[i] ?? { x: 0, y: 0 } })))
  if (back === undefined) throw new Error('These corners are no picture')
  const data = Buffer.alloc(width * height)
  const sampled = Math.max(1, Math.round(1 / by))
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = project(back, { x, y })
      // A sheet that bulges: its middle is nearer, its lines are arcs.
      const bulge = curl * sheet.height * Math.sin((Math.PI * Math.min(Math.max(at.x, 0), sheet.width)) / sheet.width)
      const isOnSheet = at.x >= 0 && at.y >= 0 && at.x < sheet.width && at.y < sheet.height
      data[y * width + x] =
        cloth && !isOnSheet
          ? 110 + 60 * Math.sign(Math.sin(x / 9) * Math.sin(y / 13))
          : lightAt(sheet, { x: at.x, y: at.y + bulge - (curl * sheet.height) / 2 }, sampled)
    }
  if (motion > 0) shake(data, width, motion)
  if (blur > 0) {
    const raw = { raw: { width, height, channels: 1 as const } }
    data.set(await sharp(data, raw).blur(blur).toColourspace('b-w').raw().toBuffer())
  }
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const i = y * width + x
      // A shadow that falls over a corner, with a soft edge in the middle.
      const slope = 1 / (1 + Math.exp(-12 * (x / width + y / height - 0.9)))
      const light = 1 - shadow * (0.35 * (x / width) + 0.65 * slope)
      const grain = noise === 0 ? 0 : noise * (draw() + draw() + draw() + draw() - 2) * 1.7
      const flat = 128 + ((data[i] ?? 0) - 128) * contrast
      // A lamp is mirrored in an ellipse a third of the way in.
      const lamp = glare * Math.exp(-(((x / width - 0.35) / 0.12) ** 2) - ((y / height - 0.4) / 0.18) ** 2)
      data[i] = Math.max(0, Math.min(255, flat * light * (1 - lamp) + 255 * lamp + grain))
    }
  // A camera that was held upright stores the picture as its sensor lies, and says how to turn it.
  const orientation = [1, 8, 3, 6][exifTurns] ?? 1
  return sharp(data, { raw: { width, height, channels: 1 } })
    .rotate(90 * exifTurns)
    .withMetadata({ orientation })
    .jpeg({ quality })
    .toBuffer()
}

/** Each pixel becomes the mean of those that pass it, down to the right. */
function shake(data: Buffer, width: number, motion: number): void {
  const before = Uint8Array.from(data)
  const steps = Math.ceil(2 * motion)
  for (let i = 0; i < data.length; i += 1) {
    let sum = 0
    for (let step = 0; step <= steps; step += 1) {
      const way = (step / steps) * motion
      sum += before[i + Math.round(0.8 * way) + Math.round(0.6 * way) * width] ?? before[i] ?? 0
    }
    data[i] = sum / (steps + 1)
  }
}

/** The mean of the sheet's pixels under one of the camera's. */
function lightAt({ width, height, data }: GrayImage, { x, y }: Point, side: number): number {
  let sum = 0
  for (let dy = 0; dy < side; dy += 1)
    for (let dx = 0; dx < side; dx += 1) {
      const px = Math.floor(x + dx - side / 2)
      const py = Math.floor(y + dy - side / 2)
      sum += px < 0 || py < 0 || px >= width || py >= height ? 60 : (data[py * width + px] ?? 0)
    }
  return sum / (side * side)
}
