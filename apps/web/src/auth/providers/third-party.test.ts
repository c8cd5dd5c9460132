import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../testing/render.tsx'
import {
  bindPendingTicket,
  findTicket,
  forgetTicket,
  keepTicket,
  openProviderToSignIn,
  pendingTicket,
  requestLink,
  takeFlow,
} from './third-party.ts'

const nowMs = Date.now()
const ticket = {
  ticket: 't',
  provider: 'sundial',
  name: 'Sundial',
  label: 'Mira',
  email: null,
  keep: false,
  back: '/plant',
}

beforeEach(() => sessionStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('a started sign-in', () => {
  it('is kept in this tab before leaving, and compared on return', async () => {
    const reply = { url: 'https://id.example.org/authorize', state: 'abc' }
    vi.stubGlobal('fetch', vi.fn(answerCalls({ 'POST /oauth2-s/third-party/start': () => reply })))
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
    await openProviderToSignIn({ id: 'sundial', name: 'Sundial' }, { keep: true, back: '/plant' })
    expect(assign).toHaveBeenCalledWith('https://id.example.org/authorize')
    expect(takeFlow('abd')).toBeUndefined()
    expect(takeFlow('')).toBeUndefined()
    expect(takeFlow('abc')).toMatchObject({ purpose: 'signIn', keep: true, back: '/plant' })
    expect(takeFlow('abc')).toBeUndefined()
  })

  it('survives any other content of the storage', () => {
    for (const junk of ['', '{', 'null', '7', '"abc"']) {
      sessionStorage.setItem('heliograph.thirdParty.flow', junk)
      expect(takeFlow('abc')).toBeUndefined()
    }
  })
})

describe('a ticket', () => {
  it('lasts as long as on the server, and waits for a sign-in only when asked to', () => {
    keepTicket(ticket, nowMs)
    expect(findTicket(nowMs + 899_999)).toMatchObject(ticket)
    expect(findTicket(nowMs + 900_000)).toBeUndefined()
    expect(pendingTicket(nowMs)).toBeUndefined()
    const found = findTicket(nowMs)
    if (found) requestLink(found)
    expect(pendingTicket(nowMs)).toMatchObject({ name: 'Sundial', isWanted: true })
    expect(pendingTicket(nowMs + 900_000)).toBeUndefined()
    forgetTicket()
    expect(findTicket(nowMs)).toBeUndefined()
  })

  it('is linked once after a sign-in, and a failure is reported', async () => {
    const bind = vi.fn(() => ({ success: true }) as unknown)
    vi.stubGlobal('fetch', vi.fn(answerCalls({ 'POST /user-s/acc/binding': bind })))
    expect(await bindPendingTicket()).toBeUndefined()
    const want = () => {
      keepTicket(ticket, nowMs)
      const found = findTicket(nowMs)
      if (found) requestLink(found)
    }
    want()
    expect(await bindPendingTicket()).toEqual({ bound: true, name: 'Sundial' })
    expect(await bindPendingTicket()).toBeUndefined()
    expect(bind).toHaveBeenCalledTimes(1)
    bind.mockImplementation(() => refuse(409, { code: 'THIRD_PARTY_USED' }))
    want()
    expect(await bindPendingTicket()).toMatchObject({ bound: false, failure: { code: 'THIRD_PARTY_USED' } })
  })

  it('is dropped by a sign-in when the visitor did not choose to link', async () => {
    keepTicket(ticket, nowMs)
    expect(await bindPendingTicket()).toBeUndefined()
    expect(findTicket(nowMs)).toBeUndefined()
  })
})
