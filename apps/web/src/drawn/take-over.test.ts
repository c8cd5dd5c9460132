import { afterEach, expect, it, vi } from 'vitest'
import { untilIdle } from '../api/until-idle.ts'
import { replaceDrawn } from './take-over.ts'

const FORM = `<form><input name="username" value=""><input name="password" type="password" value="">
  <input name="keep" type="checkbox"><button type="submit">Sign in</button></form>
  <button type="button" aria-label="Language">en</button><button type="button" aria-label="Messages">5</button>`

function open(): Readonly<{ drawn: HTMLElement; root: HTMLElement }> {
  document.body.innerHTML = `<div id="drawn-screen">${FORM}</div>`
  const root = document.createElement('div')
  root.innerHTML = FORM
  return { drawn: query(document, '#drawn-screen'), root }
}
function query<E extends HTMLElement>(place: ParentNode, selector: string): E {
  const found = place.querySelector<E>(selector)
  if (!found) throw new Error(`No ${selector}`)
  return found
}

afterEach(() => {
  document.body.replaceChildren()
})

it('keeps what was typed, ticked and focused before the page came', async () => {
  const { drawn, root } = open()
  const typed = query<HTMLInputElement>(drawn, '[name=username]')
  typed.value = 'mira@example.org'
  typed.focus()
  typed.setSelectionRange(4, 4)
  query<HTMLInputElement>(drawn, '[name=keep]').checked = true
  const heard = vi.fn()
  root.addEventListener('input', ({ target }) => heard((target as HTMLInputElement).value))
  await replaceDrawn(root)
  const field = query<HTMLInputElement>(root, '[name=username]')
  expect(heard).toHaveBeenCalledWith('mira@example.org')
  expect(field.value).toBe('mira@example.org')
  expect(query<HTMLInputElement>(root, '[name=password]').value).toBe('')
  expect(query<HTMLInputElement>(root, '[name=keep]').checked).toBe(true)
  expect(document.activeElement).toBe(field)
  expect(field.selectionStart).toBe(4)
  expect(document.getElementById('drawn-screen')).toBeNull()
})

it('presses again what was pressed last, and nothing where nothing was', async () => {
  const { drawn, root } = open()
  const pressed = vi.fn()
  root.addEventListener('click', ({ target }) => pressed((target as HTMLElement).getAttribute('aria-label')))
  query(drawn, '[aria-label=Messages]').dataset.pressed = ''
  await replaceDrawn(root)
  expect(pressed.mock.calls).toEqual([['Messages']])
  const next = open()
  next.root.addEventListener('click', pressed)
  await replaceDrawn(next.root)
  expect(pressed).toHaveBeenCalledTimes(1)
})

it('presses letters again in their order, once the page is there', async () => {
  const { drawn, root } = open()
  drawn.dataset.keys = 'ga'
  const heard: string[] = []
  const hear = ({ key }: KeyboardEvent): void => void heard.push(`${key} ${root.isConnected}`)
  window.addEventListener('keydown', hear)
  await replaceDrawn(root)
  window.removeEventListener('keydown', hear)
  expect(heard).toEqual(['g true', 'a true'])
})

it('types what followed the key of the search, and takes none of it for a shortcut', async () => {
  const { drawn, root } = open()
  drawn.dataset.keys = '/ga'
  const heard: string[] = []
  const hear = ({ key }: KeyboardEvent): void => {
    heard.push(key)
    query(root, '[name=username]').focus()
  }
  window.addEventListener('keydown', hear)
  await replaceDrawn(root)
  window.removeEventListener('keydown', hear)
  expect(heard).toEqual(['/'])
  expect(query<HTMLInputElement>(root, '[name=username]').value).toBe('ga')
})

it('submits the form that was submitted, with what was typed', async () => {
  const { drawn, root } = open()
  query<HTMLInputElement>(drawn, '[name=password]').value = 'secret'
  query(drawn, 'form').dataset.pressed = ''
  const sent = vi.fn((event: Event) => {
    event.preventDefault()
    return query<HTMLInputElement>(root, '[name=password]').value
  })
  root.addEventListener('submit', sent)
  await replaceDrawn(root)
  expect(sent).toHaveReturnedWith('secret')
})

it('waits for the end of a composition', async () => {
  const { drawn, root } = open()
  drawn.dataset.composing = ''
  const replaced = replaceDrawn(root)
  await untilIdle()
  await untilIdle()
  await Promise.resolve()
  expect(document.getElementById('drawn-screen')).toBe(drawn)
  query<HTMLInputElement>(drawn, '[name=username]').value = '太陽'
  delete drawn.dataset.composing
  await replaced
  expect(query<HTMLInputElement>(root, '[name=username]').value).toBe('太陽')
})
