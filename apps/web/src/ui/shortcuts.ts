import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A key of the page. `key` is KeyboardEvent.key: '/', '?', 'ArrowLeft', 'Escape'. */
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

/** The action of a key press: the last one registered, unless the user types or a dialog or menu is open. */
export function findShortcut(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'target'>,
  shortcuts: readonly Shortcut[],
): Shortcut | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const typing = isTyping(event.target)
  return shortcuts.findLast((shortcut) => shortcut.key === event.key && (!typing || shortcut.inFields))
}

function onKey(event: KeyboardEvent): void {
  if (document.querySelector('dialog[open], :popover-open, [role="menu"]')) return
  const shortcut = findShortcut(event, registered)
  if (!shortcut) return
  event.preventDefault()
  shortcut.run()
}

/** Keys that work while the component is mounted; `?` lists them. */
export function useShortcuts(shortcuts: readonly Shortcut[]): void {
  const latest = useRef(shortcuts)
  latest.current = shortcuts
  const keys = shortcuts.map((shortcut) => shortcut.key).join(' ')
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
