import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Brand } from '../api/brand.ts'
import { setTransport } from '../api/call.ts'
import { renderPage } from '../testing/render.tsx'
import { useCenterMismatch } from './data-center.ts'
import { RegionField } from './region-field.tsx'

const here: Partial<Brand> = {
  hasCenters: true,
  text: (type) => (type === 'DATA_CENTER_CURRENT' ? 'CHINA' : ''),
}

function Page() {
  return (
    <>
      <RegionField />
      <output data-testid="mismatch">{String(useCenterMismatch())}</output>
    </>
  )
}
const mismatch = () => screen.getByTestId('mismatch').textContent
const choose = (label: string) => userEvent.selectOptions(screen.getByLabelText('Data region'), label)

beforeEach(() => localStorage.clear())
afterEach(() => {
  cleanup()
  localStorage.clear()
  setTransport({ center: undefined })
})

describe('the region selector', () => {
  it('has the nine regions and the hint, and begins with the data center of the page', () => {
    renderPage(<Page />, { brand: here })
    const field = screen.getByLabelText('Data region') as HTMLSelectElement
    expect([...field.options].map(({ value }) => value).sort()).toEqual([
      'AF',
      'AN',
      'AS',
      'CN',
      'EU',
      'INTL',
      'NA',
      'OA',
      'SA',
    ])
    expect(field.value).toBe('CN')
    expect(screen.getByText(/^The China data center is recommended for users in China/)).toBeTruthy()
  })

  it('tells a page of another data center than the chosen one, and keeps the choice', async () => {
    renderPage(<Page />, { brand: here })
    expect(mismatch()).toBe('false')
    await choose('EU')
    expect(mismatch()).toBe('true')
    expect(JSON.parse(localStorage.getItem('heliograph.region') ?? '')).toEqual({ code: 'EU' })
    await choose('CN')
    expect(mismatch()).toBe('false')
  })

  it.each<[string, Partial<Brand>]>([
    ['a brand', { ...here, isOem: true }],
    ['one data center', { ...here, hasCenters: false }],
  ])('knows no mismatch with %s', (_, brand) => {
    localStorage.setItem('heliograph.region', JSON.stringify({ code: 'EU' }))
    renderPage(<Page />, { brand })
    expect(mismatch()).toBe('false')
  })
})
