/**
 * Written into the document behind the screen that the server drew (page-hints.ts): shows it before the first script, to
 * those for whom it was drawn, and keeps what they press until the page can answer (take-over.ts).
 */
import { atBase } from '../api/base-path.ts'
import { shownTheme } from '../preferences/shown-theme.ts'
import { DRAWN_ID, type ScreenLook, TEMPLATE_ID } from './drawn-screen.ts'

const TAB_KEYS = ['heliograph.token', 'heliograph.clientStyle', 'heliograph.thirdParty.ticket']
/** A press or a word is over once what it leads to has happened. */
const AFTER_MS = 300
const LATEST_PICTURE_MS = 500
/** As much as somebody searches for before the page is there. */
const MOST_KEYS = 40

/**
 * Another session than that of the document's request, another brand, or another data center; or one that this browser would
 * show otherwise.
 */
function isOfOthers({ hasCenters, isLightOnly, hasAnnouncements, isSecure, widths }: ScreenLook): boolean {
  const { search } = window.location
  if (isSecure !== window.isSecureContext || (isLightOnly && shownTheme() === 'dark')) return true
  if (Object.entries(widths).some(([query, isMatch]) => window.matchMedia(query).matches !== isMatch)) return true
  if (localStorage.getItem('heliograph.rail') !== null) return true
  if (hasAnnouncements && localStorage.getItem('heliograph-dismissed-announcements') !== null) return true
  const { state } = window.history
  if (state?.usr !== undefined && state.usr !== null) return true
  const isNamed = TAB_KEYS.some((key) => sessionStorage.getItem(key) !== null)
  const hasChosen = ['heliograph.region', 'heliograph.loginCenter'].some((key) => localStorage.getItem(key) !== null)
  return isNamed || /[?&](token|clientStyle|region)=/.test(search) || (hasCenters && hasChosen)
}

/** The last press is answered once the page is there; until then its button is busy. */
function keepPresses(drawn: HTMLElement): void {
  const mark = (element: HTMLElement): void => {
    for (const earlier of drawn.querySelectorAll<HTMLElement>('[data-pressed]')) delete earlier.dataset.pressed
    element.dataset.pressed = ''
  }
  drawn.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.type === 'button') mark(button)
  })
  drawn.addEventListener('submit', (event) => {
    event.preventDefault()
    const form = event.target as HTMLElement
    mark(form)
    form.querySelector('[type=submit]')?.setAttribute('aria-busy', 'true')
  })
  const hold = (begin: string, ends: readonly string[], name: string): void => {
    let ending = 0
    drawn.addEventListener(begin, () => {
      clearTimeout(ending)
      drawn.setAttribute(name, '')
    })
    for (const end of ends)
      window.addEventListener(end, () => {
        if (!drawn.isConnected) return
        ending = window.setTimeout(() => drawn.removeAttribute(name), AFTER_MS)
      })
  }
  hold('compositionstart', ['compositionend'], 'data-composing')
  hold('pointerdown', ['pointerup', 'pointercancel'], 'data-pressing')
}

/** Letters outside of fields are shortcuts (ui/shortcuts.ts): the page hears them once it is there. */
function keepKeys(drawn: HTMLElement): void {
  window.addEventListener('keydown', (event) => {
    const { key, repeat, target, ctrlKey, metaKey, altKey } = event
    const isTyped = (target as Element).matches?.('input, textarea, select') ?? false
    if (!drawn.isConnected || isTyped || key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!repeat) drawn.dataset.keys = `${drawn.dataset.keys ?? ''}${key}`.slice(0, MOST_KEYS)
  })
}

export function showScreen(root: HTMLElement): void {
  const template = document.getElementById(TEMPLATE_ID)
  if (!(template instanceof HTMLTemplateElement)) return
  const look = JSON.parse(template.dataset.look ?? '{}') as ScreenLook
  template.remove()
  if (isOfOthers(look)) return
  const { documentElement } = document
  documentElement.lang = look.lang
  documentElement.dataset.font = look.font
  documentElement.dataset.theme = shownTheme()
  document.title = look.title
  if (look.css !== '' && 'adoptedStyleSheets' in document) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(look.css)
    document.adoptedStyleSheets = [sheet]
  }
  const drawn = document.createElement('div')
  drawn.id = DRAWN_ID
  drawn.append(template.content)
  keepPresses(drawn)
  keepKeys(drawn)
  root.replaceWith(drawn)
}

/** The bundler's loader looks for the links of style sheets: none is loaded that the document holds. */
export function linkSheets(place: ParentNode = document): void {
  for (const sheet of place.querySelectorAll<HTMLElement>('style[data-sheet]')) {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'stylesheet', disabled: true, href: atBase(sheet.dataset.sheet ?? '') })
    sheet.after(link)
  }
}

/** The page begins with the whole document, and after the picture of what was drawn: its scripts would hold that up. */
export function beginPage(entry: string): void {
  const begin = (): void => {
    const script = document.createElement('script')
    Object.assign(script, { type: 'module', crossOrigin: '', src: atBase(entry) })
    document.head.append(script)
  }
  const afterPicture = (): void => {
    // A page in the background has none.
    const late = window.setTimeout(() => {
      window.cancelAnimationFrame(frame)
      begin()
    }, LATEST_PICTURE_MS)
    const frame = window.requestAnimationFrame(() => {
      window.clearTimeout(late)
      window.setTimeout(begin)
    })
  }
  const hasScreen = document.getElementById(DRAWN_ID) !== null
  document.addEventListener('DOMContentLoaded', hasScreen ? afterPicture : begin, { once: true })
}

linkSheets()
const root = document.getElementById('root')
if (root) showScreen(root)
const { entry } = document.currentScript?.dataset ?? {}
if (entry !== undefined) beginPage(entry)
