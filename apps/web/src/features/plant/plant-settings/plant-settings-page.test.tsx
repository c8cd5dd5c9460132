import { noContact } from '@heliograph/domain/plant-contact.ts'
import { localDate } from '@heliograph/domain/time.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { RequireUser } from '../../../shell/require-user.tsx'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { PlantSettingsPage } from './plant-settings-page.tsx'

const plant = {
  name: 'Lindenhof',
  type: 'HOUSE_ROOF',
  gridType: 'EXCESS',
  capacityWp: 9840,
  startedOn: null,
  floorAreaM2: 61.5,
  address: '',
  country: 'DE',
  latitudeDeg: 48.1371,
  longitudeDeg: 11.5754,
  altitudeM: 519,
  zone: 'Europe/Berlin',
  currency: 'EUR',
  pricePerKwh: 0.0461,
  azimuthDeg: 180,
  tiltDeg: 20,
  planes: [{ name: '', azimuthDeg: 180, tiltDeg: 20, capacityWp: 9840 }],
  capacities: [{ from: null, capacityWp: 9840 }],
} as unknown as Plant
const person = { id: 1, nickname: 'Mira', identity: 'USER', organization: null, roleCodes: [], functions: [] }
const EDIT = 'POST /maintain-s/station/7'
const created = { createdMs: 1_780_000_000_000, creator: { name: 'Mira', organization: 'Sonnenwerk' } }

let sent: unknown[]
let asked: string[]
async function open(
  answers: Readonly<Record<string, Answer>> = {},
  rights: readonly string[] = ['editPlant'],
  shown: Plant = plant,
  page = '',
) {
  const serve = answerCalls({ 'GET /user-s/acc/org/login-user': () => person, ...answers })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push(url.split('?')[0] ?? '')
    if (init.method === 'POST') sent.push(JSON.parse(String(init.body)))
    return serve(url, init)
  })
  renderPage(
    <CurrentPlantContext
      value={{
        plantId: 7,
        plant: shown,
        zone: 'Europe/Berlin',
        can: (right) => rights.includes(right),
      }}
    >
      <Routes>
        <Route element={<RequireUser />}>
          <Route path="/plant/infos/detail/*" element={<PlantSettingsPage />} />
          <Route path="*" element={null} />
        </Route>
      </Routes>
    </CurrentPlantContext>,
    { path: `/plant/infos/detail${page.includes('?') ? page : `${page}?id=7`}` },
  )
  const isAway = page.includes('#')
  await waitFor(() => expect(isAway || document.querySelector('[data-part~="card"]')).toBeTruthy())
}
const nobodyElse = { members: [], invitations: [], offer: null, supportOpen: false, isOwner: false }
const goTo = async (name: string) => {
  const index = within(screen.getByRole('navigation', { name: 'Plant settings' }))
  await userEvent.click(index.getByRole('link', { name }))
}
/** An action behind the button of a row. */
const pick = async (row: string, action: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `More for ${row}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: action }))
}
const field = (label: string | RegExp) => screen.getByLabelText(label) as HTMLInputElement
const type = (label: string | RegExp, value: string) => fireEvent.change(field(label), { target: { value } })

// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../../ui/combobox-field.tsx'))
beforeEach(() => {
  sent = []
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('PlantSettingsPage', () => {
  it('shows the current values, a page for each matter, and offers nothing to save', async () => {
    await open()
    expect(field('Name').value).toBe('Lindenhof')
    expect(screen.queryByLabelText(/^Altitude/)).toBeNull()
    await goTo('Location')
    expect(field(/^Altitude/).value).toBe('519')
    await goTo('Roof')
    expect(field('Installed capacity').value).toBe('9.84')
    await goTo('Money')
    // Prices stand in the tariffs alone.
    expect(screen.queryByLabelText(/^Price per kWh/)).toBeNull()
    expect(screen.queryByRole('button', { name: /Save/ })).toBeNull()
    expect(screen.getByTestId('address').textContent).toBe('/plant/infos/detail/money?id=7')
  })

  it('keeps what was typed from page to page, and saves it at once', async () => {
    await open({ [EDIT]: () => ({ changes: [], recount: false }) })
    type('Name', 'Barn')
    await goTo('Location')
    type(/^Altitude/, '520')
    const index = within(screen.getByRole('navigation', { name: 'Plant settings' }))
    expect(index.getByRole('link', { name: /^Basics/ }).textContent).toBe('BasicsUnsaved changes')
    await goTo('Alarms')
    // Nothing lies over the page meanwhile (recount-notice.module.css).
    expect(document.documentElement.matches('[data-unsaved]')).toBe(true)
    await userEvent.click(screen.getByRole('button', { name: 'Save 2 changes' }))
    await waitFor(() => expect(sent).toEqual([{ name: 'Barn', locationAltitude: 520 }]))
    await waitFor(() => expect(index.getByRole('link', { name: /^Basics/ }).textContent).toBe('Basics'))
    expect(document.documentElement.matches('[data-unsaved]')).toBe(false)
  })

  it('opens the page of the field that is wrong', async () => {
    await open()
    type('Name', ' ')
    await goTo('Devices')
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(await screen.findByText('Please enter Name')).toBeTruthy()
    expect(screen.getByTestId('address').textContent).toBe('/plant/infos/detail?id=7')
    expect(sent).toEqual([])
  })

  it('shows the exits to the owner alone', async () => {
    await open({ 'GET /maintain-s/station/7/members': () => ({ ...nobodyElse, isOwner: true }) })
    expect(await screen.findByRole('link', { name: 'Danger zone' })).toBeTruthy()
    cleanup()
    await open({ 'GET /maintain-s/station/7/members': () => nobodyElse }, ['editPlant', 'deletePlant'])
    await waitFor(() => expect(asked).toContain('/maintain-s/station/7/members'))
    expect(screen.queryByRole('link', { name: 'Danger zone' })).toBeNull()
  })

  it('opens the exits by their address for the owner alone', async () => {
    const asOwner = (isOwner: boolean) => ({
      'GET /maintain-s/station/7/members': () => ({ ...nobodyElse, isOwner }),
    })
    await open(asOwner(true), ['editPlant', 'deletePlant'], plant, '/danger')
    expect(await screen.findByRole('button', { name: 'Delete plant' })).toBeTruthy()
    cleanup()
    await open(asOwner(false), ['editPlant', 'deletePlant'], plant, '/danger')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/detail?id=7'))
    expect(screen.queryByRole('button', { name: /Delete plant|Hand over plant/ })).toBeNull()
  })

  it('shows to each editor what devices may be asked, beside the devices', async () => {
    const commands = () => ({ permission: 'read', mayAllow: false })
    await open({ 'GET /maintain-s/station/7/commands': commands }, ['editPlant'], plant, '/devices')
    expect(await screen.findByText('Members with the right may read devices at once.')).toBeTruthy()
    expect(screen.queryByRole('radio', { name: 'Off' })).toBeNull()
  })

  it('leads the earlier address of refused steps to where they are', async () => {
    await open({}, ['editPlant'], plant, '?id=7#refused')
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/quality?id=7'))
  })

  it('asks from which day another capacity counts: today, or always', async () => {
    await open({ [EDIT]: () => ({ changes: [], recount: true }) }, ['editPlant'], plant, '/roof')
    expect(screen.queryByText('From which day?')).toBeNull()
    type('Installed capacity', '12,5')
    expect(screen.getByText('From which day?')).toBeTruthy()
    await userEvent.click(screen.getByLabelText('It was always so: correct the whole history'))
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
    await waitFor(() => expect(sent).toEqual([{ installedCapacity: 12.5, installedCapacityFrom: null }]))
  })

  it('shows the capacities by date, the newest first, and removes one', async () => {
    const remove = vi.fn(() => ({ changes: [], recount: true }))
    const capacities = [
      { from: null, capacityWp: 5000 },
      { from: '2026-03-10', capacityWp: 9840 },
    ]
    await open({ 'DELETE /maintain-s/station/7/capacity': remove }, ['editPlant'], { ...plant, capacities }, '/roof')
    await userEvent.click(screen.getByRole('button', { name: /^Remove capacity: From .*2026/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove capacity' }))
    await waitFor(() => expect(remove).toHaveBeenCalledTimes(1))
    expect(screen.getByText('Installed capacity: 5.00 kWp')).toBeTruthy()
  })

  it('says what a change recounts before it is saved, and sends only the change', async () => {
    const today = localDate(Date.now(), 'Europe/Berlin')
    await open({ [EDIT]: () => ({ changes: [], recount: true }) })
    type('Name', 'Lindenhof barn')
    await goTo('Roof')
    type('Installed capacity', '12,5')
    // Days before today keep their capacity: no past value changes.
    expect(screen.queryByText(/^Installed capacity changed/)).toBeNull()
    const always = screen.getByLabelText('It was always so: correct the whole history')
    await userEvent.click(always)
    expect(screen.getByText(/^Installed capacity changed/)).toBeTruthy()
    await userEvent.click(always)
    await userEvent.click(screen.getByRole('button', { name: 'Save 2 changes' }))
    await waitFor(() =>
      expect(sent).toEqual([{ name: 'Lindenhof barn', installedCapacity: 12.5, installedCapacityFrom: today }]),
    )
    // The input is dropped: the server's own record is shown from here on.
    await waitFor(() => expect(field('Installed capacity').value).toBe('9.84'))
  })

  it('says that a new currency converts nothing', async () => {
    await open({}, ['editPlant'], plant, '/money')
    await userEvent.click(await screen.findByRole('combobox', { name: 'Currency' }))
    await userEvent.keyboard('USD{Enter}')
    expect(await screen.findByText(/^Amounts are not converted/)).toBeTruthy()
  })

  it('marks invalid fields and asks the server nothing', async () => {
    await open()
    type('Name', ' ')
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
    expect(screen.getByText('Please enter Name')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }))
    expect(field('Name').value).toBe('Lindenhof')
    expect(sent).toEqual([])
  })

  it('keeps the input when the server refuses', async () => {
    await open({ [EDIT]: () => refuse(400, { code: 'PARAM_ERROR', no: 17 }) })
    type('Name', 'Barn')
    await userEvent.click(screen.getByRole('button', { name: 'Save 1 change' }))
    await screen.findByText('A required value is missing or invalid.')
    expect(field('Name').value).toBe('Barn')
  })

  it('tells what the plant is to who may only look', async () => {
    await open(
      {
        'GET /maintain-s/station/7/contact': () => ({
          ...noContact,
          owner: 'Ilse',
          phone: '+49 (761) 12-3 x7',
          ...created,
        }),
      },
      ['viewPlantInfo'],
    )
    expect(screen.queryByLabelText('Name')).toBeNull()
    expect(screen.getByText('9.84 kWp')).toBeTruthy()
    expect((await screen.findByRole('link', { name: '+49 (761) 12-3 x7' })).getAttribute('href')).toBe(
      'tel:+49761123,7',
    )
    expect(screen.queryByRole('button', { name: 'Edit contact' })).toBeNull()
    expect(screen.getByText('61.5 m²')).toBeTruthy()
    expect(screen.getByText(/Mira · Sonnenwerk$/)).toBeTruthy()
  })

  it('folds a long contact for those who edit, and says who sees it where it is typed', async () => {
    await open({
      'GET /maintain-s/station/7/contact': () => ({
        ...noContact,
        owner: 'Ilse',
        company: 'Sun',
        phone: '1',
        ...created,
      }),
    })
    await screen.findByText('Sun')
    expect(screen.queryByText('1')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Show 1 more' }))
    expect(screen.getByText('1')).toBeTruthy()
    expect(screen.queryByText(/^Whom to reach/)).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Edit contact' }))
    expect(screen.getByText(/^Whom to reach/)).toBeTruthy()
  })

  it('sets whom to reach, and says what cannot be dialed', async () => {
    await open({
      'GET /maintain-s/station/7/contact': () => ({ ...noContact, ...created }),
      'POST /maintain-s/station/7/contact': () => ({ changes: [] }),
    })
    await screen.findByText('Nobody has been entered.')
    await userEvent.click(screen.getByRole('button', { name: 'Edit contact' }))
    await userEvent.type(field(/^Owner/), 'Ilse Brandt')
    await userEvent.type(field(/^Phone/), 'call me')
    expect(screen.getByText(/^Only digits/)).toBeTruthy()
    await userEvent.clear(field(/^Phone/))
    await userEvent.type(field(/^Phone/), '0761 123')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ ...noContact, owner: 'Ilse Brandt', phone: '0761 123' }]))
  })
})

describe('the addresses of a logger', () => {
  const logger = {
    gatewayId: 3,
    deviceSn: '2345678901',
    gatewayName: 'Attic',
    ownership: 'claimed',
    online: true,
    deviceCount: 1,
    allowedSources: [],
    strict: false,
    unproven: null,
  }
  const gateway = '/maintain-s/power/system/7/gateway'
  const seen = { address: '203.0.113.5', firstMs: 1_780_000_020_000, lastMs: 1_780_003_600_000, records: 12 }

  it('are listed, and what came from one is taken back after a preview', async () => {
    await open(
      {
        [`GET ${gateway}`]: () => ({ total: 1, data: [logger] }),
        [`GET ${gateway}/3/addresses`]: () => ({ addresses: [seen], takeBacks: [] }),
        [`POST ${gateway}/3/addresses/preview`]: () => ({ records: 12, days: [{ date: '2026-05-28', records: 12 }] }),
        [`POST ${gateway}/3/addresses/takeBack`]: () => ({ number: 1 }),
      },
      ['editPlant', 'deletePlantDevice'],
      plant,
      '/devices',
    )
    await pick('Attic', 'Addresses of Attic')
    await userEvent.click(await screen.findByRole('button', { name: 'Take back records from 203.0.113.5' }))
    await screen.findByText(/12 records of 1 day/)
    sent = []
    await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
    // To the minute in which it was first heard.
    await waitFor(() => expect(sent).toContainEqual({ address: '203.0.113.5', sinceMs: seen.firstMs }))
  })

  it('are not offered to who may not delete devices', async () => {
    await open({ [`GET ${gateway}`]: () => ({ total: 1, data: [logger] }) }, ['editPlant'], plant, '/devices')
    await userEvent.click(await screen.findByRole('button', { name: 'More for Attic' }))
    await screen.findByRole('menuitem', { name: 'Networks of Attic' })
    expect(screen.queryByRole('menuitem', { name: 'Addresses of Attic' })).toBeNull()
  })
})

describe('records that nothing proves', () => {
  const logger = {
    gatewayId: 3,
    deviceSn: '2345678901',
    gatewayName: 'Attic',
    ownership: 'claimed',
    online: true,
    deviceCount: 1,
    allowedSources: [],
    strict: false,
    unproven: { records: 12, since: 1_780_000_000, addresses: ['203.0.113.5'], senders: [] },
  }
  const list = { 'GET /maintain-s/power/system/7/gateway': () => ({ total: 1, data: [logger] }) }

  it.each([
    ['Accept', 'accepted'],
    ['Discard', 'discarded'],
  ])('are shown with their address, and %s asks before it is sent', async (button, decision) => {
    const decide = 'POST /maintain-s/power/system/7/gateway/3/unproven'
    await open({ ...list, [decide]: () => ({ records: 12 }) }, ['editPlant'], plant, '/devices')
    expect(await screen.findByText('12 unproven records')).toBeTruthy()
    expect(screen.getByText(/From 203.0.113.5/)).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: button }))
    expect(sent).toEqual([])
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: button }))
    await waitFor(() => expect(sent).toEqual([{ decision }]))
  })

  it('can be kept off by a list of networks', async () => {
    const answers = { ...list, 'POST /maintain-s/power/system/7/gateway/3/sources': () => ({ changes: [] }) }
    await open(answers, ['editPlant'], plant, '/devices')
    await pick('Attic', 'Networks of Attic')
    type(/^Only from these networks/, '203.0.113.0/24, 2001:db8::/32')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    const allowedSources = ['203.0.113.0/24', '2001:db8::/32']
    await waitFor(() => expect(sent).toEqual([{ allowedSources, strict: false }]))
  })
})

describe('a removed device', () => {
  const device = {
    deviceId: 5,
    serial: 'B300',
    name: 'Barn',
    type: 'INVERTER',
    ratedW: null,
    warrantyUntil: null,
    loggerId: null,
    removedAtMs: 1_780_000_000_000,
    standing: 'counted',
    waitsSinceMs: null,
    observedW: 0,
    announcedAtMs: null,
    replaced: [],
  }
  const path = 'GET /maintain-s/power/system/7/device'
  const restore = 'POST /maintain-s/power/system/7/device/5/restore'

  it('is listed and can be restored', async () => {
    let removedAtMs: number | null = device.removedAtMs
    await open(
      {
        [path]: () => ({ total: 1, data: [{ ...device, removedAtMs }] }),
        [restore]: () => {
          removedAtMs = null
          return { changes: [] }
        },
      },
      ['editPlant', 'deletePlantDevice'],
      plant,
      '/devices',
    )
    expect(await screen.findByText(/removed on .*, history kept/)).toBeTruthy()
    await pick('Barn', 'Restore Barn')
    await waitFor(() => expect(screen.queryByText(/history kept/)).toBeNull())
    expect(sent).toEqual([{}])
    await userEvent.click(screen.getByRole('button', { name: 'More for Barn' }))
    await screen.findByRole('menuitem', { name: 'Remove Barn' })
    expect(screen.queryByRole('menuitem', { name: 'Restore Barn' })).toBeNull()
  })

  it('offers nothing without the right to remove devices', async () => {
    await open({ [path]: () => ({ total: 1, data: [device] }) }, ['editPlant'], plant, '/devices')
    await screen.findByText(/history kept/)
    expect(screen.queryByRole('button', { name: 'More for Barn' })).toBeNull()
  })
})
