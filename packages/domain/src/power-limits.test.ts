import { expect, test } from 'vitest'
import { powerLimitsOf } from './power-limits.ts'

const string = { type: 'INVERTER', hasBattery: false, capacityWp: 10_000 } as const

test('an inverter delivers 1.3 times its rating, or the capacity of its plant', () => {
  expect(powerLimitsOf({ ...string, ratedW: 3_000 })('acPowerW')).toBe(3_900)
  expect(powerLimitsOf({ ...string, ratedW: null })('acPowerW')).toBe(13_000)
})

test('modules may give more than the inverter takes, never more than the plant has', () => {
  expect(powerLimitsOf({ ...string, ratedW: 3_000 })('pvPowerW')).toBe(7_800)
  expect(powerLimitsOf({ ...string, ratedW: 9_000 })('pv1PowerW')).toBe(13_000)
  expect(powerLimitsOf({ ...string, ratedW: null })('pvPowerW')).toBe(13_000)
})

test('what passes through is bounded by the connection of the house', () => {
  const limitOf = powerLimitsOf({ ...string, ratedW: 3_000 })
  for (const quantity of ['gridPowerW', 'loadPowerW', 'batteryPowerW'] as const) expect(limitOf(quantity)).toBe(434_700)
  expect(powerLimitsOf({ ...string, type: 'METER', ratedW: null })('gridPowerW')).toBe(434_700)
})

test('a battery delivers beyond the panels', () => {
  const hybrid = {
    type: 'INVERTER',
    hasBattery: true,
    capacityWp: 3_000,
  } as const
  expect(powerLimitsOf({ ...hybrid, ratedW: null })('acPowerW')).toBeGreaterThan(100_000)
  expect(powerLimitsOf({ ...hybrid, ratedW: null })('pvPowerW')).toBe(3_900)
})

test('what is no power of the moment has no limit', () => {
  const limitOf = powerLimitsOf({ ...string, ratedW: 3_000 })
  for (const quantity of ['ratedPowerW', 'generationTotalWh', 'pv1VoltageV', 'acReactivePowerVar'] as const)
    expect(limitOf(quantity)).toBe(Number.POSITIVE_INFINITY)
})
