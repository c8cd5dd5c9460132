import { afterEach, expect, it, vi } from 'vitest'
import type { ScreenLook } from './drawn-screen.ts'
import { beginPage, linkSheets, showScreen } from './show-screen.ts'

const phone: ScreenLook = {
  lang: 'de-DE',
  font: 'latin',
  title: 'Sonnenschein',
  css: ':root{--primary:#123456}',
  hasCenters: false,
  isLightOnly: false,
  hasAnnouncements: false,
  isSecure: window.isSecureContext,
  widths: {},
}

function open(look: ScreenLook = phone): HTMLElement | null {
  document.body.innerHTML =
    '<div id="root"></div><template id="first-screen"><form><button>Los</button></form></template>'
  document.querySelector('template')?.setAttribute('data-look', JSON.stringify(look))
  const root = document.getElementById('root')
  if (root) showScreen(root)
  return document.getElementById('drawn-screen')
}

afterEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  window.history.replaceState(null, '', '/')
  document.body.replaceChildren()
  const { documentElement } = document
  documentElement.lang = ''
  delete documentElement.dataset.theme
  delete documentElement.dataset.font
})

it('shows the screen before the page, in its language, theme and brand', () => {
  localStorage.setItem('heliograph.theme', 'dark')
  const drawn = open()
  expect(document.getElementById('root')).toBeNull()
  expect(drawn?.textContent).toBe('Los')
  expect(document.documentElement).toMatchObject({ lang: 'de-DE', dataset: { theme: 'dark', font: 'latin' } })
  expect(document.title).toBe('Sonnenschein')
  expect(document.querySelector('template')).toBeNull()
})

it('shows nothing of another session, another brand or another data center', () => {
  sessionStorage.setItem('heliograph.token', 'other')
  expect(open()).toBeNull()
  sessionStorage.clear()
  for (const query of ['?token=abc', '?a=1&clientStyle=blue', '?region=CN']) {
    window.history.replaceState(null, '', `/login${query}`)
    expect(open()).toBeNull()
  }
  window.history.replaceState(null, '', '/login')
  localStorage.setItem('heliograph.region', '{"code":"CN"}')
  expect(open()).not.toBeNull()
  expect(open({ ...phone, hasCenters: true })).toBeNull()
})

it('shows nothing that this browser would show otherwise', () => {
  expect(open({ ...phone, isSecure: !window.isSecureContext })).toBeNull()
  const query = '(min-width: 761px)'
  const isWide = window.matchMedia(query).matches
  expect(open({ ...phone, widths: { [query]: isWide } })).not.toBeNull()
  expect(open({ ...phone, widths: { [query]: !isWide } })).toBeNull()
  localStorage.setItem('heliograph.rail', 'docked')
  expect(open()).toBeNull()
  localStorage.removeItem('heliograph.rail')
  localStorage.setItem('heliograph.theme', 'dark')
  expect(open({ ...phone, isLightOnly: true })).toBeNull()
  localStorage.setItem('heliograph-dismissed-announcements', '["1"]')
  expect(open({ ...phone, hasAnnouncements: true })).toBeNull()
  sessionStorage.setItem('heliograph.thirdParty.ticket', 'x')
  expect(open()).toBeNull()
})

it('keeps the last press alone, and is not replaced during a press', () => {
  const drawn = open()
  const button = document.createElement('button')
  button.type = 'button'
  drawn?.append(button)
  button.click()
  drawn?.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect([...(drawn?.querySelectorAll('[data-pressed]') ?? [])].map(({ tagName }) => tagName)).toEqual(['FORM'])
  button.click()
  expect([...(drawn?.querySelectorAll('[data-pressed]') ?? [])]).toEqual([button])
  button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  expect(drawn?.matches('[data-pressing]')).toBe(true)
})

it('keeps a press instead of sending a form to nowhere', () => {
  const drawn = open()
  const event = new Event('submit', { bubbles: true, cancelable: true })
  drawn?.querySelector('form')?.dispatchEvent(event)
  expect(event.defaultPrevented).toBe(true)
  expect(drawn?.querySelector('form')?.dataset.pressed).toBe('')
})

it('keeps letters outside of fields for the page, and no others', () => {
  const drawn = open()
  const field = document.createElement('input')
  drawn?.append(field)
  const heard = vi.fn()
  window.addEventListener('keydown', heard)
  const press = (key: string, more: KeyboardEventInit = {}, target: Element = document.body): void =>
    void target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
  press('g')
  press('a')
  expect(drawn?.dataset.keys).toBe('ga')
  expect(heard).not.toHaveBeenCalled()
  press('x', {}, field)
  press('r', { ctrlKey: true })
  press('Tab')
  press(' ')
  expect(drawn?.dataset.keys).toBe('ga')
  expect(heard).toHaveBeenCalledTimes(4)
  drawn?.remove()
  press('d')
  expect(heard).toHaveBeenCalledTimes(5)
  window.removeEventListener('keydown', heard)
})

it('links the style sheets that the document holds, and asks for none of them', () => {
  const place = document.createElement('div')
  place.innerHTML = '<style data-sheet="/assets/start-1.css"></style>'
  linkSheets(place)
  const link = place.querySelector('link')
  expect(link).toMatchObject({ rel: 'stylesheet', disabled: true })
  expect(link?.getAttribute('href')).toBe('/assets/start-1.css')
})

it('begins the page with the whole document, and after the picture of what was drawn', async () => {
  const scripts = () => document.head.querySelectorAll('script[src$="/assets/index.js"]').length
  const end = () => document.dispatchEvent(new Event('DOMContentLoaded'))
  const frames: FrameRequestCallback[] = []
  vi.spyOn(window, 'requestAnimationFrame').mockImplementation((frame) => frames.push(frame))
  document.body.replaceChildren()
  beginPage('/assets/index.js')
  expect(scripts()).toBe(0)
  end()
  expect(scripts()).toBe(1)
  open()
  beginPage('/assets/index.js')
  end()
  expect(scripts()).toBe(1)
  for (const frame of frames) frame(0)
  await vi.waitFor(() => expect(scripts()).toBe(2))
  // A page in the background has no picture, and begins once.
  const cancel = vi.spyOn(window, 'cancelAnimationFrame').mockImplementation(() => undefined)
  beginPage('/assets/index.js')
  end()
  await vi.waitFor(() => expect(scripts()).toBe(3))
  expect(cancel).toHaveBeenCalledOnce()
  document.head.replaceChildren()
  vi.restoreAllMocks()
})
