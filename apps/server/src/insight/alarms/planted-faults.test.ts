import { createDice } from '@heliograph/domain/testing/metered-days.ts'
import { describe, expect, it } from 'vitest'
import { readMeasuredPlants } from './testing/measured-recordings.ts'
import { plantedKinds, proveFault } from './testing/plant-faults.ts'

// All healthy plants, many days: npm run prove measured -- --plant-faults 4 --seed 13.

describe('a fault put into the curve of a healthy measured plant', () => {
  const plant = readMeasuredPlants().find(({ recording }) => recording.name === 'SERF East, no weather')

  it.each(plantedKinds)('is found, and nothing besides: %s', (kind) => {
    if (plant === undefined) throw new Error('the plant is not kept here')
    const proof = proveFault(plant, kind, createDice(7 + plantedKinds.indexOf(kind)))
    expect([kind, proof?.found === null, proof?.others]).toEqual([kind, false, []])
  })
})
