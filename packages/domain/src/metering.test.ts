import { expect, it } from 'vitest'
import { type MeteringVersion, ordinaryRules, withSerial } from './metering.ts'

it('keeps a replaced device chosen, under its new serial number, in every version', () => {
  const sources = { ...ordinaryRules.sources, battery: { role: 'inverter' as const } }
  const version = (from: string, serials: readonly string[]): MeteringVersion => ({
    ...ordinaryRules,
    from,
    sources: { ...sources, generation: { serials } },
  })
  expect(withSerial([version('2026-01-01', ['A', 'B']), version('2026-05-01', ['C'])], 'A', 'Z')).toEqual([
    version('2026-01-01', ['Z', 'B']),
    version('2026-05-01', ['C']),
  ])
})
