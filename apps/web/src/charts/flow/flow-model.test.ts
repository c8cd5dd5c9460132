import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FlowNode } from '../../api/plant-now.ts'
import { directionOf, levelOf, loadMix, paceOf, sourcesOf, toFlowViews } from './flow-model.ts'

const node = (role: FlowNode['role'], power: number | null, more: Partial<FlowNode> = {}): FlowNode => ({
  role,
  power,
  metered: false,
  derived: false,
  devices: [],
  ...more,
})

describe('directionOf', () => {
  it.each([
    ['pv', 4200, 'in'],
    ['grid', 500, 'in'],
    ['grid', -730, 'out'],
    ['battery', 900, 'in'],
    ['battery', -2100, 'out'],
    ['load', 1380, 'out'],
    ['ups', 200, 'out'],
    ['generator', 3000, 'in'],
    ['grid', -0.4, 'idle'],
    ['pv', 0, 'idle'],
    ['grid', null, 'unknown'],
  ] as const)('%s at %d W flows %s', (role, power, expected) => expect(directionOf(role, power)).toBe(expected))
})

describe('paceOf', () => {
  it('is fastest at the reference and slowest three decades below', () => {
    expect(paceOf(10_000, 10_000)).toBe(0.6)
    expect(paceOf(10, 10_000)).toBe(2.6)
    expect(paceOf(0, 10_000)).toBe(2.6)
    expect(paceOf(-1000, 10_000)).toBe(paceOf(1000, 10_000))
  })

  it('never slows down with more power', () => {
    const watts = fc.double({ min: 0, max: 1e7, noNaN: true })
    fc.assert(
      fc.property(watts, watts, watts, (a, b, reference) => {
        expect(paceOf(Math.max(a, b), reference)).toBeLessThanOrEqual(paceOf(Math.min(a, b), reference))
      }),
    )
  })
})

it('gives the battery its bars', () => {
  expect([null, 0, 9.9, 10, 39, 40, 74, 75, 100].map(levelOf)).toEqual([0, 0, 0, 1, 1, 2, 2, 3, 3])
})

describe('shares', () => {
  const hybrid = [node('pv', 4210), node('battery', -2100), node('grid', -730), node('load', 1380)]

  it('computes the sources of the power on the bus', () => {
    expect(sourcesOf(hybrid)).toEqual([{ token: 'solar', share: 1 }])
    expect(sourcesOf([node('pv', 1000), node('grid', 3000), node('load', 4000)])).toEqual([
      { token: 'solar', share: 0.25 },
      { token: 'grid', share: 0.75 },
    ])
    expect(sourcesOf([node('pv', 0), node('grid', null)])).toEqual([])
  })

  it("computes the sources of the house's power", () => {
    expect(loadMix(hybrid)).toEqual([{ token: 'solar', share: 1 }])
    const evening = [node('pv', 0), node('battery', 600), node('grid', 200), node('load', 800)]
    expect(loadMix(evening)).toEqual([
      { token: 'battery', share: 0.75 },
      { token: 'grid', share: 0.25 },
    ])
    expect(loadMix([node('pv', 500)])).toEqual([])
  })

  it('of the house always add up to the whole', () => {
    const watts = fc.integer({ min: -5000, max: 5000 })
    fc.assert(
      fc.property(fc.nat(8000), watts, watts, (pv, grid, battery) => {
        const mix = loadMix([node('pv', pv), node('grid', grid), node('battery', battery), node('load', 700)])
        const sum = mix.reduce((total, { share }) => total + share, 0)
        if (mix.length > 0) expect(sum).toBeGreaterThan(0.97)
        expect(sum).toBeLessThan(1.0001)
      }),
    )
  })
})

it('builds views of nodes and keeps unknown values unknown', () => {
  const views = toFlowViews({
    nodes: [node('pv', 3000), node('grid', null), node('battery', -500, { derived: true })],
    socPercent: 62,
    capacityShare: 0.3,
    capacityW: 10_000,
  })
  expect(views.map(({ powerW }) => powerW)).toEqual([3000, null, 500])
  expect(views[0]?.ring).toEqual([{ token: 'solar', share: 0.3 }])
  expect(views[1]).toMatchObject({ direction: 'unknown', ring: [] })
  expect(views[2]).toMatchObject({ direction: 'out', derived: true, ring: [{ token: 'battery', share: 0.62 }] })
})
