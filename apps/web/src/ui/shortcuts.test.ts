import { renderHook } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { findShortcut, type Shortcut, useShortcuts } from './shortcuts.ts'

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

  it('finds two keys that follow each other before the second one alone', () => {
    const [alarms, snooze] = [shortcut('g a'), shortcut('a')]
    expect(findShortcut(press('a'), [alarms, snooze], 'g')).toBe(alarms)
    expect(findShortcut(press('a'), [alarms, snooze])).toBe(snooze)
    expect(findShortcut(press('a'), [alarms, snooze], 'x')).toBe(snooze)
    expect(findShortcut(press('g'), [alarms, snooze])).toBeUndefined()
  })
})

describe('useShortcuts', () => {
  const type = (key: string, target: EventTarget = document.body): void => {
    target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  }

  it('waits a moment for the second of two keys, and not while somebody types', () => {
    const run = vi.fn()
    const { unmount } = renderHook(() => useShortcuts([shortcut('g a', { run })]))
    type('g')
    type('a')
    expect(run).toHaveBeenCalledTimes(1)
    type('g')
    type('x')
    type('a')
    const field = document.body.appendChild(document.createElement('input'))
    type('g', field)
    type('a', field)
    expect(run).toHaveBeenCalledTimes(1)
    field.remove()
    unmount()
  })
})
