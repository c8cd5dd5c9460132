import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setTransport } from '../../../api/call.ts'
import { type HandOver, toHandOver } from '../../../auth/hand-over.ts'
import { refuse, renderPage } from '../../../testing/render.tsx'
import { HandOverPage } from './hand-over-page.tsx'

const stored = () => sessionStorage.getItem('heliograph.token')
let ended = 0
let taken: string[] = []
/** Whose session a one-time code opens. */
const codes: Readonly<Record<string, { id: number; account: string }>> = {
  hgo_mira: { id: 1, account: 'mira' },
  hgo_mallory: { id: 2, account: 'mallory' },
}

/** The server's people by bearer; 'own' is who the cookie stands for. */
function open(wish: HandOver | undefined, options: Readonly<Record<string, { id: number; account: string }>>) {
  let people = options
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.endsWith('/oauth/logout')) {
      ended += 1
      return Response.json({ success: true })
    }
    if (url.endsWith('/oauth/hand-over')) {
      const person = codes[(JSON.parse(String(init.body)) as { code: string }).code]
      return person ? Response.json(person) : refuse(400, { code: 'VERIFICATION_CODE_EXPIRED', no: 8 })
    }
    if (url.endsWith('/oauth/token')) {
      const form = new URLSearchParams(String(init.body))
      const code = form.get('code') ?? ''
      expect(form.get('grant_type')).toBe('hand_over')
      if (!codes[code]) return refuse(400, { code: 'VERIFICATION_CODE_EXPIRED', no: 8 })
      taken.push(code)
      people = { ...people, own: codes[code] }
      return Response.json({ access_token: 'new', token_type: 'bearer', expires_in: 86_400, refresh_token: 'r' })
    }
    const bearer = new Headers(init.headers).get('authorization')?.replace('Bearer ', '') ?? 'own'
    const person = people[bearer]
    return person ? Response.json(person) : refuse(401, { code: 'AUTH_TOKEN_INVALID', no: 39 })
  })
  function Gate() {
    const [left, setLeft] = useState(wish)
    return left ? <HandOverPage wish={left} onDone={() => setLeft(undefined)} /> : <p>The page</p>
  }
  renderPage(<Gate />)
}

beforeEach(() => {
  ended = 0
  taken = []
  sessionStorage.clear()
  setTransport({ token: undefined })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const mira = { id: 1, account: 'mira' }
const mallory = { id: 2, account: 'mallory' }

describe('a link with a token', () => {
  it('signs in a visitor without a session', async () => {
    open(toHandOver('t'), { t: mallory })
    await screen.findByText('The page')
    expect(stored()).toBe('t')
  })

  it('asks before it replaces a session, and staying keeps it', async () => {
    open(toHandOver('t'), { own: mira, t: mallory })
    await screen.findByRole('heading', { name: 'Continue as mallory?' })
    expect(stored()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in as mira' }))
    await screen.findByText('The page')
    expect(stored()).toBeNull()
  })

  it('replaces the session when the user agrees', async () => {
    open(toHandOver('t'), { own: mira, t: mallory })
    await userEvent.click(await screen.findByRole('button', { name: 'Continue as mallory' }))
    await screen.findByText('The page')
    expect(stored()).toBe('t')
  })

  it('asks nothing for the same person, or for an invalid token', async () => {
    open(toHandOver('t'), { own: mira, t: mira })
    await screen.findByText('The page')
    expect(stored()).toBe('t')
    cleanup()
    sessionStorage.clear()
    setTransport({ token: undefined })
    open(toHandOver('void'), { own: mira })
    await screen.findByText('The page')
    expect(stored()).toBeNull()
  })
})

describe('a link with a one-time code', () => {
  it('signs in a visitor without a session, and leaves no token to scripts', async () => {
    open(toHandOver('hgo_mallory'), {})
    await screen.findByText('The page')
    expect(taken).toEqual(['hgo_mallory'])
    expect(stored()).toBeNull()
  })

  it('asks before it replaces a session, and is not used up by that', async () => {
    open(toHandOver('hgo_mallory'), { own: mira })
    await screen.findByRole('heading', { name: 'Continue as mallory?' })
    await userEvent.click(screen.getByRole('button', { name: 'Stay signed in as mira' }))
    await screen.findByText('The page')
    expect(taken).toEqual([])
    cleanup()
    open(toHandOver('hgo_mallory'), { own: mira })
    await userEvent.click(await screen.findByRole('button', { name: 'Continue as mallory' }))
    await screen.findByText('The page')
    expect(taken).toEqual(['hgo_mallory'])
  })

  it('changes nothing for the same person', async () => {
    open(toHandOver('hgo_mira'), { own: mira })
    await screen.findByText('The page')
    expect(taken).toEqual([])
  })

  it('says so when it was used or has expired', async () => {
    open(toHandOver('hgo_old'), {})
    await screen.findByRole('heading', { name: 'This link no longer works' })
    await userEvent.click(screen.getByRole('button', { name: 'Continue to sign-in' }))
    await screen.findByText('The page')
  })
})

describe('a link that clears the session', () => {
  it('ends it only after a click', async () => {
    open(toHandOver('clear'), { own: mira })
    await screen.findByRole('heading', { name: 'Sign out?' })
    expect(ended).toBe(0)
    await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
    await waitFor(() => expect(ended).toBe(1))
    await screen.findByText('The page')
  })

  it('does nothing without a session', async () => {
    open(toHandOver('clear'), {})
    await screen.findByText('The page')
    expect(ended).toBe(0)
  })
})
