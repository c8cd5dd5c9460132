import type { Box, Point } from '@heliograph/domain/module-layout/geometry.ts'

/** The part of the canvas that is seen, m. */
export type Frame = Box

const LEAST_M = 2
const MOST_M = 4_000
const MARGIN = 0.08
const emptyFrame: Box = { xM: -1, yM: -1, widthM: 16, heightM: 10 }

/**
 * A frame around everything, as wide to high as the window.
 * @param aspect width by height @param taken the share of its width, at the right, that the zoom buttons cover
 */
export function fitFrame(box: Box | undefined, aspect: number, taken = 0): Frame {
  const { xM, yM, widthM, heightM } = box ?? emptyFrame
  const room = Math.max(widthM, heightM) * MARGIN + 0.5
  const free = aspect * (1 - taken)
  const wide = Math.max(widthM + 2 * room, (heightM + 2 * room) * free, LEAST_M)
  const seen = around({ xM: xM + widthM / 2, yM: yM + heightM / 2 }, wide, free)
  return { ...seen, widthM: wide / (1 - taken) }
}

/** Nearer (below 1) or farther; a point stays where it is on screen. */
export function zoomFrame(frame: Frame, factor: number, at: Point = middleOf(frame)): Frame {
  const widthM = Math.min(MOST_M, Math.max(LEAST_M, frame.widthM * factor))
  const scale = widthM / frame.widthM
  return {
    xM: at.xM - (at.xM - frame.xM) * scale,
    yM: at.yM - (at.yM - frame.yM) * scale,
    widthM,
    heightM: frame.heightM * scale,
  }
}

/** The CSS transform that makes what was drawn in one frame look as in another. @param widthPx of the window */
export function shiftOf(drawn: Frame, next: Frame, widthPx: number): string {
  const pixelsPerM = widthPx / next.widthM
  const way = [drawn.xM - next.xM, drawn.yM - next.yM].map((meters) => `${(meters * pixelsPerM).toFixed(2)}px`)
  return `translate(${way.join(', ')}) scale(${(drawn.widthM / next.widthM).toFixed(5)})`
}

export const panFrame = (frame: Frame, by: Point): Frame => ({ ...frame, xM: frame.xM + by.xM, yM: frame.yM + by.yM })

/** The same width and middle in a window of another shape. */
export const reshapeFrame = (frame: Frame, aspect: number): Frame => around(middleOf(frame), frame.widthM, aspect)

const middleOf = ({ xM, yM, widthM, heightM }: Box): Point => ({ xM: xM + widthM / 2, yM: yM + heightM / 2 })
const around = ({ xM, yM }: Point, widthM: number, aspect: number): Frame => ({
  xM: xM - widthM / 2,
  yM: yM - widthM / aspect / 2,
  widthM,
  heightM: widthM / aspect,
})
