import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { layoutFlow } from './flow-layout.ts'
import type { FlowRole } from './flow-model.ts'

const all: readonly FlowRole[] = ['pv', 'micro', 'grid', 'battery', 'load', 'generator', 'ups', 'smartLoad']

/** Points along a path of the layout: `M x y V y C x y x y x y`. */
function pointsOf(path: string): readonly { x: number; y: number }[] {
  const [x = 0, top = 0, bend = 0, , by = 0, cx = 0, , dx = 0, dy = 0] = (path.match(/-?[\d.]+/g) ?? []).map(Number)
  const steps = Array.from({ length: 41 }, (_, index) => index / 40)
  return [
    ...steps.map((t) => ({ x, y: top + (bend - top) * t })),
    ...steps.map((t) => ({
      x: (1 - t) ** 3 * x + 3 * (1 - t) ** 2 * t * x + 3 * (1 - t) * t * t * cx + t ** 3 * dx,
      y: (1 - t) ** 3 * bend + 3 * (1 - t) ** 2 * t * by + 3 * (1 - t) * t * t * by + t ** 3 * dy,
    })),
  ]
}

describe('layoutFlow', () => {
  it('puts sources above the bus and consumers below it', () => {
    const { places, bus } = layoutFlow(['load', 'grid', 'pv', 'battery'], 420)
    expect(places.map(({ role }) => role)).toEqual(['pv', 'battery', 'load', 'grid'])
    for (const { role, at } of places) expect(at.y < bus.y).toBe(role === 'pv')
  })

  it('leads nowhere from a node alone: no bus, no path', () => {
    const alone = layoutFlow(['micro'], 420)
    expect(alone.hasBus).toBe(false)
    expect(alone.height).toBeLessThan(alone.bus.y)
    expect(layoutFlow(['micro', 'grid'], 420).hasBus).toBe(true)
  })

  it('makes room for words that need more lines, in every row', () => {
    const lines = (more: number) => layoutFlow(all, 340, {}, (_, __, isSingle) => (isSingle ? 1 : 2) + more)
    const [usual, long] = [lines(0), lines(1)]
    // Above the upper row, below the lower one and below the one under it.
    expect(long.height - usual.height).toBe(48)
    const { places } = layoutFlow(['pv', 'battery', 'load', 'smartLoad', 'grid'], 340)
    expect(places.map(({ roomPx }) => roomPx)).toEqual([340, 85, 85, 85, 85])
  })

  it('draws a straight line from a node above the middle', () => {
    const [pv] = layoutFlow(['pv', 'grid'], 420).places
    expect(pv?.arrow.x).toBeCloseTo(210, 6)
    expect(pv?.arrow.angle).toBeCloseTo(90, 6)
  })

  it('puts smart and backup loads below the others where the row is full', () => {
    const rowsAt = (width: number) => new Set(layoutFlow(all, width).places.map(({ at }) => at.y)).size
    expect([rowsAt(340), rowsAt(620)]).toEqual([3, 2])
  })

  it('gives equipment a place of its own on the path, and the arrow one behind it', () => {
    const grid = layoutFlow(['pv', 'grid', 'load'], 420, { grid: 2 }).places.find(({ role }) => role === 'grid')
    const heights = [...(grid?.stops ?? []), ...(grid ? [grid.arrow] : [])].map(({ y }) => y)
    expect(heights).toHaveLength(3)
    // From the node below up to the bus, a box of 20 pixels apart.
    for (const [index, y] of heights.slice(1).entries()) expect((heights[index] ?? 0) - y).toBeGreaterThan(18)
    expect((grid?.at.y ?? 0) - (grid?.radius ?? 0) - (heights[0] ?? 0)).toBeGreaterThan(10)
  })

  it('leads no path through a node that it does not belong to', () => {
    fc.assert(
      fc.property(fc.subarray([...all], { minLength: 2 }), fc.integer({ min: 200, max: 900 }), (roles, width) => {
        const { places } = layoutFlow(roles, width)
        const crossed = places.flatMap(({ role, path, arrow }) =>
          places
            .filter((other) => other.role !== role)
            .filter(({ at, radius }) =>
              [...pointsOf(path), arrow].some(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= radius),
            )
            .map((other) => `${role} through ${other.role}`),
        )
        expect(crossed).toEqual([])
      }),
    )
  })

  it('keeps all nodes inside and apart, in any combination and at any width', () => {
    const some = fc.subarray([...all], { minLength: 1 })
    fc.assert(
      fc.property(some, fc.integer({ min: 200, max: 900 }), (roles, width) => {
        const layout = layoutFlow(roles, width)
        expect(layout.places).toHaveLength(roles.length)
        layout.places.forEach(({ at, radius }, index) => {
          expect(radius).toBeGreaterThan(20)
          expect(at.x - radius).toBeGreaterThanOrEqual(0)
          expect(at.x + radius).toBeLessThanOrEqual(layout.width)
          expect(at.y + radius).toBeLessThanOrEqual(layout.height)
          for (const other of layout.places.slice(index + 1)) {
            const distance = Math.hypot(other.at.x - at.x, other.at.y - at.y)
            // With room for the rings around both.
            expect(distance).toBeGreaterThan(radius + other.radius + 8)
          }
        })
      }),
    )
  })
})
