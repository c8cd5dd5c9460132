import { describe, expect, it } from 'vitest'
import type { PastTotals } from '../history.ts'
import { writePast } from './import-past.ts'

const atMs = Date.parse('2026-06-15T10:00:00Z')
const step = (n: number, energies: Partial<PastTotals>): PastTotals => ({
  atMs: atMs + n * 900_000,
  generation: 0,
  import: 0,
  export: 0,
  charge: 0,
  discharge: 0,
  load: 0,
  generator: 0,
  ...energies,
})

describe('the past of a home whose devices are asked', () => {
  it('is a file of energies by the start of each step', () => {
    const steps = [
      step(0, { generation: 1_000, load: 500 }),
      step(1, { generation: 1_400.4, load: 800 }),
      step(2, { generation: 1_400.4, load: 950 }),
    ]
    expect(writePast(steps)).toBe(
      [
        'Start (UTC),Production (Wh),Consumption (Wh)',
        '2026-06-15T10:00:00Z,400,300',
        '2026-06-15T10:15:00Z,0,150',
      ].join('\n'),
    )
  })
})
