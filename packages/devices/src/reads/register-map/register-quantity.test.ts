import { getQuantity } from '@heliograph/domain/quantities.ts'
import { expect, it } from 'vitest'
import { profiles } from '../../catalog/registry.ts'
import { registersOf } from '../reads.ts'
import { describedMaps } from './load-maps.ts'
import { quantityOfRegister } from './register-quantity.ts'

const onDemand = profiles.flatMap((profile) => registersOf(profile) ?? [])
const items = [...new Set([...onDemand, ...describedMaps()])].flatMap((map) =>
  map.items.map((item) => [map.id, item] as const),
)

it('is what the map says, in base units and with our sign', () => {
  expect(quantityOfRegister({ quantity: 'pvPowerW', unit: 'kW' })).toEqual({ quantity: 'pvPowerW', factor: 1000 })
  expect(quantityOfRegister({ quantity: 'gridPowerW', turn: true, unit: 'W' })).toEqual({
    quantity: 'gridPowerW',
    factor: -1,
  })
  expect(quantityOfRegister({ unit: 'W' })).toBeUndefined()
})

it('has the unit of its register', () => {
  const bases: Readonly<Record<string, string>> = {
    mV: 'V',
    kΩ: 'Ohm',
    MΩ: 'Ohm',
    Ω: 'Ohm',
    kW: 'W',
    kWh: 'Wh',
    MWh: 'Wh',
    kVA: 'VA',
    kvar: 'var',
    s: 'h',
    min: 'h',
    Charges: 'count',
  }
  for (const [map, { id, unit = '', quantity }] of items) {
    if (quantity === undefined) continue
    const expected = getQuantity(quantity).unit
    const isBare = unit === '' && ['code', 'ratio', 'count'].includes(expected)
    expect([map, id, isBare ? expected : (bases[unit] ?? unit)]).toEqual([map, id, expected])
  }
})

it('turns powers and currents of grid and battery, and no energy', () => {
  const turned = items.filter(([, { turn, turnWhen }]) => turn || turnWhen)
  expect(turned.length).toBeGreaterThan(3)
  for (const [map, { id, quantity = '' }] of turned)
    expect([map, id, /^(?:grid|battery|ac)\d?(?:PowerW|CurrentA|ReactivePowerVar)$/.test(quantity)]).toEqual([
      map,
      id,
      true,
    ])
})
