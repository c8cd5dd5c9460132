import { expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import type { Format } from '../../../texts/use-format.ts'
import { energyNotes, isEstimated, productionMarks } from './energy-notes.ts'

const clean = {
  refusedSteps: 0,
  refusedKwh: 0,
  estimatedSamples: 0,
  estimatedKwh: 0,
  estimatedOthersKwh: 0,
  byPower: [] as Energies['byPower'],
  reportedKwh: 0,
  derivedKwh: 0,
  addedKwh: 0,
  addedUseKwh: 0,
  isFromLifetime: false,
  isUsePlanned: false,
} as Energies
const text = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)
const format = { energyKwh: (kwh: number) => ({ text: `${kwh} kWh` }) } as unknown as Format

it('are empty for certain energies', () => {
  expect(energyNotes(clean, text, format)).toEqual([])
  expect(productionMarks(clean, text, format)).toEqual([])
  expect(isEstimated(clean)).toBe(false)
})

it('name the energies that a power tells', () => {
  const integrated = { ...clean, byPower: ['pvKwh', 'importKwh'] as const }
  expect(energyNotes(integrated, text, format)).toEqual([
    'plant-data.byPower {"energies":"plant-data.series.production, plant-data.series.purchase"}',
  ])
  expect(productionMarks(integrated, text, format)).toEqual(['plant-data.byPower.mark'])
  expect(productionMarks({ ...clean, byPower: ['importKwh'] }, text, format)).toEqual([])
  expect(isEstimated(integrated)).toBe(true)
})

it('name what is estimated, reported or left out', () => {
  const doubtful = { ...clean, estimatedKwh: 12, reportedKwh: 3, derivedKwh: 7, refusedSteps: 2, refusedKwh: 40 }
  expect(energyNotes(doubtful, text, format)).toEqual([
    'plant-data.estimated.energy {"energy":"12 kWh"}',
    'plant-data.reported.energy {"energy":"3 kWh"}',
    'plant-data.derived.energy {"energy":"7 kWh"}',
    'plant-data.quarantine.short {"count":2,"energy":"40 kWh"}',
  ])
  expect(productionMarks(doubtful, text, format)).toHaveLength(3)
  expect(isEstimated(doubtful)).toBe(true)
  expect(isEstimated({ ...clean, estimatedOthersKwh: 1 })).toBe(true)
})
