import { flows } from '@heliograph/domain/energy-flow.ts'
import { meteredFlows, meteringMethods, meteringSources } from '@heliograph/domain/metering.ts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { meteringEdit, metering as schema } from '../maintain-s/metering.ts'
import { mapParts, metering, meteringChoice } from './metering.ts'

const each = <K extends string, T>(parts: readonly K[], value: fc.Arbitrary<T>): fc.Arbitrary<Record<K, T>> =>
  fc
    .array(value, { minLength: parts.length, maxLength: parts.length })
    .map((values) => Object.fromEntries(parts.map((part, at) => [part, values[at]])) as Record<K, T>)
const energy = fc.integer({ min: -1e12, max: 1e12 }).map((count) => count / 1e4)
const carriers = fc.array(fc.record({ flow: fc.constantFrom(...flows), devices: fc.array(fc.string()) }))
const drawn = fc.record({
  strategy: fc.constantFrom('manual' as const, 'dynamic' as const),
  methods: each(meteredFlows, fc.constantFrom(...meteringMethods)),
  sources: each(meteringSources, fc.constantFrom('METER', 'DEVICE:12,15', null)),
  generationOffsetWh: energy,
  useOffsetWh: energy,
  plannedUsePercent: fc.option(fc.integer({ min: 0, max: 100 })),
  since: fc.constantFrom('2026-03-01', null),
  carriers,
  repeats: carriers,
  able: each(
    meteringSources,
    fc.array(fc.record({ deviceId: fc.integer({ min: 1 }), name: fc.string(), type: fc.constant('METER' as const) })),
  ),
  addedToDays: fc.array(fc.record({ day: fc.constant('2026-05-01'), generationWh: energy, useWh: energy })),
})
const strict = schema.strict()

it('how energies are counted reads the same after both ways', () => {
  fc.assert(
    fc.property(drawn, (ours) => {
      expect(metering.fromWire(strict.parse(metering.toWire(ours)))).toEqual(ours)
    }),
  )
})

it('an edit names some parts, and the others stay away', () => {
  const edit = meteringEdit.parse({ cumulativeElectricMethod: null, generationTotalOffset: 1.2, from: '2026-05-01' })
  expect(meteringChoice.fromWire(edit)).toEqual({
    strategy: undefined,
    methods: { generation: 'automatic' },
    sources: {},
    totals: { generationOffsetWh: 1_200 },
    from: '2026-05-01',
  })
  expect(mapParts(['a', 'b'], { a: 1, b: undefined }, String)).toEqual({ a: '1' })
})
