import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import type { Energies } from '../../../api/plant-figures.ts'
import { renderPage } from '../../../testing/render.tsx'
import { BarsPicker } from './bars-picker.tsx'
import { barParts } from './period-bars-data.ts'

afterEach(cleanup)

const parts = barParts({ grid: true, load: true, battery: false, generator: false, ups: false }, [
  { pvToLoadWh: 1000 } as Energies,
])
const address = () => screen.getByTestId('address').textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('keeps hidden bars in the URL, so a link shows the same bars', () => {
  renderPage(<BarsPicker definitions={parts} />, { path: '/plant/infos/data?id=7&hide=feed' })
  expect(screen.getByRole('button', { name: 'Feed-in' }).getAttribute('aria-pressed')).toBe('false')
  press('Direct self-consumption')
  expect(address()).toBe('/plant/infos/data?id=7&hide=feed.use')
  press('Feed-in')
  press('Direct self-consumption')
  expect(address()).toBe('/plant/infos/data?id=7')
  press('Self-consumption rate')
  expect(address()).toBe('/plant/infos/data?id=7&ratio=1')
})
