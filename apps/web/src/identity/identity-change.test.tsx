import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { findAnswer, keepAnswer } from '../api/kept-answers.ts'
import { forgetAnswers } from '../api/kept-state.ts'
import { createCaches } from '../testing/memory-caches.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { useTakeIdentity } from './identity.ts'

const TARGET = 'GET /maintain-s/operating/system/7'

function Switch() {
  const take = useTakeIdentity()
  return (
    <button type="button" onClick={() => void take(1, 4, '/plant')}>
      Switch
    </button>
  )
}
afterEach(async () => {
  cleanup()
  await forgetAnswers()
  vi.unstubAllGlobals()
})

it('leaves the next identity no answer of the one before, without a network either', async () => {
  vi.stubGlobal('caches', createCaches())
  vi.stubGlobal(
    'fetch',
    answerCalls({
      'POST /user-s/acc/identity': () => ({ expires_in: 60 }),
      'GET /user-s/acc/org/login-user': () => ({ id: 1 }),
    }),
  )
  await keepAnswer('GET /maintain-s/operating/system/{id}', TARGET, undefined, '{"value":1}')
  expect(await findAnswer(TARGET, undefined)).toBeTruthy()
  renderPage(<Switch />, { user: {} })
  await userEvent.click(screen.getByRole('button', { name: 'Switch' }))
  await vi.waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/plant'))
  expect(await findAnswer(TARGET, undefined)).toBeUndefined()
})
