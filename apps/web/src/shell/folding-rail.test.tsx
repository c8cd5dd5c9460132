import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Link } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { FoldingRail } from './folding-rail.tsx'

beforeEach(() => {
  const counts = { total: 3, byStatus: { fault: 1, well: 2 }, generationPower: 1 }
  vi.stubGlobal('fetch', vi.fn(answerCalls({ 'POST /maintain-s/operating/station/counts': () => counts })))
  renderPage(
    <FoldingRail>
      <input aria-label="Find" />
      <Link to="/plant/infos/data?id=7">Barn</Link>
    </FoldingRail>,
    { path: '/plant/infos/data?id=5' },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const toggle = () => screen.getByRole('button')

it('opens by its button, takes the focus, and gives it back at Escape', async () => {
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(toggle())
  expect(toggle().getAttribute('aria-expanded')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('Find'))
  await userEvent.keyboard('{Escape}')
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
  expect(document.activeElement).toBe(toggle())
})

it('opens by the key of the search', async () => {
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Find'))
})

it('folds when a plant was chosen', async () => {
  await userEvent.click(toggle())
  await userEvent.click(screen.getByRole('link', { name: 'Barn' }))
  expect(toggle().getAttribute('aria-expanded')).toBe('false')
})

it('shows how many plants have which status', async () => {
  const link = await screen.findByRole('link', { name: 'Fault 1' })
  expect(link.getAttribute('href')).toBe('/plant/fleet?status=fault')
})
