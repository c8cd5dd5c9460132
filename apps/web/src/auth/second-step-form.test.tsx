import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { SecondStepForm } from './second-step-form.tsx'

let sent: string[]
let back: number
function open({ busy = false } = {}) {
  renderPage(
    <SecondStepForm
      busy={busy}
      onCode={(code) => sent.push(code)}
      onBack={() => {
        back += 1
      }}
      inputRef={null}
    />,
  )
}
const field = () => screen.getByLabelText('Code from the authenticator app') as HTMLInputElement

beforeEach(() => {
  sent = []
  back = 0
})
afterEach(cleanup)

describe('SecondStepForm', () => {
  it('sends the six digits as soon as they are complete', async () => {
    open()
    expect(field().getAttribute('autocomplete')).toBe('one-time-code')
    expect(document.activeElement).toBe(field())
    await userEvent.type(field(), '123 45')
    expect(sent).toEqual([])
    await userEvent.type(field(), '6')
    expect(sent).toEqual(['123456'])
  })

  it('sends nothing while a code is being checked', async () => {
    open({ busy: true })
    await userEvent.type(field(), '123456{Enter}')
    expect(sent).toEqual([])
  })

  it('accepts a recovery code instead, only when asked', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(screen.getByLabelText('Recovery code'), '123456')
    expect(sent).toEqual([])
    await userEvent.clear(screen.getByLabelText('Recovery code'))
    await userEvent.type(screen.getByLabelText('Recovery code'), ' abcd-efgh ')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    expect(sent).toEqual(['abcd-efgh'])
    await userEvent.click(screen.getByRole('button', { name: 'Use the app’s code' }))
    expect(field().value).toBe('')
  })

  it('goes back when asked', async () => {
    open()
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect([back, sent]).toEqual([1, []])
  })
})
