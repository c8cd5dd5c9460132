import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CallFailure } from '../api/failure.ts'
import { renderPage } from '../testing/render.tsx'
import { FaultLine } from './fault-line.tsx'
import { showFaultLine } from './fault-line-store.ts'

import { toasts } from './toast-store.ts'
import { useAction } from './use-action.ts'

const refusal = (status: number, code: string, no: number | null = null) =>
  new CallFailure({ kind: 'status', status, body: { code, no } })

const toasted = () => toasts.list().map(({ text }) => text)

function Press({ work }: Readonly<{ work: () => Promise<unknown> }>) {
  const { run } = useAction()
  return (
    <button type="button" onClick={() => void run('press', work)}>
      Press
    </button>
  )
}

async function press(failure: unknown) {
  let answer: () => Promise<unknown> = () => Promise.reject(failure)
  renderPage(
    <>
      <FaultLine />
      <Press work={() => answer()} />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Press' }))
  return () => (answer = async () => undefined)
}

afterEach(() => {
  cleanup()
  act(() => showFaultLine(undefined))
})

describe('a refused action', () => {
  it.each([
    ['a busy server', refusal(503, 'UNAVAILABLE', 1), 'Sorry, something went wrong on the server'],
    ['an unknown code', refusal(418, 'TEAPOT'), 'The server could not answer. Please try again later.'],
  ])('says %s in a line, without a toast, until the next action', async (_, failure, sentence) => {
    const answerWell = await press(failure)
    await screen.findByText(sentence)
    expect(toasted()).not.toContain(sentence)
    answerWell()
    await userEvent.click(screen.getByRole('button', { name: 'Press' }))
    await vi.waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  })

  it('can be put away', async () => {
    await press(refusal(503, 'UNAVAILABLE', 1))
    await userEvent.click(await screen.findByRole('button', { name: 'Close' }))
    expect(screen.getByRole('alert').textContent).toBe('')
  })

  it.each([
    ['no right', refusal(403, 'NO_PERMISSION', 21), 'Permission denied'],
    ['an invalid token', refusal(400, 'Invalid token'), 'Invalid token'],
    ['a wrong parameter', refusal(400, 'PARAM_ERROR', 17), 'A required value is missing or invalid.'],
  ])('warns of %s', async (_, failure, sentence) => {
    await press(failure)
    await vi.waitFor(() => expect(toasted()).toContain(sentence))
  })

  it('leaves an ended session to the sign-in page', async () => {
    const before = toasted()
    await press(refusal(401, 'AUTH_TOKEN_INVALID', 39))
    expect(toasted()).toEqual(before)
    expect(screen.getByRole('alert').textContent).toBe('')
  })
})
