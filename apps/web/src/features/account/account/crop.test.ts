import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clampCrop, dragCrop, MAX_ZOOM, squareOf, wholeCrop } from './crop.ts'

describe('the cropped square', () => {
  it('starts in the middle, as large as possible', () => {
    expect(squareOf({ width: 400, height: 300 }, wholeCrop)).toEqual({ left: 50, top: 0, edge: 300 })
    expect(squareOf({ width: 300, height: 400 }, wholeCrop)).toEqual({ left: 0, top: 50, edge: 300 })
  })

  it('shrinks with the zoom, around its middle', () => {
    expect(squareOf({ width: 400, height: 400 }, { zoom: 2, x: 0.5, y: 0.5 })).toEqual({
      left: 100,
      top: 100,
      edge: 200,
    })
  })

  it('moves opposite to the drag', () => {
    const picture = { width: 800, height: 400 }
    const dragged = dragCrop(picture, wholeCrop, { x: 50, y: 0 }, 200)
    expect(squareOf(picture, dragged).left).toBeCloseTo(100)
    // No further than to the edge.
    expect(squareOf(picture, dragCrop(picture, wholeCrop, { x: 5000, y: 90 }, 200))).toEqual({
      left: 0,
      top: 0,
      edge: 400,
    })
  })

  it('never leaves the picture', () => {
    const side = fc.integer({ min: 1, max: 9000 })
    const part = fc.double({ min: -3, max: 3, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.double({ min: 0, max: 9, noNaN: true }), part, part, (width, height, zoom, x, y) => {
        const { left, top, edge } = squareOf({ width, height }, { zoom, x, y })
        expect(left).toBeGreaterThanOrEqual(-1e-6)
        expect(top).toBeGreaterThanOrEqual(-1e-6)
        expect(left + edge).toBeLessThanOrEqual(width + 1e-6)
        expect(top + edge).toBeLessThanOrEqual(height + 1e-6)
        expect(edge).toBeGreaterThanOrEqual(Math.min(width, height) / MAX_ZOOM - 1e-6)
        expect(clampCrop({ width, height }, { zoom, x, y }).zoom).toBeLessThanOrEqual(MAX_ZOOM)
      }),
    )
  })
})
