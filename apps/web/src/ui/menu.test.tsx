import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Dialog } from './dialog.tsx'
import { Menu } from './menu.tsx'
import popUpStyles from './pop-up.module.css'

// The list is loaded on first use; the first test should not wait for it.
beforeAll(() => import('./menu-list.tsx'))
afterEach(cleanup)

const focused = () => document.activeElement?.textContent

async function open(key?: string) {
  const onPick = vi.fn()
  renderPage(
    <Menu
      label="Choose"
      button="Open"
      head="Signed in as mira"
      groups={[
        [
          { id: 'en', content: 'English', checked: false, onPick: () => onPick('en') },
          { id: 'de', content: 'Deutsch', checked: true, onPick: () => onPick('de') },
        ],
        [false, { id: 'me', content: 'Me', to: '/account' }],
      ]}
    />,
    { path: '/plant' },
  )
  const button = screen.getByRole('button', { name: 'Choose' })
  if (key) {
    button.focus()
    await userEvent.keyboard(key)
  } else await userEvent.click(button)
  await screen.findByRole('menu', { name: 'Choose' })
  return { onPick, button }
}

describe('Menu', () => {
  it('marks the chosen item', async () => {
    await open()
    const radios = screen.getAllByRole('menuitemradio')
    expect(radios.map((radio) => radio.getAttribute('aria-checked'))).toEqual(['false', 'true'])
    expect(screen.getByText('Signed in as mira')).toBeTruthy()
  })

  it('is operated by arrows and selects with Enter, once', async () => {
    const { onPick } = await open('{ArrowDown}')
    await waitFor(() => expect(focused()).toBe('Deutsch'))
    await userEvent.keyboard('{ArrowUp}{Enter}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(onPick.mock.calls).toEqual([['en']])
  })

  it('follows links without reloading the page', async () => {
    await open()
    await userEvent.click(screen.getByRole('menuitem', { name: 'Me' }))
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe('/account'))
  })

  it('closes with Esc and returns the focus', async () => {
    const { button, onPick } = await open()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
    expect(onPick).not.toHaveBeenCalled()
  })

  it('hears Esc after a press on its head, too', async () => {
    await open()
    await userEvent.click(screen.getByText('Signed in as mira'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('closes with a press beside it', async () => {
    await open()
    // It covers the page, the button too.
    const ground = document.querySelector(`.${popUpStyles.popUpGround}`)
    if (ground) await userEvent.click(ground)
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('closes when a dialog opens, which stays accessible', async () => {
    await open()
    renderPage(
      <Dialog open onClose={() => undefined} title="One more question">
        Text
      </Dialog>,
    )
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    const dialog = screen.getByRole('dialog', { name: 'One more question' })
    expect(dialog.closest('[inert], [aria-hidden="true"]')).toBeNull()
  })
})
