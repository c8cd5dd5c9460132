import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { refuse } from '../../../testing/render.tsx'
import { BasePage } from './base-page.tsx'
import { openAccountPage } from './testing/account-page.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const PROFILE = 'POST /user-s/acc/profile'

describe('BasePage', () => {
  it('shows name and contacts, and links to the security page', async () => {
    openAccountPage(<BasePage />)
    await screen.findByRole('heading', { level: 1, name: 'My account' })
    expect(screen.getByText(/Signed in as/).textContent).toBe('Signed in as mira · User · 2 plants')
    expect(screen.getByRole('link', { name: 'Change' }).getAttribute('href')).toBe('/account/settings/security#email')
    expect(screen.getByRole('link', { name: 'Link' }).getAttribute('href')).toBe('/account/settings/security#phone')
    expect(screen.getByText(/4711/)).toBeDefined()
  })

  it('names the organization for which the user acts', async () => {
    openAccountPage(<BasePage />, { user: { identity: 'ORG_ADMIN', organization: { id: 3, name: 'Sunworks' } } })
    expect((await screen.findByText(/Signed in as/)).textContent).toContain('Organization administrator of Sunworks')
  })

  it('saves only what was changed, and offers to save only then', async () => {
    const sent: unknown[] = []
    openAccountPage(<BasePage />, {
      answers: {
        [PROFILE]: ({ body }) => {
          sent.push(body)
          return { success: true }
        },
      },
    })
    const name = await screen.findByLabelText('Display name')
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
    await userEvent.clear(name)
    await userEvent.type(name, '  Mira L. ')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(sent).toEqual([{ nickname: 'Mira L.' }]))
  })

  it('sends nothing while a field is wrong', async () => {
    const asked = vi.fn(() => ({ success: true }))
    openAccountPage(<BasePage />, { answers: { [PROFILE]: asked } })
    await userEvent.clear(await screen.findByLabelText('Display name'))
    await userEvent.clear(screen.getByLabelText('Account name'))
    await userEvent.type(screen.getByLabelText('Account name'), 'mi')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(screen.getByText('Please enter Display name')).toBeDefined()
    expect(screen.getByText('Please enter at least 3 characters.')).toBeDefined()
    expect(asked).not.toHaveBeenCalled()
  })

  it('says at the field that an account name is taken', async () => {
    openAccountPage(<BasePage />, { answers: { [PROFILE]: () => refuse(409, { code: 'ACCOUNT_USED', no: 11 }) } })
    await userEvent.type(await screen.findByLabelText('Account name'), '2')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await screen.findByText('This account is already in use.')
    expect(screen.getByLabelText('Account name').getAttribute('aria-invalid')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Reset' }))
    expect((screen.getByLabelText('Account name') as HTMLInputElement).value).toBe('mira')
  })
})
