import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { renderPage } from '../../../testing/render.tsx'
import { DeviceToolbar } from './device-toolbar.tsx'

afterEach(cleanup)

/** The link of a plant with some inverters, and how many of them its address names. */
function openLink(count: number) {
  const inverterIds = Array.from({ length: count }, (_, i) => i + 1)
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant: {} as never, zone: 'Europe/Berlin', can: () => false }}>
      <DeviceToolbar types={[]} type={undefined} total={count} look={undefined} inverterIds={inverterIds} />
    </CurrentPlantContext>,
  )
  const link = screen.getByRole('link', { name: /^Compare inverters/ })
  return { name: link.textContent, compared: link.getAttribute('href')?.match(/generationTotalWh/g)?.length }
}

it('compares all inverters of a plant where they fit into one chart', () =>
  expect(openLink(12)).toEqual({ name: 'Compare inverters', compared: 12 }))

it('says how many of the inverters one chart compares', () =>
  expect(openLink(15)).toEqual({ name: 'Compare inverters · 12 of 15', compared: 12 }))
