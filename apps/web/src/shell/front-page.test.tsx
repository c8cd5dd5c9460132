import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { defaultBrand, toBrand } from '../api/brand.ts'
import { answerCalls, renderPage } from '../testing/render.tsx'
import { FrontPage } from './front-page.tsx'

const page = (
  <FrontPage title="Sign in" lead="Welcome">
    <form aria-label="form" />
  </FrontPage>
)
const sunny = toBrand({
  system: 'SUNNY',
  status: 'OK',
  supportLanList: [],
  textList: [{ type: 'SHOW_NAME', lan: '', textInfo: 'Sunny Energy' }],
  colorList: [{ type: 'topNaviColor', colorCode: '#ffffff', alpha: 100 }],
  apiKeyDtoList: [],
  blockFunctionCodeList: [],
  officalDomain: '',
  squareLogoLink: '',
  trackingCode: '',
  extendWeb: '',
})

beforeEach(() => vi.stubGlobal('fetch', vi.fn(answerCalls({}))))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const marks = () => document.querySelectorAll('[class*="signalArtBeam"], [class*="signalArtGlint"]')

it('shows the product’s own words, sign and drawing without a brand', () => {
  renderPage(page)
  expect(screen.getByText(/A heliograph sends messages/)).toBeTruthy()
  expect(marks()).toHaveLength(2)
  expect(document.querySelector('main [data-part="brand-mark"] svg')).not.toBeNull()
})

it('shows a brand’s name over the form, and nothing of the product', () => {
  renderPage(page, { brand: sunny })
  const main = screen.getByRole('main')
  expect(main.querySelector('[data-part="brand-mark"]')?.textContent).toBe('Sunny Energy')
  expect(document.body.textContent).not.toMatch(/heliograph/i)
  expect(marks()).toHaveLength(0)
  expect(main.querySelector('[data-part="brand-mark"] svg')).toBeNull()
})

it('is neutral under another name too', () => {
  const text = () => 'Meier Solar'
  renderPage(page, { brand: { ...defaultBrand, text, link: () => undefined } })
  expect(document.body.textContent).not.toMatch(/heliograph/i)
  expect(marks()).toHaveLength(0)
})

it('links terms and privacy below the form, in the brand of the address', () => {
  renderPage(page)
  expect(screen.queryByRole('link', { name: /Terms|Privacy/ })).toBeNull()
  cleanup()
  window.history.replaceState(null, '', '/login?clientStyle=sunny')
  const links: Readonly<Record<string, string>> = { SERVICE_TC: '/terms', PRIVATE_TC: 'https://sunny.example/privacy' }
  renderPage(page, { brand: { ...sunny, link: (type) => links[type] } })
  const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
  expect([hrefOf('Terms of service'), hrefOf('Privacy')]).toEqual([
    '/terms?clientStyle=sunny',
    'https://sunny.example/privacy',
  ])
  window.history.replaceState(null, '', '/')
})
