import { cleanup, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { PlantFigures } from '../../api/plant-figures.ts'
import { CurrentPlantContext } from '../../plant/current-plant.ts'
import { renderPage } from '../../testing/render.tsx'
import { Notices } from './notices.tsx'

const figures = { day: { refusedSteps: 2, refusedKwh: 40 }, disagreements: [] } as unknown as PlantFigures

function open(rights: readonly string[]) {
  const live = { now: undefined } as never
  renderPage(
    <CurrentPlantContext
      value={{ plantId: 7, plant: {} as never, live, zone: 'Europe/Berlin', can: (right) => rights.includes(right) }}
    >
      <Notices figures={figures} />
    </CurrentPlantContext>,
  )
}
afterEach(cleanup)

describe('the notice about refused steps', () => {
  it('links to the page where they are accepted or discarded', () => {
    open(['editPlant'])
    expect(screen.getByText(/2 implausible counter jumps/)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Review' }).getAttribute('href')).toBe('/plant/infos/detail?id=7#refused')
  })

  it('has no link for a user who may not edit the plant', () => {
    open(['viewPlantInfo'])
    expect(screen.queryByRole('link')).toBeNull()
  })
})
