import { untilAnswered } from '../api/open-calls.ts'
import { untilIdle } from '../api/until-idle.ts'
import { DRAWN_ID } from './drawn-screen.ts'

/** The longest that the drawn screen stands once the page was rendered below it. */
const MOST_WAIT_MS = 1_500
const STILL_MS = 50
/** The shortcut of the search. */
const SEARCH_KEY = '/'
const FIELDS = 'input, textarea, select'

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const labelOf = (element: Element): string =>
  [
    element.tagName,
    element.getAttribute('type'),
    element.getAttribute('name'),
    element.getAttribute('href'),
    element.getAttribute('aria-label'),
    element instanceof HTMLButtonElement ? element.textContent : '',
  ].join('\n')

/** The same element in the page: the same label, and as many with it before. */
function findTwin<E extends Element>(element: E, drawn: Element, root: Element): E | undefined {
  const label = labelOf(element)
  const listIn = (place: Element): readonly Element[] =>
    [...place.querySelectorAll(element.tagName)].filter((other) => labelOf(other) === label)
  return listIn(root)[listIn(drawn).indexOf(element)] as E | undefined
}

/** As if it were typed there: React hears of it. */
function type(field: Field, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value') ?? {}
  set?.call(field, value)
  const name = field instanceof HTMLSelectElement ? 'change' : 'input'
  field.dispatchEvent(new Event(name, { bubbles: true }))
}

function copyField(field: Field, twin: Field): void {
  const isTicked = field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)
  // Untouched ones have nothing to say.
  if (!isTicked) {
    const isTouched = field instanceof HTMLSelectElement || field.value !== field.defaultValue
    if (isTouched && field.value !== twin.value && field.value !== '') type(twin, field.value)
  } else if (
    field.checked !== field.defaultChecked &&
    twin instanceof HTMLInputElement &&
    field.checked !== twin.checked
  )
    twin.click()
}

function moveFocus(activeElement: Element | null, drawn: Element, root: Element): void {
  if (!activeElement || !drawn.contains(activeElement)) return
  const twin = findTwin(activeElement as HTMLInputElement, drawn, root)
  const { selectionStart, selectionEnd, value } = activeElement as HTMLInputElement
  twin?.focus({ preventScroll: true })
  // Fields of numbers and addresses have no selection.
  if (twin && typeof selectionStart === 'number' && twin.value === value)
    twin.setSelectionRange(selectionStart, selectionEnd)
}

/** Where the person has scrolled to: the window, and rows that are wider than the page. */
function keepScroll(drawn: Element, root: Element): () => void {
  const { scrollX, scrollY } = window
  const moved = [...drawn.querySelectorAll('*')].flatMap((element) => {
    const { scrollLeft, scrollTop } = element
    const twin = scrollLeft === 0 && scrollTop === 0 ? undefined : findTwin(element, drawn, root)
    return twin ? [{ twin, scrollLeft, scrollTop }] : []
  })
  return () => {
    for (const { twin, ...place } of moved) Object.assign(twin, place)
    if (scrollX !== 0 || scrollY !== 0) window.scrollTo(scrollX, scrollY)
  }
}

/** The last press is made now. */
function pressAgain(drawn: Element, root: Element): void {
  const pressed = [...drawn.querySelectorAll<HTMLElement>('[data-pressed]')].at(-1)
  const twin = pressed && findTwin(pressed, drawn, root)
  if (twin instanceof HTMLFormElement) twin.requestSubmit()
  else twin?.click()
}

/** The letters that were pressed outside of fields, in their order: what follows one that leads to a field is text. */
function typeAgain(drawn: HTMLElement): void {
  const press = (key: string): boolean =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  let isText = false
  for (const key of drawn.dataset.keys ?? '') {
    const { activeElement } = document
    if (!isText) {
      press(key)
      isText = key === SEARCH_KEY
    } else if (activeElement?.matches(FIELDS)) type(activeElement as Field, `${(activeElement as Field).value}${key}`)
  }
}

/** No word is being composed and nothing pressed: a takeover in between would lose where the person went. */
async function untilStill(drawn: Element): Promise<void> {
  while (drawn.matches('[data-composing], [data-pressing]'))
    await new Promise((resolve) => setTimeout(resolve, STILL_MS))
}

/**
 * The page takes the place of the screen that the server drew, once it is as whole: what was typed, ticked, focused and
 * pressed there goes on here.
 * @param root the page, rendered outside of the document
 */
export async function replaceDrawn(root: HTMLElement): Promise<void> {
  const drawn = document.getElementById(DRAWN_ID)
  if (!drawn) return
  await untilIdle()
  await untilAnswered(MOST_WAIT_MS)
  await untilIdle()
  await untilStill(drawn)
  for (const field of drawn.querySelectorAll<Field>(FIELDS)) {
    const twin = findTwin(field, drawn, root)
    if (twin) copyField(field, twin)
  }
  const { activeElement } = document
  const scroll = keepScroll(drawn, root)
  drawn.replaceWith(root)
  scroll()
  moveFocus(activeElement, drawn, root)
  pressAgain(drawn, root)
  typeAgain(drawn)
}
