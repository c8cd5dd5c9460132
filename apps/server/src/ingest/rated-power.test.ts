import { expect, test } from 'vitest'
import { ratedPowerW } from './rated-power.ts'

const inverter = { type: 'INVERTER', reportedW: null, capacityWp: 5_000, flows: ['generation'] } as const

test.each([
  ['the panels bound an inverter that does not say its power', inverter, 5_000],
  ['its own word is better', { ...inverter, reportedW: 3_600 }, 3_600],
  ['a house may draw more than its panels give', { ...inverter, flows: ['generation', 'import'] as const }, 43_470],
  ['a large plant may draw even more', { ...inverter, capacityWp: 100_000, flows: ['load'] as const }, 100_000],
  ['nothing bounds a meter', { ...inverter, type: 'METER', flows: ['import'] as const }, null],
] as const)('%s', (_, device, expected) => {
  expect(ratedPowerW(device)).toBe(expected)
})
