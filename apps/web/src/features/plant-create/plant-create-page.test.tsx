import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../testing/render.tsx'
import { PlantCreatePage } from './plant-create-page.tsx'

const create = 'POST /maintain-s/station'
const address = () => screen.getByTestId('address').textContent
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create plant' }))

function open(answer: Answer) {
  vi.stubGlobal('fetch', vi.fn(answerCalls({ [create]: answer })))
  renderPage(<PlantCreatePage />, { path: '/plant/create' })
}
async function fill() {
  type('Name', 'Lindenhof roof')
  type('Installed capacity', '9,84')
  await userEvent.click(screen.getByText('Residential rooftop'))
  await userEvent.click(screen.getByText('Storage system'))
  type('Longitude', '48.1371, 11.5754')
}

// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('PlantCreatePage', () => {
  it('asks for missing fields before it asks the server', async () => {
    open(() => ({ id: 1 }))
    await submit()
    expect(screen.getByText('Please enter Name')).toBeTruthy()
    expect(screen.getByText('Please check 6 fields.')).toBeTruthy()
    expect(vi.mocked(fetch).mock.calls.filter(([url]) => url === '/maintain-s/station')).toEqual([])
    type('Name', 'Lindenhof roof')
    expect(screen.queryByText('Please enter Name')).toBeNull()
  })

  it('splits pasted coordinates, creates the plant and goes on to its logger', async () => {
    let sent: unknown
    open(({ body }) => {
      sent = body
      return { id: 12 }
    })
    await fill()
    expect((screen.getByLabelText('Latitude') as HTMLInputElement).value).toBe('48.1371')
    await submit()
    await waitFor(() => expect(address()).toBe('/plant/infos/device/add?id=12&new=1'))
    expect(sent).toMatchObject({
      name: 'Lindenhof roof',
      installedCapacity: 9.84,
      locationLat: 48.1371,
      locationLng: 11.5754,
    })
  })

  it('turns the modules to the equator and warns of a zone far from the place', async () => {
    open(() => ({ id: 1 }))
    const azimuth = () => screen.getByLabelText('Azimuth') as HTMLInputElement
    type('Latitude', '-31.55, 159.08')
    expect(azimuth().value).toBe('0')
    expect(screen.getByText(/South of the equator, modules face north/)).toBeTruthy()
    expect(screen.getByText(/differs from the clock of/)).toBeTruthy()
    type('Latitude', '48.1371, 11.5754')
    expect(azimuth().value).toBe('180')
  })

  it('keeps the input when the server refuses', async () => {
    open(() => refuse(400, { code: 'PARAM_ERROR', no: 17 }))
    await fill()
    await submit()
    await screen.findByText('A required value is missing or invalid.')
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('Lindenhof roof')
    expect(address()).toBe('/plant/create')
  })
})
