import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlantFigures } from '../../../api/plant-figures.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { TotalsCard } from './totals-card.tsx'

afterEach(cleanup)

/** @param sumKwh of the days */
function open(sumKwh: number, countersKwh: number) {
  const countersWh = countersKwh * 1000
  const total = { pvWh: sumKwh * 1000, refusedSteps: 0, refusedWh: 0, counterResets: 0, estimatedSamples: 0 }
  const figures = { total, countersWh, operatingDays: 367 } as PlantFigures
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => true }}>
      <TotalsCard figures={figures} />
    </CurrentPlantContext>,
  )
}

describe('the two totals', () => {
  it('B8: agree only if they look alike, else say by how much they differ', () => {
    open(10_820, 10_820.4)
    expect(screen.getByText('Both totals agree.')).toBeTruthy()
    cleanup()
    open(874.3, 875)
    expect(screen.getByText('They differ by 700 Wh, 0.08% of the total.')).toBeTruthy()
    cleanup()
    open(550_710, 550_780.4)
    expect(screen.getByText('They differ by 70 kWh, 0.01% of the total.')).toBeTruthy()
  })

  it('B8: state a difference without digits that every record changes', () => {
    open(1000, 1016.82)
    expect(screen.getByText(/^The counters are 16 kWh higher, /)).toBeTruthy()
  })
})
