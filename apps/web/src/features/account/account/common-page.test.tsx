import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { applyPreferences } from '../../../preferences/preferences.ts'
import { wirePlant } from '../../../testing/plants.ts'
import { type Answer, refuse } from '../../../testing/render.tsx'
import { CommonPage } from './common-page.tsx'
import { mira, openAccountPage } from './testing/account-page.tsx'

const PREFERENCES = 'POST /user-s/acc/preferences'
const plants: Answer = () => ({
  total: 2,
  data: [wirePlant({ id: 31, name: 'Lindenhof', address: 'Potsdam' }), wirePlant({ id: 7, name: 'Barn', address: '' })],
})
const SEARCH = 'POST /maintain-s/operating/station/search'

const open = (answers: Readonly<Record<string, Answer>> = {}) =>
  openAccountPage(<CommonPage />, { answers: { [SEARCH]: plants, ...answers } })
const pressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed')

// Fetched when it is first drawn; no test should wait for it.
beforeAll(() => import('../../../ui/combobox-field.tsx'))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  applyPreferences(mira.preferences)
})

describe('CommonPage', () => {
  it('shows a choice at once, keeps it in the cookie and saves it', async () => {
    const sent: unknown[] = []
    open({
      [PREFERENCES]: ({ body }) => {
        sent.push(body)
        return { ...mira.preferences, temperatureUnit: 'F' }
      },
    })
    await userEvent.click(await screen.findByRole('button', { name: 'Fahrenheit (°F)' }))
    await screen.findByText('74.3 °F')
    expect(document.cookie).toContain('temperature=F')
    await userEvent.selectOptions(screen.getByLabelText('Number format'), 'apostrophe-point')
    await waitFor(() => expect(screen.getAllByText('1’234’567.89').length).toBeGreaterThan(1))
    await userEvent.selectOptions(screen.getByLabelText('Date and time'), 'iso')
    await waitFor(() => expect(screen.getAllByText('2026-07-24 15:05').length).toBeGreaterThan(1))
    expect(sent).toEqual([{ temperatureUnit: 'F' }, { numberFormat: 'apostrophe-point' }, { dateFormat: 'iso' }])
  })

  it('restores the previous choice when saving fails', async () => {
    open({ [PREFERENCES]: () => refuse(500, { code: 'SERVER_FAILURE', no: 16 }) })
    await userEvent.click(await screen.findByRole('button', { name: 'Fahrenheit (°F)' }))
    await waitFor(() => expect(pressed('Celsius (°C)')).toBe('true'))
    expect(screen.getByText('23.5 °C')).toBeDefined()
    expect(document.cookie).toContain('temperature=C')
  })

  it('switches to dark and back', async () => {
    open({ [PREFERENCES]: () => mira.preferences })
    await userEvent.click(await screen.findByRole('button', { name: 'Dark' }))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'))
    expect(pressed('Dark')).toBe('true')
    await userEvent.click(screen.getByRole('button', { name: 'Light' }))
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('light'))
  })

  it('sets a default plant, or the newest', async () => {
    const sent: unknown[] = []
    open({
      [PREFERENCES]: ({ body }) => {
        sent.push(body)
        return mira.preferences
      },
    })
    const field = await screen.findByRole('combobox', { name: 'Default plant' })
    expect((field as HTMLInputElement).value).toBe('The newest plant')
    await userEvent.type(field, 'barn')
    await userEvent.click(await screen.findByRole('option', { name: /Barn/ }))
    await waitFor(() => expect(sent).toEqual([{ defaultPlantId: 7 }]))
  })

  it('offers a retry when the plants could not be loaded', async () => {
    let calls = 0
    open({
      [SEARCH]: () =>
        calls++ === 0 ? refuse(400, { code: 'PARAM_ERROR', no: 17 }) : plants({ url: '', method: '', body: '' }),
    })
    await userEvent.click(await screen.findByRole('button', { name: /could not be loaded/ }))
    await screen.findByRole('combobox', { name: 'Default plant' })
  })
})
