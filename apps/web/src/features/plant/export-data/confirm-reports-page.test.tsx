import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { type Answer, answerCalls, refuse, renderPage } from '../../../testing/render.tsx'
import { ConfirmReportsPage } from './confirm-reports-page.tsx'

const CALL = '/maintain-s/station/report/offer/tok'
const offer = { plant: 'Lindenhof', schedule: 'Monthly', every: 'month' }

function open(answers: Readonly<Record<string, Answer>>): void {
  vi.stubGlobal('fetch', answerCalls(answers))
  renderPage(<ConfirmReportsPage />, { path: '/reports/confirm?token=tok' })
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('leads on from a link whose schedule is gone', async () => {
  open({ [`GET ${CALL}`]: () => refuse(404, { code: 'NOT_FOUND', no: 18 }) })
  await screen.findByText('This link is no longer valid.')
  expect(screen.getByRole('link', { name: 'To my plants' })).toBeTruthy()
})

it('confirms by one press, and leads on', async () => {
  let state = 'asked'
  open({
    [`GET ${CALL}`]: () => ({ ...offer, state }),
    [`POST ${CALL}`]: () => {
      state = 'confirmed'
      return { success: true }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Yes, send it to me' }))
  await screen.findByText(/Your address is confirmed/)
  expect(screen.getByRole('link', { name: 'To my plants' })).toBeTruthy()
})
