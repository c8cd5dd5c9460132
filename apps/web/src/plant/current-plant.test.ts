import { expect, it } from 'vitest'
import { mayOnPlant } from './current-plant.ts'

const may = () => true

it('lets users do what their rights allow, and everything without a list', () => {
  expect(mayOnPlant({ codes: undefined }, 'deletePlant', may)).toBe(true)
  expect(mayOnPlant({ codes: ['plant:viewPlantInfo'] }, 'viewPlantInfo', may)).toBe(true)
  expect(mayOnPlant({ codes: ['plant:viewPlantInfo'] }, 'editPlant', may)).toBe(false)
  expect(mayOnPlant({ codes: [] }, 'viewPlantInfo', may)).toBe(false)
})

it('refuses a right of use only with a function that a brand blocks', () => {
  const plant = { codes: undefined }
  const withoutLoggers = (any: readonly string[]) => !any.includes('gateway')
  expect(mayOnPlant(plant, 'addPlantDevice', withoutLoggers)).toBe(false)
  expect(mayOnPlant(plant, 'viewPlantInfo', withoutLoggers)).toBe(true)
})
