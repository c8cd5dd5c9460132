import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { FlowEquipment, FlowNode } from '../../api/plant-now.ts'
import { renderPage } from '../../testing/render.tsx'
import styles from './flow.module.css'
import { FlowDiagram } from './flow-diagram.tsx'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  cleanup()
})

const node = (role: FlowNode['role'], power: number | null, more: Partial<FlowNode> = {}): FlowNode => ({
  role,
  power,
  metered: false,
  derived: false,
  devices: [],
  ...more,
})

const nothing: FlowEquipment = {
  meters: [],
  pcs: [],
  compensation: [],
  weather: null,
  loggers: { total: 1, online: 1 },
}

function draw(nodes: readonly FlowNode[], more: Partial<Parameters<typeof FlowDiagram>[0]> = {}) {
  return renderPage(
    <FlowDiagram
      state={{ nodes, socPercent: 62, capacityShare: 0.42, capacityW: 10_000 }}
      equipment={nothing}
      asleep={false}
      stale={false}
      balance="balances to 0 W"
      {...more}
    />,
  )
}
const facts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

it('describes in words what it draws', () => {
  draw([
    node('pv', 4210, { devices: ['Solis A', 'Solis B'] }),
    node('grid', -730, { metered: true }),
    node('battery', -2100),
    node('load', 1380, { derived: true }),
  ])
  expect(facts()).toEqual([
    'Live power flow',
    'Solar: producing, 4.21 kW. Reported by Solis A, Solis B.',
    'Grid: feeding in, 730 W. Measured by a meter at the grid connection.',
    'Battery: charging, 2.10 kW. State of charge 62%.',
    'Loads: consuming, 1.38 kW. Calculated from the other values, not measured.',
    'balances to 0 W',
  ])
})

it('draws a node for each role and motion only where something flows', () => {
  const { container } = draw([node('pv', 4210), node('grid', 0), node('load', null)])
  expect(container.querySelectorAll('[data-testid="flow-node"]')).toHaveLength(3)
  expect(container.querySelectorAll(`.${styles.flowDots}`)).toHaveLength(1)
  expect(container.querySelectorAll(`.${styles.flowArrow}`)).toHaveLength(1)
  expect(container.querySelector(`.${styles.flowNodeUnknown} .${styles.flowValue}`)?.textContent).toBe('--')
})

const offsetsOf = (container: Element) =>
  [...container.querySelectorAll(`.${styles.flowDots}`)].map((dots) => Number(dots.getAttribute('stroke-dashoffset')))

it('moves its dots with the power, in and out', () => {
  // A press on the page before this one holds nothing back here.
  document.dispatchEvent(new Event('pointerdown'))
  vi.useFakeTimers()
  const { container } = draw([node('pv', 4210), node('grid', -730)])
  vi.advanceTimersByTime(500)
  const [pv = 0, grid = 0] = offsetsOf(container)
  expect(pv).toBeLessThan(0)
  expect(grid).toBeGreaterThan(0)
})

it('rests for half a second after a press', () => {
  vi.useFakeTimers()
  const { container } = draw([node('pv', 4210), node('grid', -730)])
  vi.advanceTimersByTime(500)
  const before = offsetsOf(container)
  document.dispatchEvent(new Event('pointerdown'))
  vi.advanceTimersByTime(490)
  expect(offsetsOf(container)).toEqual(before)
  vi.advanceTimersByTime(200)
  expect(offsetsOf(container)).not.toEqual(before)
})

it('rests while it is out of sight', () => {
  vi.useFakeTimers()
  const tell: ((isIntersecting: boolean) => void)[] = []
  class FakeObserver {
    constructor(told: (entries: readonly object[]) => void) {
      tell.push((isIntersecting) => told([{ isIntersecting }]))
    }
    observe() {}
    disconnect() {}
  }
  vi.stubGlobal('IntersectionObserver', FakeObserver)
  const { container } = draw([node('pv', 4210), node('grid', -730)])
  for (const see of tell) see(false)
  vi.advanceTimersByTime(500)
  expect(offsetsOf(container)).toEqual([0, 0])
  for (const see of tell) see(true)
  vi.advanceTimersByTime(500)
  expect(offsetsOf(container)).not.toContain(0)
})

it('keeps the dots of old values where they are', () => {
  vi.useFakeTimers()
  const { container } = draw([node('pv', 4210), node('load', -4210)], { stale: true })
  vi.advanceTimersByTime(500)
  expect(offsetsOf(container)).toEqual([0, 0])
})

it('does not move for old values and at night', () => {
  const { container } = draw([node('pv', 0)], { stale: true, asleep: true, sunrise: '05:58' })
  expect(container.querySelector(`.${styles.flowStale}`)).not.toBeNull()
  expect(container.querySelector(`.${styles.flowName}`)?.textContent).toBe('Solar · sunrise 05:58')
})

it('names what stands on a path', () => {
  const equipment = { ...nothing, meters: ['SDM 630'], pcs: ['PCS 50'], compensation: ['EPM 5G'] }
  const { container } = draw([node('pv', 4210), node('grid', -730, { metered: true }), node('battery', -2100)], {
    equipment,
  })
  expect(container.querySelectorAll('[data-testid="flow-stop"]')).toHaveLength(3)
  expect(facts()).toEqual(
    expect.arrayContaining([
      'Meter at the grid connection: SDM 630.',
      'Export limiter: EPM 5G.',
      'Storage converter: PCS 50.',
    ]),
  )
})

it('draws no equipment for a node that the plant lacks', () => {
  const { container } = draw([node('pv', 4210), node('load', 4210)], { equipment: { ...nothing, meters: ['SDM 630'] } })
  expect(container.querySelectorAll('[data-testid="flow-stop"]')).toHaveLength(0)
})

it('knows no rest where the smart loads exceed the load', () => {
  draw([node('pv', 4000), node('load', 3980, { derived: true }), node('smartLoad', 4300)])
  expect(facts()).toEqual(expect.arrayContaining(['Loads: not measured.', 'Smart loads: consuming, 4.30 kW.']))
  expect(facts().join()).not.toMatch(/0 W\.|Calculated/)
})

it('takes smart loads out of the load', () => {
  draw([node('pv', 2000), node('load', 2000), node('smartLoad', 800)])
  expect(facts()).toEqual(expect.arrayContaining(['Loads: consuming, 1.20 kW.', 'Smart loads: consuming, 800 W.']))
})
