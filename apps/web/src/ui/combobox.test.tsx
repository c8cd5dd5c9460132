import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { renderPage } from '../testing/render.tsx'
import { Combobox } from './combobox.tsx'

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

afterEach(cleanup)

describe('Combobox', () => {
  it('finds by typing and selects with Enter', async () => {
    renderPage(<Form />)
    await userEvent.click(screen.getByRole('combobox', { name: 'Currency' }))
    await userEvent.keyboard('yuan{Enter}')
    expect(value()).toBe('CNY')
    expect(screen.queryByRole('listbox')).toBeNull()
  })

  it('steps with the arrows and wraps around', async () => {
    renderPage(<Form />)
    const field = screen.getByRole('combobox')
    await userEvent.click(field)
    await userEvent.keyboard('{ArrowUp}')
    expect(field.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { name: /CNY/ }).id)
    await userEvent.keyboard('{ArrowDown}{ArrowDown}{Enter}')
    expect(value()).toBe('CHF')
  })

  it('selects with the mouse', async () => {
    renderPage(<Form />)
    await userEvent.click(screen.getByRole('combobox'))
    await userEvent.click(screen.getByRole('option', { name: /CHF/ }))
    expect(value()).toBe('CHF')
  })

  it('discards input that matches nothing', async () => {
    renderPage(<Form />)
    const field = screen.getByRole('combobox')
    await userEvent.click(field)
    await userEvent.keyboard('zzz{Escape}')
    expect((field as HTMLInputElement).value).toBe('EUR')
    expect(value()).toBe('EUR')
  })
})
