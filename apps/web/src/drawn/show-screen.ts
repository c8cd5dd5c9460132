/**
 * Written into the document behind the screen that the server drew (page-hints.ts): shows it before the first script, to
 * those for whom it was drawn, and keeps what they press until the page can answer (take-over.ts).
 */
import { shownTheme } from '../preferences/shown-theme.ts'
import { DRAWN_ID, type ScreenLook, TEMPLATE_ID } from './drawn-screen.ts'

/** Another session than that of the document's request, another brand, or another data center. */
function isOfOthers({ hasCenters }: ScreenLook): boolean {
  const { search } = window.location
  const isNamed = ['heliograph.token', 'heliograph.clientStyle'].some((key) => sessionStorage.getItem(key) !== null)
  const hasChosen = ['heliograph.region', 'heliograph.loginCenter'].some((key) => localStorage.getItem(key) !== null)
  return isNamed || /[?&](token|clientStyle|region)=/.test(search) || (hasCenters && hasChosen)
}

/** A press is answered once the page is there: its button shows that it was seen. */
function keepPresses(drawn: HTMLElement): void {
  drawn.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest('button')
    if (button?.type === 'button') button.dataset.pressed = ''
  })
  drawn.addEventListener('submit', (event) => {
    event.preventDefault()
    ;(event.target as HTMLElement).dataset.pressed = ''
  })
  for (const type of ['compositionstart', 'compositionend'])
    drawn.addEventListener(type, () => drawn.toggleAttribute('data-composing', type === 'compositionstart'))
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
  root.replaceWith(drawn)
}

const root = document.getElementById('root')
if (root) showScreen(root)
