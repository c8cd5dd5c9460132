import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../../../testing/render.tsx'
import { HowTo } from './how-to.tsx'

let loggerAddresses: readonly string[]
const line = () => document.querySelector('[data-part="server-line"]')?.textContent

beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(
      answerCalls({
        'GET /maintain-s/operating/station/7/collector': () => ({
          data: [],
          claims: [],
          loggerPort: 10_130,
          loggerAddresses,
        }),
      }),
    ),
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('HowTo', () => {
  it('shows the line for the selected address', async () => {
    loggerAddresses = ['pv.example.org', '192.168.1.20']
    renderPage(<HowTo plantId={7} />)
    const choice = await screen.findByLabelText('The logger reaches this server at')
    expect(line()).toBe(',pv.example.org,10130,TCP')
    await userEvent.selectOptions(choice, '192.168.1.20')
    expect(line()).toBe('192.168.1.20,,10130,TCP')
    expect(screen.getByRole('button', { name: 'Copy' })).toBeTruthy()
  })

  it('offers no line that cannot work', async () => {
    loggerAddresses = []
    renderPage(<HowTo plantId={7} />)
    expect(await screen.findByText(/knows no address of its own/)).toBeTruthy()
    expect(line()).toBeUndefined()
  })
})
