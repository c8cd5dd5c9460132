import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { NotFoundPage } from './not-found-page.tsx'

afterEach(cleanup)

it('carries the brand, which leads back', () => {
  renderPage(<NotFoundPage />, { path: '/nowhere' })
  expect(screen.getByRole('link', { name: 'Heliograph' }).getAttribute('href')).toBe('/plant')
  expect(screen.getByRole('heading', { level: 1 })).toBeTruthy()
})
