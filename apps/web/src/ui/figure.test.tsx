import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Figure } from './figure.tsx'

afterEach(cleanup)

it('names the figure that its explanation is about: a page has a dozen of them', () => {
  renderPage(<Figure label="Produced today" value="3 kWh" explain="The sum of all inverters" />)
  expect(screen.getByRole('button', { name: 'Produced today: how this value is calculated' })).toBeTruthy()
})
