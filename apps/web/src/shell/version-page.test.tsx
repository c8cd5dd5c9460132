import { cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { VersionPage } from './version-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('says the versions of the specification, the environment and its own', () => {
  vi.stubGlobal('fetch', answerCalls({}))
  renderPage(<VersionPage />, { path: '/version' })
  const said = screen.getAllByRole('definition').map(({ textContent }) => textContent)
  expect(said.slice(0, 4)).toEqual(['1.7.1', '128', '1.5.3', 'local'])
  expect(said.at(-1)).toMatch(/^Heliograph \d+\.\d+\.\d+/)
})
