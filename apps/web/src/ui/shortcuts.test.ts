import { describe, expect, it } from 'vitest'
import { findShortcut, type Shortcut } from './shortcuts.ts'

const shortcut = (key: string, changes: Partial<Shortcut> = {}): Shortcut => ({
  key,
  text: 'shell.keyboard.search',
  run: () => undefined,
  ...changes,
})
const press = (key: string, changes: Partial<KeyboardEvent> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  target: document.body,
  ...changes,
})
const element = (html: string): Element => {
  const frame = document.createElement('div')
  frame.innerHTML = html
  return frame.firstElementChild ?? frame
}

describe('findShortcut', () => {
  it('finds the key that was registered last', () => {
    const [first, second] = [shortcut('/'), shortcut('/')]
    expect(findShortcut(press('/'), [first, second])).toBe(second)
  })

  it('leaves keys with a modifier to the browser', () => {
    expect(findShortcut(press('ArrowLeft', { altKey: true }), [shortcut('ArrowLeft')])).toBeUndefined()
    expect(findShortcut(press('/', { ctrlKey: true }), [shortcut('/')])).toBeUndefined()
  })

  it.each(['<input>', '<textarea></textarea>', '<select></select>'])('does not interrupt typing in %s', (html) => {
    expect(findShortcut(press('/', { target: element(html) }), [shortcut('/')])).toBeUndefined()
    expect(
      findShortcut(press('Escape', { target: element(html) }), [shortcut('Escape', { inFields: true })]),
    ).toBeDefined()
  })

  it('works on a checkbox, where nothing is typed', () => {
    expect(findShortcut(press('/', { target: element('<input type="checkbox">') }), [shortcut('/')])).toBeDefined()
  })
})
