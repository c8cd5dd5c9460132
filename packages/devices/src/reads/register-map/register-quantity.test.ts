import { getQuantity } from '@heliograph/domain/quantities.ts'
import { expect, it } from 'vitest'
import { profiles } from '../../catalog/registry.ts'
import { registersOf } from '../reads.ts'
import { quantityOfRegister } from './register-quantity.ts'

const items = [...new Set(profiles.flatMap((profile) => registersOf(profile) ?? []))].flatMap((map) =>
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
  const kilo = new Map([
    ['kW', 'W'],
    ['kWh', 'Wh'],
  ])
  const shown = (unit: string): string => (unit === 'Charges' ? 'count' : (kilo.get(unit) ?? unit))
  for (const [map, { id, unit = '', quantity }] of items)
    if (quantity !== undefined) expect([map, id, shown(unit)]).toEqual([map, id, getQuantity(quantity).unit])
})

it('is given once per map', () => {
  const named = items.flatMap(([map, { quantity }]) => (quantity === undefined ? [] : [`${map} ${quantity}`]))
  expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([])
})

it('is left out where the sign is not known: powers of grid and battery', () => {
  const signed = items.filter(([, { id }]) => /^(?:grid|battery)(?:-l\d)?-power$/.test(id))
  expect(signed.length).toBeGreaterThan(0)
  expect(signed.filter(([, { quantity }]) => quantity !== undefined)).toEqual([])
})
