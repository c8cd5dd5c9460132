import { type Status, statuses } from '@heliograph/domain/status.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { screen } from '../maintain-s/screen.ts'
import { fleetScreen } from './fleet-screen.ts'

const tenths = fc.integer({ min: 0, max: 1e12 }).map((count) => count / 1e4)
const unknown = fc.option(tenths)
const sum = fc.record({ known: fc.nat(), generationWh: unknown })
const reason = fc.record({
  kind: fc.constant('silent' as const),
  count: fc.nat(),
  total: fc.nat(),
  group: fc.constant('inverter' as const),
  sinceMs: fc.option(fc.nat().map((second) => second * 1_000)),
  devices: fc.array(fc.record({ id: fc.nat(), name: fc.string() })),
  code: fc.option(fc.string()),
})
const drawn = fc.record({
  counts: fc.record({
    total: fc.nat(),
    byStatus: fc
      .nat()
      .map((count) => Object.fromEntries(statuses.map((status, at) => [status, count + at])) as Record<Status, number>),
    powerW: unknown,
  }),
  capacityWp: fc.integer({ min: 0, max: 1e12 }).map((milliwatts) => milliwatts / 1e3),
  today: sum,
  yesterday: sum,
  co2T: unknown,
  income: fc.array(fc.record({ currency: fc.constant('EUR'), amount: tenths })),
  ranking: fc.array(fc.record({ id: fc.nat(), name: fc.string(), yieldH: tenths })),
  troubles: fc.array(
    fc.record({
      id: fc.nat(),
      name: fc.string(),
      zone: fc.constant('UTC'),
      status: fc.constantFrom(...statuses),
      reason,
    }),
  ),
})

const strictScreen = screen.strict()

it('a large screen survives the way to the wire and back', () => {
  fc.assert(
    fc.property(drawn, (ours) => {
      const wire = fleetScreen.toWire(ours)
      expect(strictScreen.parse(wire)).toEqual(wire)
      expect(fleetScreen.fromWire(wire)).toEqual(ours)
    }),
  )
})
