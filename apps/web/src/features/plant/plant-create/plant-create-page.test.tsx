import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { PlantCreatePage } from './plant-create-page.tsx'

const CREATE = 'POST /maintain-s/station'
const address = () => screen.getByTestId('address').textContent
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const submit = () => press('Create plant')

function open(answer: Answer, path = '/plant/create', more: Record<string, Answer> = {}) {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [CREATE]: answer, ...more })))
  renderPage(<PlantCreatePage />, { path, user: {} })
}
function fillPlant() {
  type('Name', 'Lindenhof roof')
  type('Installed capacity', '9,84')
  type('Longitude', '48.1371, 11.5754')
}

// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
})

describe('PlantCreatePage', () => {
  it('asks for name, size and place before it goes on or creates anything', async () => {
    open(() => ({ id: 1 }))
    for (const button of ['Add details', 'Create plant']) {
      await press(button)
      expect(screen.getByText('Please check 3 fields.')).toBeTruthy()
      expect(await screen.findByText(/^Please choose a place/)).toBeTruthy()
      expect(address()).toBe('/plant/create')
    }
    fillPlant()
    expect(screen.queryByText('Please enter Name')).toBeNull()
    expect(screen.queryByText(/^Please choose a place/)).toBeNull()
    await press('Add details')
    expect(address()).toBe('/plant/create?step=details')
  })

  it('takes coordinates in the search as a place', async () => {
    open(() => ({ id: 1 }))
    await userEvent.type(await screen.findByRole('combobox', { name: 'Find a town or address' }), '52.40, 13.06')
    expect((screen.getByLabelText('Latitude') as HTMLInputElement).value).toBe('52.4')
    expect((screen.getByLabelText('Longitude') as HTMLInputElement).value).toBe('13.06')
  })

  it('unfolds the fields of the place where one of them is wrong', async () => {
    open(() => ({ id: 1 }))
    fillPlant()
    type('Latitude', '95')
    const fold = screen.getByText(/^Enter address, coordinates/).closest('details') as HTMLDetailsElement
    expect(fold.open).toBe(false)
    await submit()
    expect(fold.open).toBe(true)
    expect(screen.getByText('Please enter a number from -90 to 90')).toBeTruthy()
  })

  it('creates a plant from its first step and goes on to its logger', async () => {
    let sent: unknown
    open(({ body }) => {
      sent = body
      return { id: 12 }
    })
    fillPlant()
    expect((screen.getByLabelText('Latitude') as HTMLInputElement).value).toBe('48.1371')
    await submit()
    await waitFor(() => expect(address()).toBe('/plant/infos/device/add?id=12&new=1'))
    expect(sent).toMatchObject({
      name: 'Lindenhof roof',
      installedCapacity: 9.84,
      locationLat: 48.1371,
      locationLng: 11.5754,
      type: 'HOUSE_ROOF',
      gridInterconnectionType: 'EXCESS',
    })
    expect(localStorage.length).toBe(0)
  })

  it('takes place and address from a town that is picked', async () => {
    const town = {
      id: '2925177',
      name: 'Freiburg',
      region: 'Baden-Württemberg',
      country: { code: 'DE', name: 'Germany' },
      latitude: 47.995,
      longitude: 7.85,
    }
    open(() => ({ id: 1 }), '/plant/create', {
      'GET /region-s/area/searchPlace': () => ({ total: 1, data: [town] }),
    })
    await userEvent.type(await screen.findByRole('combobox', { name: 'Find a town or address' }), 'Freiburg')
    await screen.findByRole('option', { name: /Freiburg/ })
    await userEvent.keyboard('{Enter}')
    const value = (label: RegExp) => (screen.getByLabelText(label) as HTMLInputElement).value
    await waitFor(() => expect(value(/^Address/)).toBe('Freiburg, Baden-Württemberg'))
    expect([value(/^Latitude/), value(/^Longitude/)]).toEqual(['47.995', '7.85'])
  })

  it('takes the zone from the place although the place is left at once', async () => {
    const details = {
      country: { code: 'AT', name: 'Austria', currency: 'EUR' },
      region: null,
      city: null,
      timezone: { key: 'Europe/Vienna', offset: 60, isDst: false },
    }
    let sent: unknown
    const answer: Answer = ({ body }) => {
      sent = body
      return { id: 12 }
    }
    open(answer, '/plant/create', { 'GET /region-s/area/searchAreaDetailsByLatlon': () => details })
    fillPlant()
    await press('Add details')
    await press('Add prices')
    await screen.findByLabelText('Price per kWh', { exact: false })
    await waitFor(() => expect(localStorage.getItem(localStorage.key(0) ?? '')).toContain('Europe/Vienna'))
    await submit()
    await waitFor(() => expect(sent).toMatchObject({ regionNationId: 'AT', regionTimezone: 'Europe/Vienna' }))
  })

  it('keeps entries when the page is left, and leads to what is missing', async () => {
    open(() => ({ id: 1 }))
    type('Name', 'Lindenhof roof')
    cleanup()
    open(() => ({ id: 1 }))
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lindenhof roof')
    cleanup()
    open(() => ({ id: 1 }), '/plant/create?step=money')
    await submit()
    expect(address()).toBe('/plant/create')
    expect(screen.getByText('Please check 2 fields.')).toBeTruthy()
  })

  it('saves several orientations and the prices of the bill with the plant', async () => {
    const sent: Record<string, unknown> = {}
    const note =
      (name: string, reply: object): Answer =>
      ({ body }) => {
        sent[name] = body
        return reply
      }
    open(note('plant', { id: 12 }), '/plant/create', {
      'POST /maintain-s/station/12/planes': note('planes', { changes: [], recount: false }),
      'POST /maintain-s/station/12/finance/tariff': note('tariff', { changes: [] }),
    })
    fillPlant()
    await press('Add details')
    await userEvent.click(screen.getByText('Storage system'))
    await userEvent.click(screen.getByLabelText('The modules face several directions'))
    const [, second] = screen.getAllByRole('group', { name: /Orientation|Plane|\d/ }).slice(-2)
    fireEvent.change(within(second as HTMLElement).getByLabelText('Installed capacity'), { target: { value: '4' } })
    await press('Add prices')
    await userEvent.click(screen.getByText('By the bill'))
    await submit()
    expect(screen.getByText('Please enter the purchase price; the other one may be 0.')).toBeTruthy()
    type('You pay per kWh', '0.31')
    await submit()
    await waitFor(() => expect(address()).toBe('/plant/infos/device/add?id=12&new=1'))
    expect(sent.plant).toMatchObject({ installedCapacity: 13.84, mergeElectricPrice: null })
    expect(sent.planes).toMatchObject({ planes: [{ capacityWp: 9_840 }, { capacityWp: 4_000 }] })
    expect(sent.tariff).toMatchObject({ incomeRule: 'bill' })
  })

  it('turns the modules to the equator and warns of a zone far from the place', async () => {
    open(() => ({ id: 1 }))
    type('Latitude', '-31.55, 159.08')
    expect(screen.getByText(/differs from the clock of/)).toBeTruthy()
    type('Name', 'Lindenhof roof')
    type('Installed capacity', '9,84')
    await press('Add details')
    expect((screen.getByLabelText('Azimuth') as HTMLInputElement).value).toBe('0')
    expect(screen.getByText(/South of the equator, modules face north/)).toBeTruthy()
    await press('Back')
    type('Latitude', '48.1371, 11.5754')
    await press('Add details')
    expect((screen.getByLabelText('Azimuth') as HTMLInputElement).value).toBe('180')
  })

  it('keeps the input when the server refuses', async () => {
    open(() => refuse(400, { code: 'PARAM_ERROR', no: 17 }))
    fillPlant()
    await submit()
    await screen.findByText('A required value is missing or invalid.')
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lindenhof roof')
  })
})
