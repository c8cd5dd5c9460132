import type { GrayImage } from '../gray-image.ts'
import type { Point } from '../plane-geometry.ts'
import type { BarBlock } from './find-bars.ts'

/** Brightness across the bars of a block, averaged along them; sample i lies `i / PER_PX - MARGIN` px from the block's end. */
export type BarProfile = Readonly<{ values: Float64Array; across: Point; center: Point; length: number }>

export const PER_PX = 2
/** Beyond either end of the block: the paper beside the bars. */
export const MARGIN = 28
const SHARPEN_LINES = 12
const TURNS = Array.from({ length: 17 }, (_, i) => ((i - 8) * 0.3 * Math.PI) / 180)

/** By how much more the bars at the far end of a row lean than those at its near end, as seen in perspective. */
const FANS = Array.from({ length: 13 }, (_, i) => (i - 6) * 0.02)

/** How the bars of a block lean, which the edges alone tell only roughly: so that its profile is sharpest. */
export function sharpen(image: GrayImage, block: BarBlock): BarBlock {
  const turned = TURNS.map((turn): BarBlock => {
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const { x, y } = block.across
    return { ...block, across: { x: x * cos - y * sin, y: x * sin + y * cos } }
  })
  const straight = sharpest(image, turned) ?? block
  return (
    sharpest(
      image,
      FANS.map((fan) => ({ ...straight, fan })),
    ) ?? straight
  )
}

function sharpest(image: GrayImage, blocks: readonly BarBlock[]): BarBlock | undefined {
  let best: BarBlock | undefined
  let most = -1
  for (const block of blocks) {
    const { values } = profileOf(image, block, -0.4, 0.4, SHARPEN_LINES)
    let sum = 0
    for (let i = 2; i < values.length; i += 1) sum += ((values[i] as number) - (values[i - 2] as number)) ** 2
    if (sum > most) [best, most] = [block, sum]
  }
  return best
}

/** @param from @param to the part of the bars' height that is averaged, -0.5 to 0.5 */
export function profileOf(image: GrayImage, block: BarBlock, from: number, to: number, mostLines = 80): BarProfile {
  const { center, across, length, height, fan = 0 } = block
  const count = Math.round((length + 2 * MARGIN) * PER_PX)
  const values = new Float64Array(count)
  const lines = Math.min(mostLines, Math.max(3, Math.round((to - from) * height)))
  const { width, data } = image
  for (let line = 0; line < lines; line += 1) {
    const v = (from + ((line + 0.5) / lines) * (to - from)) * height
    for (let i = 0; i < count; i += 1) {
      const straight = i / PER_PX - MARGIN - length / 2
      const u = straight + (fan * v * straight) / length
      const x = Math.min(Math.max(center.x + u * across.x - v * across.y, 0), width - 2)
      const y = Math.min(Math.max(center.y + u * across.y + v * across.x, 0), image.height - 2)
      const left = Math.floor(x)
      const top = Math.floor(y)
      const at = top * width + left
      const fx = x - left
      const upper = (data[at] as number) * (1 - fx) + (data[at + 1] as number) * fx
      const lower = (data[at + width] as number) * (1 - fx) + (data[at + width + 1] as number) * fx
      values[i] = (values[i] as number) + (upper + (lower - upper) * (y - top)) / lines
    }
  }
  return { values, across, center, length }
}

/** The same seen from the other end. */
export const reversed = (profile: BarProfile): BarProfile => ({
  ...profile,
  across: { x: -profile.across.x, y: -profile.across.y },
  values: profile.values.slice().reverse(),
})

/** Between two samples. */
export function valueAt({ values }: BarProfile, at: number): number {
  const clamped = Math.min(Math.max(at, 0), values.length - 1.001)
  const left = Math.floor(clamped)
  const part = clamped - left
  return (values[left] as number) * (1 - part) + (values[left + 1] as number) * part
}
