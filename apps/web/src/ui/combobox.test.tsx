import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Combobox } from './combobox.tsx'
import { Dialog } from './dialog.tsx'

const options = [
  { value: 'EUR', label: 'EUR', note: 'Euro' },
  { value: 'CHF', label: 'CHF', note: 'Swiss Franc' },
  { value: 'CNY', label: 'CNY', note: 'Chinese Yuan' },
]
function Form() {
  const [value, setValue] = useState('EUR')
  return (
    <>
      <Combobox label="Currency" options={options} value={value} onChange={setValue} />
      <output data-testid="value">{value}</output>
    </>
  )
}
const value = () => screen.getByTestId('value').textContent

// The list is fetched when it is first wanted; the first test should not wait for it.
beforeAll(() => import('./combobox-field.tsx'))
afterEach(cleanup)

describe('Combobox', () => {
  it('finds by typing and selects with Enter', async () => {
    renderPage(<Form />)
    await userEvent.click(await screen.findByRole('combobox', { name: 'Currency' }))
    await userEvent.keyboard('yuan{Enter}')
    expect(value()).toBe('CNY')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('steps with the arrows and wraps around', async () => {
    renderPage(<Form />)
    const field = await screen.findByRole('combobox')
    await userEvent.click(field)
    await userEvent.keyboard('{ArrowUp}')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /CNY/ }).id)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(value()).toBe('CHF')
  })

  it('selects with the mouse', async () => {
    renderPage(<Form />)
    await userEvent.click(await screen.findByRole('combobox'))
    await userEvent.click(screen.getByRole('option', { name: /CHF/ }))
    expect(value()).toBe('CHF')
  })

  it('discards input that matches nothing', async () => {
    renderPage(<Form />)
    const field = await screen.findByRole('combobox')
    await userEvent.click(field)
    await userEvent.keyboard('zzz{Escape}')
    expect((field as HTMLInputElement).value).toBe('EUR')
    expect(value()).toBe('EUR')
  })

  it('keeps a choice that its first options do not show', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ value: `z${at}`, label: `Zone ${at}` }))
    renderPage(<Combobox label="Zone" options={many} value="z199" onChange={() => undefined} />)
    const field = (await screen.findByRole('combobox')) as HTMLInputElement
    expect(field.value).toBe('Zone 199')
    await userEvent.click(field)
    expect(screen.getAllByRole('option')).toHaveLength(60)
    await userEvent.keyboard('x{Escape}')
    await userEvent.tab()
    expect(field.value).toBe('Zone 199')
  })

  it('stays closed when it is only entered, and opens with the arrow', async () => {
    renderPage(<Form />)
    await screen.findByRole('combobox')
    await userEvent.tab()
    expect(screen.queryByRole('listbox')).toBeNull()
    await userEvent.keyboard('{ArrowDown}')
    expect(screen.getAllByRole('option')).toHaveLength(3)
  })

  it('says that nothing was found', async () => {
    renderPage(<Form />)
    await userEvent.click(await screen.findByRole('combobox'))
    await userEvent.keyboard('zzz')
    expect(screen.queryAllByRole('option', { name: /EUR|CHF|CNY/ })).toEqual([])
    expect(screen.getByText('No data')).toBeTruthy()
  })

  it('drops its list inside a modal dialog, which would cover it elsewhere', async () => {
    renderPage(
      <Dialog open onClose={() => undefined} title="Country">
        <Form />
      </Dialog>,
    )
    const dialog = screen.getByRole('dialog', { name: 'Country' })
    await userEvent.click(await screen.findByRole('combobox'))
    expect(dialog.contains(screen.getByRole('listbox'))).toBe(true)
    await userEvent.click(screen.getByRole('option', { name: /CHF/ }))
    expect(value()).toBe('CHF')
    expect(dialog.closest('[inert], [aria-hidden="true"]')).toBeNull()
  })
})
