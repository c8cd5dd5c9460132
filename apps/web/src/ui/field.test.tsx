import { cleanup, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { PasswordField, TextField } from './field.tsx'

function Form({ type = 'text', onSubmit }: Readonly<{ type?: string; onSubmit: () => void }>) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      <TextField label="Account" required type={type} value={name} onChange={setName} />
      <PasswordField label="Password" required value={password} onChange={setPassword} />
      <button type="submit">Go</button>
    </form>
  )
}

/** As the browser does for each field that does not fit. */
function reportInvalid(label: string, state: Partial<ValidityState>): boolean {
  const field = screen.getByLabelText(label) as HTMLInputElement
  vi.spyOn(field, 'validity', 'get').mockReturnValue(state as ValidityState)
  return fireEvent(field, new Event('invalid', { cancelable: true }))
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('a required field', () => {
  it('says what is missing in the words of the page, and the browser says nothing', () => {
    renderPage(<Form onSubmit={() => undefined} />)
    expect(reportInvalid('Account', { valueMissing: true })).toBe(false)
    expect(screen.getByText('Please enter Account')).toBeTruthy()
    expect(screen.getByLabelText('Account').getAttribute('aria-invalid')).toBe('true')
    reportInvalid('Password', { valueMissing: true })
    expect(screen.getByText('Please enter Password')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Account'), { target: { value: 'mira' } })
    expect(screen.queryByText('Please enter Account')).toBeNull()
    expect(screen.getByText('Please enter Password')).toBeTruthy()
  })

  it('says that an email address is none, and leaves other faults to the browser', () => {
    renderPage(<Form type="email" onSubmit={() => undefined} />)
    expect(reportInvalid('Account', { typeMismatch: true })).toBe(false)
    expect(screen.getByText(/email/i)).toBeTruthy()
    expect(reportInvalid('Password', { tooShort: true })).toBe(true)
  })
})
