import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { RecountNotice } from './recount-notice.tsx'

const recount = (state: string, done = 0, total = 0) => ({ state, done, total, askedAt: 1, finishedAt: null })

function open(states: object[], canAsk = true) {
  const asked = vi.fn(() => recount('queued'))
  let last: object | undefined
  const fetch = answerCalls({
    'GET /maintain-s/station/7/recount': () => {
      last = states.shift() ?? last
      return last
    },
    'POST /maintain-s/station/7/recount': asked,
  })
  vi.stubGlobal('fetch', fetch)
  renderPage(<RecountNotice plantId={7} canAsk={canAsk} />)
  return asked
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('RecountNotice', () => {
  it('shows the progress, and disappears when done', async () => {
    open([recount('running', 21, 50), recount('done', 50, 50)])
    await screen.findByText('The history is being recalculated:')
    expect(screen.getByText('42%')).toBeTruthy()
    expect(screen.getByRole('progressbar')).toHaveProperty('value', 42)
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull(), { timeout: 4_000 })
  })

  it('offers a retry to users who may edit', async () => {
    const asked = open([recount('failed')])
    await userEvent.click(await screen.findByRole('button', { name: 'Retry' }))
    await screen.findByText('The history is being recalculated:')
    expect(asked).toHaveBeenCalledOnce()
  })

  it('can be closed, and comes back when something else is to be said', async () => {
    open([recount('running', 21, 50), recount('running', 30, 50), recount('failed')])
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(screen.queryByRole('progressbar')).toBeNull()
    await screen.findByText(/could not be recalculated/, undefined, { timeout: 8_000 })
  })

  it('reports the failure to users who may only view', async () => {
    open([recount('failed')], false)
    await screen.findByText(/could not be recalculated/)
    expect(screen.getAllByRole('button').map((one) => one.getAttribute('aria-label'))).toEqual(['Close'])
  })
})
