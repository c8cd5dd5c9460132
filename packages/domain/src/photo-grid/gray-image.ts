import { type Corners, fitHomography, type Point, project } from './plane-geometry.ts'

/** One byte per pixel, row by row; 0 is black. */
export type GrayImage = Readonly<{ width: number; height: number; data: Uint8Array }>

/** Luma of red, green, blue and alpha (ITU-R BT.601), four bytes per pixel. */
export function grayOf(rgba: Uint8Array | Uint8ClampedArray, width: number, height: number): GrayImage {
  const data = new Uint8Array(width * height)
  for (let i = 0; i < data.length; i += 1)
    data[i] = (77 * (rgba[4 * i] ?? 0) + 150 * (rgba[4 * i + 1] ?? 0) + 29 * (rgba[4 * i + 2] ?? 0)) >> 8
  return { width, height, data }
}

/** A smaller picture; each pixel is the mean of those that it stands for. @param by 0 to 1 */
export function shrink(image: GrayImage, by: number): GrayImage {
  if (by >= 1) return image
  const width = Math.max(1, Math.round(image.width * by))
  const height = Math.max(1, Math.round(image.height * by))
  const data = new Uint8Array(width * height)
  const sums = sumsOf(image)
  for (let y = 0; y < height; y += 1) {
    const top = Math.floor((y * image.height) / height)
    const bottom = Math.max(top + 1, Math.floor(((y + 1) * image.height) / height))
    for (let x = 0; x < width; x += 1) {
      const left = Math.floor((x * image.width) / width)
      const right = Math.max(left + 1, Math.floor(((x + 1) * image.width) / width))
      data[y * width + x] = sumIn(sums, image.width, { left, top, right, bottom }) / ((right - left) * (bottom - top))
    }
  }
  return { width, height, data }
}

/** A part of a picture; what lies beyond its edges is left out. */
export function crop(image: GrayImage, x: number, y: number, width: number, height: number): GrayImage {
  const w = Math.min(width, image.width - x)
  const h = Math.min(height, image.height - y)
  const data = new Uint8Array(w * h)
  for (let row = 0; row < h; row += 1) {
    const from = (y + row) * image.width + x
    data.set(image.data.subarray(from, from + w), row * w)
  }
  return { width: w, height: h, data }
}

/** Takes shadows and gradients away: each pixel against the mean of its surroundings, which becomes a light gray. */
export function evenOut(image: GrayImage, radius: number): GrayImage {
  const { width, height } = image
  const sums = sumsOf(image)
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1) {
    const top = Math.max(0, y - radius)
    const bottom = Math.min(height, y + radius + 1)
    for (let x = 0; x < width; x += 1) {
      const left = Math.max(0, x - radius)
      const right = Math.min(width, x + radius + 1)
      const mean = sumIn(sums, width, { left, top, right, bottom }) / ((right - left) * (bottom - top))
      data[y * width + x] = Math.min(255, ((image.data[y * width + x] ?? 0) * 150) / Math.max(12, mean))
    }
  }
  return { width, height, data }
}

/** Straightens a quadrilateral of a picture into a rectangle. */
export function cutOut(image: GrayImage, corners: Corners, width: number, height: number): GrayImage | undefined {
  const [a, b, c, d] = corners
  const map = fitHomography([
    { from: { x: 0, y: 0 }, to: a },
    { from: { x: width, y: 0 }, to: b },
    { from: { x: width, y: height }, to: c },
    { from: { x: 0, y: height }, to: d },
  ])
  if (map === undefined) return undefined
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = project(map, { x: x + 0.5, y: y + 0.5 })
      data[y * width + x] = sample(image, from.x - 0.5, from.y - 0.5)
    }
  return { width, height, data }
}

/** A picture turned clockwise by some degrees, whole, with white corners; and the way back to its own pixels. */
export function turnImage(
  image: GrayImage,
  degrees: number,
): Readonly<{ image: GrayImage; back: (point: Point) => Point }> {
  const angle = (degrees * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const width = Math.ceil(image.width * Math.abs(cos) + image.height * Math.abs(sin))
  const height = Math.ceil(image.width * Math.abs(sin) + image.height * Math.abs(cos))
  const back = ({ x, y }: Point): Point => {
    const [dx, dy] = [x - width / 2, y - height / 2]
    return { x: image.width / 2 + dx * cos + dy * sin, y: image.height / 2 - dx * sin + dy * cos }
  }
  const data = new Uint8Array(width * height)
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const from = back({ x: x + 0.5, y: y + 0.5 })
      data[y * width + x] = sample(image, from.x - 0.5, from.y - 0.5)
    }
  return { image: { width, height, data }, back }
}

/** Between four pixels; white beyond the edges. */
function sample({ width, height, data }: GrayImage, x: number, y: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  if (!(left >= 0 && top >= 0 && left + 1 < width && top + 1 < height)) return 255
  const at = top * width + left
  const fx = x - left
  const fy = y - top
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 1] ?? 0) * fx
  const lower = (data[at + width] ?? 0) * (1 - fx) + (data[at + width + 1] ?? 0) * fx
  return upper * (1 - fy) + lower * fy
}

/** Sums of all pixels above and to the left, with a first row and column of zeros. */
function sumsOf({ width, height, data }: GrayImage): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let line = 0
    for (let x = 0; x < width; x += 1) {
      line += data[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + line
    }
  }
  return sums
}

type Box = Readonly<{ left: number; top: number; right: number; bottom: number }>

function sumIn(sums: Float64Array, width: number, { left, top, right, bottom }: Box): number {
  const row = width + 1
  return (
    (sums[bottom * row + right] ?? 0) -
    (sums[top * row + right] ?? 0) -
    (sums[bottom * row + left] ?? 0) +
    (sums[top * row + left] ?? 0)
  )
}
