import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { PageError } from './page-error.tsx'

const missing = new TypeError('Failed to fetch dynamically imported module: https://pv.example/assets/x.js')
const isNewer = () => screen.queryByText(/A new version is available/) !== null

afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

it('takes a part that is gone for a newer version', () => {
  renderPage(<PageError fault={missing} onRetry={() => undefined} />)
  expect(isNewer()).toBe(true)
})

it('claims no newer version where no network is', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  renderPage(<PageError fault={missing} onRetry={() => undefined} />)
  expect(isNewer()).toBe(false)
  expect(screen.getByText('This page could not be shown.')).toBeTruthy()
})
