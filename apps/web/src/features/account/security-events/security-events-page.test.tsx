import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { CurrentUser } from '../../../api/account-types.ts'
import { openAccountPage } from '../account/testing/account-page.tsx'
import { readFilter, toEventQuery } from './event-filter.ts'
import { SecurityEventsPage } from './security-events-page.tsx'

const event = {
  id: 7,
  atMs: 1_780_000_000_000,
  lastMs: 1_780_000_009_000,
  count: 3,
  kind: 'signInFailed',
  reason: 'AUTH_INVALID_USERNAME_OR_PASSWORD',
  call: 'POST /oauth2-s/oauth/token',
  account: null,
  nameHash: '0123456789abcdef',
  address: '203.0.113.7',
}
const PATH = 'GET /maintain-s/operating/security-events'
let asked: URLSearchParams[]

function open(user: Partial<CurrentUser>, reply = { total: 120, data: [event] }): void {
  openAccountPage(<SecurityEventsPage />, { user, answers: { [PATH]: () => reply } })
  const serve = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (url.includes('/security-events')) asked.push(new URL(url, 'http://localhost').searchParams)
    return serve(url, init)
  })
}
beforeEach(() => {
  asked = []
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the page of security events', () => {
  it('lists what happened, from where and how often', async () => {
    open({ isAdmin: true })
    await screen.findByText('203.0.113.7')
    expect(screen.getAllByText('Sign-in failed').length).toBeGreaterThan(1)
    expect(screen.getByText('Unknown name (01234567)')).toBeTruthy()
    expect(screen.getByText(/AUTH_INVALID_USERNAME_OR_PASSWORD · POST/)).toBeTruthy()
    expect(screen.getByText('1–50 of 120')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Next' }).getAttribute('href')).toContain('page=2')
  })

  it('asks for one kind, a period and an address, and for no wrong address', async () => {
    open({ isAdmin: true })
    await screen.findByText('203.0.113.7')
    await userEvent.selectOptions(screen.getByLabelText('Event'), 'locked')
    await waitFor(() => expect(asked.at(-1)?.get('kind')).toBe('locked'))
    await userEvent.selectOptions(screen.getByLabelText('Period'), 'hour')
    await waitFor(() => expect(Number(asked.at(-1)?.get('fromMs'))).toBeGreaterThan(0))
    await userEvent.type(screen.getByLabelText('Address'), '203.')
    await waitFor(() => expect(asked.at(-1)?.get('address')).toBe('203.'))
    await userEvent.type(screen.getByLabelText('Address'), 'x')
    expect(await screen.findByText(/^Digits, letters a to f/)).toBeTruthy()
    expect(asked.every((uRLSearchParams) => !uRLSearchParams.get('address')?.includes('x'))).toBe(true)
  })

  it('says so where nothing matches', async () => {
    open({ isAdmin: true }, { total: 0, data: [] })
    await screen.findByText('No events match.')
    expect(screen.queryByText(/ of 0/)).toBeNull()
  })

  it('is closed to all others, and asks the server nothing', async () => {
    open({ isAdmin: false })
    await screen.findByRole('heading', { name: 'Permission denied' })
    expect(screen.getByText(/administer this server/)).toBeTruthy()
    expect(asked).toEqual([])
  })
})

it('takes nothing from the URL that does not fit', () => {
  const filter = readFilter(new URLSearchParams('kind=all&span=year&page=-1&address=1.2'))
  expect(filter).toEqual({ kind: undefined, span: 'all', address: '1.2', page: 1 })
  const nowMs = Date.parse('2026-06-13T10:00:31Z')
  expect(toEventQuery({ ...filter, span: 'day' }, nowMs)).toMatchObject({
    fromMs: nowMs - 31_000 - 86_400_000,
    page: 1,
  })
})
