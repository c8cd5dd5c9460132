import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { TrackingChoice, TrackingConsent } from './tracking-consent.tsx'

const SOURCE = 'https://stats.example.org/s.js'
const brand = { trackingCode: `<script src="${SOURCE}" data-site="4"></script>` }
let loaded: HTMLScriptElement[] = []

beforeEach(() => {
  localStorage.clear()
  loaded = []
  // No test loads a script.
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    loaded.push(...(nodes as HTMLScriptElement[]))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

it('loads nothing before the visitor agreed', async () => {
  renderPage(<TrackingConsent />, { brand })
  expect(screen.getByText(/stats\.example\.org/)).toBeTruthy()
  expect(loaded).toHaveLength(0)
  await userEvent.setup().click(screen.getByRole('button', { name: 'Agree' }))
  expect(loaded.map(({ src, dataset }) => [src, dataset.site])).toEqual([[SOURCE, '4']])
  expect(screen.queryByRole('button')).toBeNull()
})

it('keeps a refusal, and asks nobody where the brand has no consent', async () => {
  const user = userEvent.setup()
  renderPage(<TrackingConsent />, { brand })
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  cleanup()
  renderPage(<TrackingConsent />, { brand })
  expect(screen.queryByRole('button')).toBeNull()
  localStorage.clear()
  cleanup()
  renderPage(<TrackingConsent />, { brand: { ...brand, blocked: new Set(['gdpr']) } })
  expect(screen.queryByRole('button')).toBeNull()
  expect(loaded).toHaveLength(0)
})

it('asks once more on request, and ends a running script with its page', async () => {
  const user = userEvent.setup()
  const reload = vi.fn()
  vi.spyOn(window, 'location', 'get').mockReturnValue({ ...window.location, reload })
  renderPage(
    <>
      <TrackingConsent />
      <TrackingChoice />
    </>,
    { brand },
  )
  expect(screen.queryByRole('button', { name: 'Statistics' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Agree' }))
  vi.spyOn(document, 'scripts', 'get').mockReturnValue(loaded as unknown as HTMLCollectionOf<HTMLScriptElement>)
  await user.click(screen.getByRole('button', { name: 'Statistics' }))
  expect(Object.keys(localStorage)).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Refuse' }))
  expect(localStorage.getItem(`heliograph.tracking ${SOURCE}`)).toBe('no')
  expect(reload).toHaveBeenCalledOnce()
})
