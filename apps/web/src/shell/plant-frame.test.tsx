import { useQueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse, renderPage } from '../testing/render.tsx'
import { PlantFrame } from './plant-frame.tsx'
import { RequireUser } from './require-user.tsx'

const person = { id: 1, nickname: 'Ilse', identity: 'USER', organisation: null, roleCodes: [], functions: [] }
const noRight = () => refuse(403, { code: 'NO_PERMISSION', no: 21 })
const leave = '/maintain-s/station/7/leave'

/** A tab that changes something of the plant. */
function Again() {
  const client = useQueryClient()
  return (
    <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ['plant', 7] })}>
      Again
    </button>
  )
}

let left: string[]
function open(station: () => Response, user: object = person) {
  left = []
  const serve = answerCalls({
    'GET /user-s/acc/org/login-user': () => user,
    'GET /maintain-s/station/7': station,
    [`POST ${leave}`]: () => ({ success: true }),
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method === 'POST') left.push(url)
    return serve(url, init)
  })
  vi.stubGlobal(
    'EventSource',
    class {
      addEventListener() {}
      close() {}
    },
  )
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="/plant/infos/relate" element={<PlantFrame plantId={7} />}>
          <Route index element={<Again />} />
        </Route>
        <Route path="*" element={null} />
      </Route>
    </Routes>,
    { path: '/plant/infos/relate?id=7' },
  )
}
const giveUp = 'Leave this plant'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('a plant that the user may not see', () => {
  it('shows what is missing and who can grant it, and can be left', async () => {
    open(noRight)
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Permission denied')
    expect(screen.getByText('Ask the owner of the plant for this permission.')).toBeTruthy()
    // No tabs that all show the same.
    expect(screen.queryByRole('navigation')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: giveUp }))
    expect(left).toEqual([])
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: giveUp }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant/infos/data'))
    expect(left).toEqual([leave])
  })

  it('disappears as soon as the right is revoked', async () => {
    let may = true
    const station = {
      name: 'Lindenhof',
      regionTimezone: 'Europe/Berlin',
      installedCapacity: 9.8,
      gridInterconnectionType: 'EXCESS',
      startOperatingTime: null,
      status: 'well',
      reason: { kind: 'well', count: 1, total: 1, group: 'inverter', since: null, devices: [], code: null },
      statusSince: 1,
      warningStatus: 'NORMAL',
      externalRoleCode: [],
      roleCode: [{ code: 'viewPlantInfo', isOn: 1 }],
    }
    open(() => (may ? Response.json(station) : noRight()))
    await screen.findByRole('heading', { level: 1, name: 'Lindenhof' })
    may = false
    await userEvent.click(screen.getByRole('button', { name: 'Again' }))
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.queryByText('Lindenhof')).toBeNull()
  })

  it('can be left for an organization by its administrators only', async () => {
    const acting = { ...person, organisation: { id: 9, name: 'Sunrise Solar' } }
    open(noRight, { ...acting, identity: 'ORG_ADMIN' })
    await screen.findByRole('button', { name: giveUp })
    cleanup()
    open(noRight, { ...acting, identity: 'ORG_USER' })
    await screen.findByText('You don’t have this permission: view data')
    expect(screen.queryByRole('button', { name: giveUp })).toBeNull()
    expect(screen.getByRole('link', { name: 'To my plants' }).getAttribute('href')).toBe('/plant/infos/data')
  })

  it('is reported as not found to a stranger, and reloaded after a server failure', async () => {
    open(() => refuse(404, { code: 'NOT_FOUND', no: 18 }))
    await screen.findByRole('heading', { level: 1, name: /plant/ })
    expect(screen.queryByRole('button', { name: giveUp })).toBeNull()
    cleanup()
    open(() => refuse(500, { code: 'SERVER_FAILURE', no: 16 }))
    await screen.findByRole('button', { name: 'Retry' })
    expect(screen.queryByRole('button', { name: giveUp })).toBeNull()
  })
})
