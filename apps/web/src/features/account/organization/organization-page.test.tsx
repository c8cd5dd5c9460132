import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteSaved, undoOffers } from '../../../api/undo-offers.ts'
import { RequireUser } from '../../../shell/require-user.tsx'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { OrganizationPage } from './organization-page.tsx'

const person = {
  id: 1,
  nickname: 'Mira',
  account: 'mira',
  identity: 'USER',
  organization: null,
  roleCodes: [],
  functions: [],
}
const admin = { ...person, identity: 'ORG_ADMIN', organization: { id: 4, name: 'Sunrise Solar' } }
const identity = { organizationId: null, name: 'Mira', identity: 'USER', roleId: 1, plantCount: 2, isCurrent: true }
const firm = {
  organizationId: 4,
  name: 'Sunrise Solar',
  identity: 'ORG_ADMIN',
  roleId: 3,
  plantCount: 5,
  isCurrent: false,
}
const mira = {
  userId: 1,
  nickname: 'Mira',
  account: 'mira',
  email: null,
  role: 'admin',
  sinceMs: 1_750_000_000_000,
  isSelf: true,
}
const ilse = { ...mira, userId: 2, nickname: 'Ilse', email: 'ilse@example.org', role: 'user', isSelf: false }
const organization = {
  id: 4,
  name: 'Sunrise Solar',
  code: 'K7WM2XQP',
  createdAtMs: 1_750_000_000_000,
  members: [mira, ilse],
  invitations: [
    { id: 8, email: 'kai@example.org', role: 'user', createdAtMs: 1_750_000_000_000, expiresAtMs: 1_750_600_000_000 },
  ],
}

let sent: { call: string; body: unknown }[]
function open(answers: Readonly<Record<string, Answer>>) {
  const serve = answerCalls({
    'GET /user-s/acc/org/login-user': () => person,
    'GET /user-s/acc/identity': () => ({ data: [identity, firm] }),
    'GET /user-s/invitation': () => ({ data: [] }),
    'GET /user-s/org/4': () => organization,
    ...answers,
  })
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (init.method !== 'GET')
      sent.push({ call: `${init.method} ${url}`, body: init.body && JSON.parse(String(init.body)) })
    return serve(url, init)
  })
  renderPage(
    <Routes>
      <Route element={<RequireUser />}>
        <Route path="*" element={<OrganizationPage />} />
      </Route>
    </Routes>,
    { path: '/account/settings/organization' },
  )
}
const done: Answer = () => ({ success: true })
const token: Answer = () => ({ access_token: 't', token_type: 'bearer', expires_in: 1, refresh_token: 'r' })

beforeEach(() => {
  sent = []
  localStorage.clear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('OrganizationPage of a person', () => {
  it('switches identity, shows its data, and remembers it', async () => {
    let user = person
    open({
      'GET /user-s/acc/org/login-user': () => user,
      'POST /user-s/acc/identity': (request) => {
        user = admin as never
        return token(request)
      },
    })
    noteSaved(new Headers({ undo: '42' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Switch to it' }))
    await waitFor(() => expect(sent).toEqual([{ call: 'POST /user-s/acc/identity', body: { organizationId: 4 } }]))
    // A save of the one identity is not undone by the other.
    await waitFor(() => expect(undoOffers.current()).toBeUndefined())
    await screen.findByText('K7WM2XQP')
    expect(localStorage.getItem('heliograph.identity.1')).toBe('4')
  })

  it('creates an organization and acts for it', async () => {
    open({ 'POST /user-s/org': () => ({ id: 12 }), 'POST /user-s/acc/identity': token })
    await userEvent.click(await screen.findByRole('button', { name: 'Create an organization' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Organization name'), 'Nordlicht')
    await userEvent.click(dialog.getByRole('button', { name: 'Create' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { call: 'POST /user-s/org', body: { name: 'Nordlicht' } },
        { call: 'POST /user-s/acc/identity', body: { organizationId: 12 } },
      ]),
    )
  })

  it('accepts an invitation', async () => {
    const row = {
      id: 3,
      kind: 'organization',
      name: 'Nordlicht',
      invitedBy: 'Kai',
      email: '',
      role: 'user',
      expiresAtMs: 1,
    }
    open({
      'GET /user-s/invitation': () => ({ data: [row] }),
      'POST /user-s/invitation/accept': () => ({ organizationId: 12, plantId: null }),
    })
    await screen.findByText('Kai invites you to join this organization.')
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }))
    await waitFor(() =>
      expect(sent).toEqual([
        { call: 'POST /user-s/invitation/accept', body: { id: 3 } },
        { call: 'POST /user-s/acc/identity', body: { organizationId: 12 } },
      ]),
    )
  })
})

describe('OrganizationPage of an administrator', () => {
  const asAdmin = (answers: Readonly<Record<string, Answer>> = {}) =>
    open({ 'GET /user-s/acc/org/login-user': () => admin, ...answers })

  it('shows code, members and invitations, and keeps the last administrator', async () => {
    asAdmin()
    await screen.findByText('K7WM2XQP')
    await screen.findByText('kai@example.org')
    expect(screen.queryByLabelText('Role of Mira')).toBeNull()
    expect(screen.getByRole('button', { name: 'Leave organization' }).hasAttribute('disabled')).toBe(true)
    expect(screen.queryByRole('button', { name: 'Remove Mira' })).toBeNull()
  })

  it('changes a role, removes a member, invites and revokes', async () => {
    asAdmin({
      'POST /user-s/org/4/member/2': done,
      'DELETE /user-s/org/4/member/2': done,
      'POST /user-s/org/4/invitation': done,
      'DELETE /user-s/org/4/invitation/8': done,
    })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Ilse'), 'admin')
    await userEvent.click(screen.getByRole('button', { name: 'Remove Ilse' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Invite a member' }))
    await userEvent.type(screen.getByLabelText('Email'), 'jo@example.org')
    await userEvent.click(screen.getByRole('button', { name: 'Send invitation' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.click(screen.getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(sent).toHaveLength(4))
    expect(sent.map(({ call, body }) => [call, body])).toEqual([
      ['POST /user-s/org/4/member/2', { role: 'admin' }],
      ['DELETE /user-s/org/4/member/2', undefined],
      ['POST /user-s/org/4/invitation', { email: 'jo@example.org', role: 'user', language: 'en' }],
      ['DELETE /user-s/org/4/invitation/8', undefined],
    ])
  })

  it('dissolves only when the name is typed, and returns to the person', async () => {
    localStorage.setItem('heliograph.identity.1', '4')
    asAdmin({ 'DELETE /user-s/org/4': token })
    await userEvent.click(await screen.findByRole('button', { name: 'Dissolve organization' }))
    const dialog = within(screen.getByRole('dialog'))
    const button = dialog.getByRole('button', { name: 'Dissolve organization' })
    expect(button.hasAttribute('disabled')).toBe(true)
    await userEvent.type(dialog.getByLabelText('Type “Sunrise Solar” to confirm'), 'Sunrise Solar')
    await userEvent.click(button)
    await waitFor(() => expect(sent).toEqual([{ call: 'DELETE /user-s/org/4', body: { name: 'Sunrise Solar' } }]))
    await waitFor(() => expect(localStorage.getItem('heliograph.identity.1')).toBeNull())
  })

  it('shows the reason of a refusal in the dialog, and stays', async () => {
    asAdmin({ 'POST /user-s/org/4/invitation': () => refuse(409, { code: 'ALREADY_MEMBER', no: null }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Invite a member' }))
    const dialog = within(screen.getByRole('dialog'))
    await userEvent.type(dialog.getByLabelText('Email'), 'ilse@example.org')
    await userEvent.click(dialog.getByRole('button', { name: 'Send invitation' }))
    const alerts = await dialog.findAllByRole('alert')
    await waitFor(() => expect(alerts.map((alert) => alert.textContent).join('')).toMatch(/already/i))
    expect((dialog.getByLabelText('Email') as HTMLInputElement).value).toBe('ilse@example.org')
  })

  it('leaves a role unchanged when the change is refused', async () => {
    asAdmin({ 'POST /user-s/org/4/member/2': () => refuse(409, { code: 'LAST_ADMIN', no: null }) })
    await userEvent.selectOptions(await screen.findByLabelText('Role of Ilse'), 'admin')
    await waitFor(() => expect(sent).toHaveLength(1))
    expect((screen.getByLabelText('Role of Ilse') as HTMLSelectElement).value).toBe('user')
  })
})

describe('OrganizationPage of a user of the organization', () => {
  it('shows the members, and offers nothing but leaving', async () => {
    open({
      'GET /user-s/acc/org/login-user': () => ({ ...admin, identity: 'ORG_USER' }),
      'GET /user-s/org/4': () => ({ ...organization, members: [mira, { ...ilse, email: null }], invitations: [] }),
      'POST /user-s/org/4/leave': token,
    })
    await screen.findByText('Ilse')
    for (const name of ['Invite a member', 'Rename', 'Remove Ilse', 'Dissolve organization'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Leave organization' }))
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave organization' }))
    await waitFor(() => expect(sent.map((item) => item.call)).toEqual(['POST /user-s/org/4/leave']))
  })

  it('says what failed, with a retry', async () => {
    let asked = 0
    open({
      'GET /user-s/acc/org/login-user': () => admin,
      'GET /user-s/org/4': () => (++asked === 1 ? refuse(403, { code: 'NO_PERMISSION', no: 21 }) : organization),
    })
    await screen.findByText('Permission denied')
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await screen.findByText('K7WM2XQP')
  })
})
