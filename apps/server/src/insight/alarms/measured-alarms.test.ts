import { DAY_MS } from '@heliograph/domain/duration.ts'
import { describe, expect, it } from 'vitest'
import { readMeasuredPlants } from './testing/measured-recordings.ts'
import { provePlant } from './testing/prove.ts'

// Plants that were really measured, shortened (fixtures/README.md). The whole files: npm run prove.

describe('the rules by default, on measured plants', () => {
  const plants = readMeasuredPlants()

  it('cover healthy plants and nine labeled faults', () => {
    expect(plants.length).toBeGreaterThanOrEqual(9)
    expect(plants.flatMap(({ labels }) => labels)).toHaveLength(9)
  })

  it.each(plants.map((plant) => [plant.recording.name, plant] as const))('hold for %s', (_, plant) => {
    const { found, others } = provePlant(plant)
    for (const { label, alarm, delayMs } of found) {
      expect([label.text, alarm?.rule]).toEqual([label.text, label.rule])
      expect(Math.abs(delayMs ?? Number.POSITIVE_INFINITY), label.text).toBeLessThanOrEqual(DAY_MS)
    }
    expect(others.map(({ rule, openedAtMs }) => [rule, new Date(openedAtMs).toISOString()])).toEqual([])
  })
})
