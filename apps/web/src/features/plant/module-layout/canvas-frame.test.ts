import { describe, expect, it } from 'vitest'
import { fitFrame, panFrame, reshapeFrame, shiftOf, zoomFrame } from './canvas-frame.ts'

const box = { xM: 10, yM: 20, widthM: 30, heightM: 10 }

describe('the seen part of the canvas', () => {
  it.each([0.5, 1, 3])('holds everything in a window of %d to 1', (aspect) => {
    const frame = fitFrame(box, aspect)
    expect(frame.widthM / frame.heightM).toBeCloseTo(aspect, 9)
    expect(frame.xM).toBeLessThan(10)
    expect(frame.yM).toBeLessThan(20)
    expect(frame.xM + frame.widthM).toBeGreaterThan(40)
    expect(frame.yM + frame.heightM).toBeGreaterThan(30)
  })

  it('leaves the side of the buttons free', () => {
    const frame = fitFrame(box, 0.7, 0.15)
    expect(frame.widthM / frame.heightM).toBeCloseTo(0.7, 9)
    expect(frame.xM).toBeLessThan(10)
    expect(40).toBeLessThan(frame.xM + 0.85 * frame.widthM)
  })

  it('zooms around a point, and never too far', () => {
    const frame = fitFrame(box, 2)
    const at = { xM: 12, yM: 21 }
    const near = zoomFrame(frame, 0.5, at)
    expect((at.xM - near.xM) / near.widthM).toBeCloseTo((at.xM - frame.xM) / frame.widthM, 9)
    expect(zoomFrame(frame, 1e-9).widthM).toBe(2)
    expect(zoomFrame(frame, 1e9).widthM).toBe(4_000)
  })

  it('moves, and keeps its middle in another window', () => {
    expect(panFrame(box, { xM: 1, yM: -2 })).toMatchObject({ xM: 11, yM: 18, widthM: 30 })
    const frame = reshapeFrame(box, 1)
    expect([frame.xM + frame.widthM / 2, frame.yM + frame.heightM / 2]).toEqual([25, 25])
  })

  it('is shown by moving and scaling what was drawn', () => {
    const drawn = { xM: 0, yM: 0, widthM: 20, heightM: 10 }
    expect(shiftOf(drawn, panFrame(drawn, { xM: 2, yM: -1 }), 1000)).toBe(
      'translate(-100.00px, 50.00px) scale(1.00000)',
    )
    expect(shiftOf(drawn, zoomFrame(drawn, 0.5, { xM: 0, yM: 10 }), 1000)).toBe(
      'translate(0.00px, -500.00px) scale(2.00000)',
    )
  })
})
