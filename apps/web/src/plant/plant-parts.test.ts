import { describe, expect, it } from 'vitest'
import type { FlowNode } from '../api/plant-now.ts'
import { partsOf, partsOfFigures, shownNodes } from './plant-parts.ts'

const node = (role: FlowNode['role'], power: number | null): FlowNode => ({
  role,
  power,
  metered: false,
  derived: false,
  devices: [],
})
const hybrid = [node('pv', 100), node('grid', 5), node('battery', 0), node('load', 105), node('ups', 0)]
const roles = (gridType: Parameters<typeof shownNodes>[1], nodes = hybrid, socPercent: number | null = 0) =>
  shownNodes({ nodes, socPercent }, gridType).map(({ role }) => role)

describe('shownNodes', () => {
  it('hides what the grid type does not have', () => {
    expect(roles('DISTRIBUTED_FULLY')).toEqual(['pv', 'grid'])
    expect(roles('EXCESS')).toEqual(['pv', 'grid', 'load', 'ups'])
    expect(roles('PV_BTR_USE', hybrid, 40)).toEqual(['pv', 'battery', 'load', 'ups'])
    expect(roles('BATTERY_BACKUP')).toEqual(['pv', 'grid', 'battery', 'load', 'ups'])
  })

  it('shows a measured battery with any grid type', () => {
    expect(roles('EXCESS', hybrid, 62)).toContain('battery')
    expect(roles('EXCESS', [node('battery', -500)], null)).toEqual(['battery'])
  })

  it('invents nothing', () => expect(roles('BATTERY_BACKUP', [node('pv', 1)])).toEqual(['pv']))
})

it('ignores a grid that is only derived from production', () => {
  const derived = [node('pv', 100), { ...node('grid', -100), derived: true }]
  expect(partsOf({ nodes: derived, socPercent: null }, 'DISTRIBUTED_FULLY').grid).toBe(false)
  expect(partsOf({ nodes: derived, socPercent: null }, 'EXCESS').grid).toBe(true)
  expect(partsOf({ nodes: hybrid, socPercent: null }, 'DISTRIBUTED_FULLY').grid).toBe(true)
})

it('lists the parts', () => {
  expect(partsOf({ nodes: [...hybrid, node('generator', 0)], socPercent: 0 }, 'EXCESS')).toEqual({
    grid: true,
    load: true,
    battery: false,
    generator: true,
    ups: true,
  })
})

describe('partsOfFigures', () => {
  const total = { loadWh: 9000, chargeWh: 0, exportWh: 3000, importWh: null, generatorWh: null }

  it('has the flows that were ever measured and that the grid type allows', () => {
    const measured = { grid: true, load: true, battery: false, generator: false, ups: false }
    expect(partsOfFigures({ total }, 'EXCESS')).toEqual(measured)
    expect(partsOfFigures({ total: { ...total, chargeWh: 2000 } }, 'BATTERY_BACKUP')).toEqual({
      ...measured,
      battery: true,
    })
    expect(partsOfFigures({ total }, 'OFF_GRID')).toEqual({ ...measured, grid: false })
  })
})
