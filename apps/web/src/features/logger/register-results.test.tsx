import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../../testing/render.tsx'
import { RegisterResults } from './register-results.tsx'

afterEach(cleanup)

it('leads to the other plant of the same person that has the logger', async () => {
  const plant = { id: 9, name: 'Saguaro house' }
  renderPage(<RegisterResults rows={[{ serial: '1790000110', result: 'ELSEWHERE', waitingRecords: 0, plant }]} />)
  expect(await screen.findByText('In another plant')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Saguaro house' })
  expect(link.getAttribute('href')).toBe('/plant/infos/detail?id=9')
})
