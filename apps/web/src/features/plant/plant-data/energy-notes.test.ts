import { expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import { energyNotes, isEstimated, productionMarks } from './energy-notes.ts'

const clean = {
  refusedSteps: 0,
  refusedWh: 0,
  estimatedSamples: 0,
  estimatedWh: 0,
  estimatedOthersWh: 0,
  byPower: [] as Energies['byPower'],
  reportedWh: 0,
  derivedWh: 0,
  addedWh: 0,
  addedUseWh: 0,
  fromLifetime: [] as Energies['fromLifetime'],
  isUsePlanned: false,
} as Energies
const text = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)
const format = { energyWh: (energyWh: number) => ({ text: `${energyWh / 1000} kWh` }) } as unknown as Format

it('are empty for certain energies', () => {
  expect(energyNotes(clean, text, format)).toEqual([])
  expect(productionMarks(clean, text, format)).toEqual([])
  expect(isEstimated(clean)).toBe(false)
})

it('name the energies that a power tells', () => {
  const integrated = { ...clean, byPower: ['generation', 'import'] as Energies['byPower'] }
  expect(energyNotes(integrated, text, format)).toEqual([
    'plant-data.byPower {"energies":"plant-data.series.production, plant-data.series.purchase"}',
  ])
  expect(productionMarks(integrated, text, format)).toEqual(['plant-data.byPower.mark'])
  expect(productionMarks({ ...clean, byPower: ['import'] }, text, format)).toEqual([])
  expect(isEstimated(integrated)).toBe(true)
})

it('name what is estimated, reported or left out', () => {
  const doubtful = {
    ...clean,
    estimatedWh: 12000,
    reportedWh: 3000,
    derivedWh: 7000,
    refusedSteps: 2,
    refusedWh: 40000,
  }
  expect(energyNotes(doubtful, text, format)).toEqual([
    'plant-data.estimated.energy {"energy":"12 kWh"}',
    'plant-data.reported.energy {"energy":"3 kWh"}',
    'plant-data.derived.energy {"energy":"7 kWh"}',
    'plant-data.quarantine.short {"count":2,"energy":"40 kWh"}',
  ])
  expect(productionMarks(doubtful, text, format)).toHaveLength(3)
  expect(isEstimated(doubtful)).toBe(true)
  expect(isEstimated({ ...clean, estimatedOthersWh: 1000 })).toBe(true)
})
