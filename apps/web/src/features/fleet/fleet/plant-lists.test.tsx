import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, renderPage } from '../../../testing/render.tsx'
import { FleetPage } from './fleet-page.tsx'

const row = (id: number, name: string, tagIds: number[] = []) => ({
  id,
  name,
  capacityWp: 10_000,
  zone: 'Europe/Berlin',
  status: 'well',
  reason: { kind: 'well', count: 1, total: 1, group: 'inverter', sinceMs: null, devices: [], code: null },
  pvW: 4200,
  socPercent: null,
  todayWh: 30_000,
  todayYieldH: 3,
  lastAtMs: Date.now(),
  lost: null,
  alarmCount: 0,
  neighbors: { count: 0, todayYieldH: null },
  coverId: null,
  tagIds,
  days: [],
})

const asked = vi.fn()
const tagged = vi.fn()
const saved = vi.fn()
const answers: Record<string, Answer> = {
  'POST /maintain-s/operating/station/fleet': ({ body }) => {
    asked(body)
    return { total: 2, data: [row(7, 'Barn', [3]), row(8, 'Depot')] }
  },
  'POST /maintain-s/operating/station/counts': () => ({ total: 2, byStatus: { well: 2 }, alarmed: 0, powerW: 8400 }),
  'POST /maintain-s/operating/station/today': () => ({ known: 2, generationWh: 60_000, income: [], unpriced: 3 }),
  'GET /maintain-s/station/tags': () => ({
    total: 2,
    data: [
      { id: 3, name: 'North', plantCount: 1 },
      { id: 5, name: 'Pilot', plantCount: 0 },
    ],
  }),
  'GET /maintain-s/station/views': () => ({ total: 0, data: [] }),
  'POST /maintain-s/station/tags/plants': ({ body }) => {
    tagged(body)
    return { success: true }
  },
  'POST /maintain-s/station/views': ({ body }) => {
    saved(body)
    const { name, definition } = body as { name: string; definition: object }
    return { id: 1, name, definition }
  },
}
const open = (path: string) => {
  vi.stubGlobal('fetch', vi.fn(answerCalls(answers)))
  renderPage(<FleetPage />, { path, user: {} })
}
const address = () => screen.getByTestId('address').textContent

afterEach(() => {
  cleanup()
  for (const spy of [asked, tagged, saved]) spy.mockClear()
  vi.unstubAllGlobals()
})

describe('tags and views of the list of plants', () => {
  it('filters by a tag on a plant, and back', async () => {
    open('/plant/fleet')
    await userEvent.click(await screen.findByRole('link', { name: 'North' }))
    expect(address()).toBe('/plant/fleet?tag=3')
    await waitFor(() => expect(asked).toHaveBeenCalledWith(expect.objectContaining({ tagIds: [3] })))
    await userEvent.click(screen.getByRole('link', { name: 'Remove the filter North' }))
    expect(address()).toBe('/plant/fleet')
  })

  it('shows the columns that the address names', async () => {
    open('/plant/fleet?cols=energy')
    await screen.findByText('Barn')
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/[↑↓]/, ''))).toEqual([
      'Status',
      'Plant',
      'Energy today',
    ])
  })

  it('tags several plants at once', async () => {
    open('/plant/fleet')
    await screen.findByText('Barn')
    await userEvent.click(screen.getByRole('button', { name: 'Tags' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Tag plants…' }))
    await userEvent.click(screen.getByRole('button', { name: 'Select this page' }))
    await userEvent.click(within(screen.getByText('2 plants selected').parentElement as HTMLElement).getByText('Tags'))
    const dialog = await screen.findByRole('dialog')
    expect(within(dialog).getByText('on some')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Pilot/ }))
    await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(tagged).toHaveBeenCalledWith({ plantIds: [7, 8], add: [5], remove: [] }))
  })

  it('saves what is shown under a name', async () => {
    open('/plant/fleet?status=well&tag=3&sort=-name&cols=power')
    await screen.findByText('Barn')
    await userEvent.click(screen.getByRole('button', { name: 'Saved views' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Save this view' }))
    await userEvent.type(screen.getByLabelText('Name'), 'Mine')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const definition = { keyword: '', status: 'well', tagIds: [3], orderBy: 'name', isReversed: true, look: null }
    await waitFor(() =>
      expect(saved).toHaveBeenCalledWith({ name: 'Mine', definition: { ...definition, columns: ['power'] } }),
    )
  })
})
