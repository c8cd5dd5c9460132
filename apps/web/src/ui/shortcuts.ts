import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A key of the page. `key` is KeyboardEvent.key: '/', '?', 'ArrowLeft', 'Escape'; 'g a' is g, then a. */
export type Shortcut = Readonly<{ key: string; text: TextKey; run: () => void; inFields?: boolean }>

let registered: readonly Shortcut[] = []
const listeners = new Set<() => void>()
const set = (next: readonly Shortcut[]): void => {
  registered = next
  for (const listener of listeners) listener()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|select|textarea)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))

/** The second of two keys follows the first within this time, ms. */
const FOLLOW_MS = 1_500

type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>

/**
 * The action of a key press: the last one registered, unless the user types or a dialog or menu is open.
 * @param before the first of two keys, pressed just now
 */
export function findShortcut(event: Press, shortcuts: readonly Shortcut[], before?: string): Shortcut | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const typing = isTyping(event.target)
  const find = (key: string) => shortcuts.findLast((item) => item.key === key && (!typing || item.inFields))
  return (before === undefined ? undefined : find(`${before} ${event.key}`)) ?? find(event.key)
}

let first: Readonly<{ key: string; atMs: number }> | undefined

function onKey(event: KeyboardEvent): void {
  const before = first && event.timeStamp - first.atMs < FOLLOW_MS ? first.key : undefined
  first = undefined
  if (document.querySelector('dialog[open], :popover-open, [role="menu"], [role="dialog"]')) return
  const shortcut = findShortcut(event, registered, before)
  if (shortcut) {
    event.preventDefault()
    shortcut.run()
  } else if (!isTyping(event.target) && registered.some(({ key }) => key.startsWith(`${event.key} `)))
    first = { key: event.key, atMs: event.timeStamp }
}

/** Keys that work while the component is mounted; `?` lists them. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const keys = shortcuts.map((shortcut) => shortcut.key).join('|')
  // biome-ignore lint/correctness/useExhaustiveDependencies: registered anew only when the keys themselves change
  useEffect(() => {
    const own = latest.current.map((item, at) => ({ ...item, run: () => latest.current[at]?.run() }))
    if (registered.length === 0) window.addEventListener('keydown', onKey)
    set([...registered, ...own])
    return () => {
      set(registered.filter((item) => !own.includes(item)))
      if (registered.length === 0) window.removeEventListener('keydown', onKey)
    }
  }, [keys])
}

export const useRegisteredShortcuts = (): readonly Shortcut[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => registered,
  )
