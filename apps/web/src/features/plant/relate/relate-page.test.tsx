import { plantRights, rightsOfRole } from '@heliograph/domain/permissions.ts'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Plant } from '../../../api/plants.ts'
import { CurrentPlantContext } from '../../../plant/current-plant.ts'
import { RequireUser } from '../../../shell/require-user.tsx'
import { installer, members, owner, viewer } from '../../../testing/plant-members.ts'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { RelatePage } from './relate-page.tsx'

const audit = {
  total: 1,
  data: [
    {
      id: 1,
      atMs: 1_750_000_000_000,
      user: 'Mira',
      organization: null,
      call: 'POST /maintain-s/station/{id}/auth/config',
      detail: { id: 7, authOpen: '1' },
      address: '203.0.113.4',
      undo: 'possible',
    },
  ],
}
const person = { id: 1, nickname: 'Mira', identity: 'USER', organization: null, roleCodes: [], functions: [] }
const plant = { name: 'Lindenhof', deviceCount: 2, loggerCount: 1 } as Plant

let sent: { call: string; body: unknown; url: string }[]
function open(answers: Readonly<Record<string, Answer>> = {}, rights: readonly string[] = plantRights) {
  const replies: Record<string, Answer> = {
    'GET /user-s/acc/org/login-user': () => person,
    'GET /maintain-s/station/7/members': () => members,
    'GET /maintain-s/station/7/queryRelated/businesses': () => ({ total: 1, data: [installer] }),
    'GET /maintain-s/station/7/audit': () => audit,
    ...answers,
  }
  const serve = answerCalls(replies)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method !== 'GET')
      sent.push({ call: `${init.method} ${url.split('?')[0]}`, body: init.body && JSON.parse(String(init.body)), url })
    return serve(url, init)
  })
  renderPage(
    <CurrentPlantContext value={{ plantId: 7, plant, zone: 'Europe/Berlin', can: (right) => rights.includes(right) }}>
      <Routes>
        <Route element={<RequireUser />}>
          <Route path="*" element={<RelatePage />} />
        </Route>
      </Routes>
    </CurrentPlantContext>,
    { path: '/plant/infos/relate?id=7' },
  )
}
const done: Answer = () => ({ success: true })

beforeEach(() => {
  sent = []
  // happy-dom tells of a changed selection while one is collapsed, which collapses it, without end.
  vi.spyOn(Selection.prototype, 'collapse').mockImplementation(() => undefined)
  HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
    this.open = true
  }
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('RelatePage', () => {
  it('counts the people who share the plant, without ended shares', async () => {
    open()
    await screen.findByText('Lindenhof is shared with one person and 1 organization.')
    expect(screen.getByText('Expired')).toBeTruthy()
    expect(screen.getByText('new@example.org')).toBeTruthy()
    await screen.findByText('Support access changed')
    expect(screen.getByText('turned on').nextElementSibling?.textContent).toBe('Mira · 203.0.113.4')
  })

  it('invites a person with the chosen flags and last day', async () => {
    open({ 'POST /maintain-s/station/7/members': done })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite a person' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/Email/), ' kai@example.org')
    // View only has its three rights; the others come by one press.
    expect(dialog.getAllByRole('checkbox')).toHaveLength(3)
    await userEvent.click(dialog.getByRole('button', { name: 'More permissions' }))
    expect(dialog.getAllByRole('checkbox')).toHaveLength(8)
    expect(dialog.queryByRole('button', { name: 'More permissions' })).toBeNull()
    await userEvent.click(dialog.getByLabelText('edit the plant'))
    await userEvent.click(dialog.getByRole('button', { name: 'A week' }))
    expect(dialog.getByRole('button', { name: 'A week' }).getAttribute('aria-pressed')).toBe('true')
    const until = within(await dialog.findByRole('group', { name: /Until \(inclusive\)/ }))
    await userEvent.click(until.getAllByRole('spinbutton')[0] ?? expect.fail())
    await userEvent.keyboard('06152099')
    expect(dialog.getByRole('button', { name: 'A week' }).getAttribute('aria-pressed')).toBe('false')
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toEqual({
      email: 'kai@example.org',
      role: 'viewer',
      rights: ['viewPlantAlert', 'viewPlantInfo', 'viewPlantDevice', 'editPlant'],
      expiresAtMs: Date.parse('2099-06-15T22:00:00Z'),
      language: 'en',
    })
  })

  it('shares with an organization by its code', async () => {
    open({ 'POST /maintain-s/station/addRelated/business': () => installer })
    await userEvent.click(await screen.findByRole('button', { name: 'Share with an organization' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/Organization code/), 'K7WM2XQP')
    await userEvent.selectOptions(dialog.getByLabelText('Role for this plant'), 'maintenance')
    await userEvent.selectOptions(dialog.getByLabelText('Role'), 'admin')
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]?.body).toMatchObject({
      stationId: 7,
      code: 'K7WM2XQP',
      relation: 'maintenance',
      role: 'admin',
      rights: rightsOfRole.admin,
      expiresAt: null,
    })
  })

  it('switches the support access', async () => {
    open({ 'POST /maintain-s/station/7/auth/config': done })
    await userEvent.click(await screen.findByLabelText('Allow support to view this plant'))
    await waitFor(() => expect(sent[0]?.url).toBe('/maintain-s/station/7/auth/config?authOpen=1'))
  })

  it('lets the new owner accept or decline', async () => {
    const offer = { to: 'Ilse', expiresAtMs: 1_750_600_000_000, isMine: true }
    const mine = {
      ...members,
      offer,
      isOwner: false,
      invitations: [],
      members: [
        { ...owner, isSelf: false },
        { ...viewer, isSelf: true },
      ],
    }
    open({
      'GET /maintain-s/station/7/members': () => mine,
      'POST /maintain-s/station/7/owner/accept': done,
      'DELETE /maintain-s/station/7/owner': done,
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Accept plant' }))
    await waitFor(() => expect(sent.map((item) => item.call)).toEqual(['POST /maintain-s/station/7/owner/accept']))
    await userEvent.click(await screen.findByRole('button', { name: 'Decline' }))
    await waitFor(() => expect(sent.at(-1)?.call).toBe('DELETE /maintain-s/station/7/owner'))
  })

  it('offers a member only to leave the plant, and no log', async () => {
    const mine = {
      ...members,
      isOwner: false,
      invitations: [],
      members: [
        { ...owner, isSelf: false },
        { ...viewer, isSelf: true },
      ],
    }
    open({ 'GET /maintain-s/station/7/members': () => mine, 'POST /maintain-s/station/7/leave': done }, [
      'viewPlantInfo',
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Leave this plant' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave this plant' }))
    await waitFor(() => expect(sent[0]?.call).toBe('POST /maintain-s/station/7/leave'))
    for (const name of ['Invite a person', 'Share with an organization', 'Delete plant', 'Hand over plant'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByText('Change log')).toBeNull()
  })

  it('says what failed, part by part', async () => {
    open({ 'GET /maintain-s/station/7/members': () => refuse(403, { code: 'NO_PERMISSION', no: 21 }) })
    await screen.findByText('Sunrise Solar')
    await screen.findByText('Permission denied')
    expect(document.querySelector('[data-part="skeleton"]')).toBeNull()
  })

  it('stops sharing only after a confirmation', async () => {
    open({ 'DELETE /maintain-s/station/7/members/2': done })
    await userEvent.click(await screen.findByRole('button', { name: 'Stop sharing with Ilse' }))
    expect(sent).toEqual([])
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Stop sharing' }))
    await waitFor(() => expect(sent.map((item) => item.call)).toEqual(['DELETE /maintain-s/station/7/members/2']))
  })

  it('says at the field that no organization has the code', async () => {
    open({ 'POST /maintain-s/station/addRelated/business': () => refuse(404, { code: 'NOT_FOUND', no: 18 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Share with an organization' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText(/Organization code/), 'WRONG234')
    await userEvent.click(dialog.getByRole('button', { name: 'Share' }))
    await dialog.findByText('No organization has this code.')
  })

  it('lets only administrators of the guest organization leave the plant', async () => {
    const acting = { ...person, identity: 'ORG_ADMIN', organization: { id: 9, name: 'Sunrise Solar' } }
    const mine = { ...members, isOwner: false, invitations: [], members: [{ ...owner, isSelf: true }] }
    open({ 'GET /user-s/acc/org/login-user': () => acting, 'GET /maintain-s/station/7/members': () => mine })
    await screen.findByRole('button', { name: 'Leave this plant' })
    // The person owns the plant; the session does not act for them.
    expect(screen.getByText('you').previousElementSibling?.textContent).toBe('Sunrise Solar')
    cleanup()
    open({
      'GET /user-s/acc/org/login-user': () => ({ ...acting, identity: 'ORG_USER' }),
      'GET /maintain-s/station/7/members': () => mine,
    })
    await screen.findByText('Sunrise Solar')
    expect(screen.queryByRole('button', { name: 'Leave this plant' })).toBeNull()
  })
})
