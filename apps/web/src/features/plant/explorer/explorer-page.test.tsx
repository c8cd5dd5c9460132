import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { ExplorerPage } from './explorer-page.tsx'

const source = { plantId: 3, plantName: 'Barn', deviceType: null, serial: null }
const asked: string[] = []
let searches: unknown[] = []

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true
  }
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  asked.length = 0
  searches = []
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /maintain-s/explorer/search': ({ body }) => {
        searches.push(body)
        return {
          more: false,
          data: [
            { ...source, deviceId: null, deviceName: null, quantities: ['pvPowerW', 'batterySocPercent'] },
            { ...source, deviceId: 7, deviceName: 'North', serial: 'A7', quantities: ['acPowerW', 'pv1VoltageV'] },
          ],
        }
      },
      'GET /maintain-s/explorer/series': ({ url }) => {
        asked.push(url)
        const series = new URL(url, 'http://h').searchParams.getAll('series')
        return {
          fromMs: 1_780_272_000_000,
          toMs: 1_780_358_400_000,
          zone: 'Europe/Berlin',
          series: series.map((text) => ({
            reference: text,
            plantId: 3,
            plantName: 'Barn',
            deviceId: text.startsWith('d') ? 7 : null,
            deviceName: text.startsWith('d') ? 'North' : null,
            quantity: text.split(':')[1],
            unit: 'W',
            divisorKw: null,
            ratedKw: 10,
            kind: 'reading',
            step: 'sample',
            slotMs: null,
            zone: 'Europe/Berlin',
            timesMs: [1_780_300_000_000, 1_780_300_300_000],
            values: [1200, 1300],
            least: [],
            greatest: [],
            estimatedMs: [],
          })),
        }
      },
    }),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
const address = () => screen.getByTestId('address').textContent

it('adds series that a search finds, and keeps them in the address', async () => {
  renderPage(<ExplorerPage />, { path: '/explorer?span=day&date=2026-06-01' })
  fireEvent.click(screen.getByRole('button', { name: 'Add series' }))
  const device = await screen.findByRole('region', { name: 'Barn, North' })
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'voltage' } })
  await waitFor(() => expect(searches).toHaveLength(2))
  expect(searches[1]).toMatchObject({ page: 1, words: [{ text: 'voltage' }] })
  const [word] = (searches[1] as { words: { quantities: string[] }[] }).words
  expect(word?.quantities).toContain('pv1VoltageV')
  fireEvent.click(within(device).getByRole('button', { name: /^AC active power/ }))
  await waitFor(() => expect(address()).toContain('s=d7%3AacPowerW'))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]).toContain('series=d7%3AacPowerW&from=2026-06-01&to=2026-06-01')
})

it('is searched and left by keyboard', async () => {
  renderPage(<ExplorerPage />, { path: '/explorer' })
  const opener = screen.getByRole('button', { name: 'Add series' })
  opener.focus()
  await userEvent.keyboard('{Enter}')
  expect((await screen.findByRole('searchbox')).hasAttribute('autofocus')).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(document.activeElement).toBe(opener))
})

it('gets its series, and loses them, without a mouse', async () => {
  renderPage(<ExplorerPage />, { path: '/explorer?span=day&date=2026-06-01' })
  screen.getByRole('button', { name: 'Add series' }).focus()
  await userEvent.keyboard('{Enter}')
  const plant = within(await screen.findByRole('region', { name: 'Barn, Whole plant' }))
  plant.getByRole('button', { name: /^PV power/ }).focus()
  await userEvent.keyboard(' {Tab}')
  expect(document.activeElement?.textContent).toMatch(/^State of charge/)
  await userEvent.keyboard(' ')
  const dialog = screen.getByRole('dialog')
  within(dialog).getByRole('button', { name: 'Done' }).focus()
  await userEvent.keyboard('{Enter}')
  // The button that opened the dialog stood in the empty page.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add series'))
  ;(await screen.findByRole('button', { name: /^Remove Barn.*PV power/ })).focus()
  await userEvent.keyboard('{Enter}')
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^Remove Barn.*State of charge/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Add series'))
})

it('takes a series out again, and offers the whole file', async () => {
  renderPage(<ExplorerPage />, { path: '/explorer?s=p3:pvPowerW,d7:acPowerW&span=day&date=2026-06-01&kw=1' })
  const remove = await screen.findByRole('button', { name: /^Remove North/ })
  expect(asked[0]).toContain('perKw=1')
  expect(screen.getByRole('link', { name: 'All values as CSV' }).getAttribute('href')).toContain(
    '/maintain-s/explorer/csv?',
  )
  fireEvent.click(remove)
  await waitFor(() => expect(address()).toContain('s=p3%3ApvPowerW&'))
})

it('asks for a closer look as fine as it can be', async () => {
  renderPage(<ExplorerPage />, { path: '/explorer?s=d7:acPowerW&span=day&date=2026-06-01&zoom=60-120' })
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(asked[1]).toContain('from=1780275600000&to=1780279200000')
})
