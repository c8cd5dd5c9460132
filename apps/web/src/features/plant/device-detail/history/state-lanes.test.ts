import { expect, it } from 'vitest'
import type { FaultSpan, StateSpan } from '../../../../api/device-states.ts'
import { lookOfState, placeIn, statesAt, toFaultLanes } from './state-lanes.ts'

const fault = (key: string, fromMs: number, toMs: number, severity: FaultSpan['severity']): FaultSpan => ({
  key,
  quantity: 'faultCode1',
  code: key.toUpperCase(),
  fromMs,
  toMs,
  severity,
})

it('places a span in the visible part', () => {
  const range = { fromMs: 100, toMs: 200 }
  expect(placeIn({ fromMs: 110, toMs: 150 }, range)).toEqual({ left: 0.1, width: 0.4 })
  expect(placeIn({ fromMs: 50, toMs: 120 }, range)).toEqual({ left: 0, width: 0.2 })
  expect(placeIn({ fromMs: 190, toMs: 900 }, range)?.width).toBeCloseTo(0.1)
  expect(placeIn({ fromMs: 200, toMs: 900 }, range)).toBeUndefined()
  expect(placeIn({ fromMs: 0, toMs: 100 }, range)).toBeUndefined()
})

it('gives each fault a lane, the gravest first', () => {
  const lanes = toFaultLanes([
    fault('grid-ov', 1, 2, 'warning'),
    fault('relay', 3, 4, 'fault'),
    fault('grid-ov', 5, 6, 'warning'),
  ])
  expect(lanes.map(({ key, spans }) => [key, spans.length])).toEqual([
    ['relay', 1],
    ['grid-ov', 2],
  ])
})

it('knows what was said at an instant', () => {
  const states = [
    { fromMs: 0, toMs: 10, state: 'normal', code: 2 },
    { fromMs: 10, toMs: 20, state: 'fault', code: 3 },
  ] satisfies [StateSpan, StateSpan]
  const found = statesAt({ states, faults: [fault('relay', 8, 20, 'fault')] }, 10)
  expect([found.state?.state, found.faults.length]).toEqual(['fault', 1])
  expect(statesAt({ states, faults: [] }, 20).state).toBeUndefined()
  expect(lookOfState(states[1])).toBe('fault')
})
