import { expect, it } from 'vitest'
import { listEnergies } from './wall-energies.ts'

const day = { pvWh: 12000, loadWh: 9000, exportWh: 0, importWh: 0 }
const ids = (...options: Parameters<typeof listEnergies>) => listEnergies(...options).map(({ id }) => id)

it('a plant without a grid shows no feed-in and no purchase', () => {
  expect(ids(day, [{ role: 'pv' }, { role: 'load' }])).toEqual(['produced', 'used'])
})

it('a plant with a grid shows them, also where nothing moved or is known', () => {
  const unknown = { ...day, exportWh: null }
  expect(ids(unknown, [{ role: 'pv' }, { role: 'grid' }])).toEqual(['produced', 'used', 'fedIn', 'bought'])
})

it('an energy that was counted is shown in any case', () => {
  expect(ids({ ...day, importWh: 3000 }, [{ role: 'pv' }])).toEqual(['produced', 'used', 'bought'])
})
