import { expect, it } from 'vitest'
import type { GrayImage } from './gray-image.ts'
import type { FoundCode } from './grid-of-codes.ts'
import { centerOf } from './plane-geometry.ts'
import { readPhoto } from './read-photo.ts'

/** A white picture with one black spot. */
function spotAt(x: number, y: number): GrayImage {
  const image = { width: 400, height: 300, data: new Uint8Array(400 * 300).fill(255) }
  for (let dy = -3; dy <= 3; dy += 1) for (let dx = -3; dx <= 3; dx += 1) image.data[(y + dy) * 400 + x + dx] = 0
  return image
}

it('finds codes that a reader meets in a turned picture only, at their place', async () => {
  let looks = 0
  const decode = async ({ width, height, data }: GrayImage): Promise<readonly FoundCode[]> => {
    looks += 1
    if (width === 400 && height === 300) return []
    let [count, sumX, sumY] = [0, 0, 0]
    for (let y = 0; y < height; y += 1)
      for (let x = 0; x < width; x += 1)
        if ((data[y * width + x] ?? 255) < 80) [count, sumX, sumY] = [count + 1, sumX + x, sumY + y]
    if (count === 0) return []
    const [x, y] = [sumX / count, sumY / count]
    const corners = [
      { x: x - 10, y: y - 3 },
      { x: x + 10, y: y - 3 },
      { x: x + 10, y: y + 3 },
      { x: x - 10, y: y + 3 },
    ] as const
    return [{ text: 'A2210000001', kind: 'code128', corners }]
  }
  const grid = await readPhoto(spotAt(310, 90), decode)
  const [cell] = grid?.cells ?? []
  expect(cell?.serial).toBe('A2210000001')
  const center = cell?.corners ? centerOf(cell.corners) : undefined
  expect(center?.x).toBeCloseTo(310, -0.5)
  expect(center?.y).toBeCloseTo(90, -0.5)
  // Upright twice, and once for each slant.
  expect(looks).toBe(5)
})
