import type { KeyboardEvent } from 'react'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/** Arrow keys step through the links of a list. @param selector its rows' links, where they have others too */
export function stepLinks(event: KeyboardEvent<HTMLElement>, selector = 'a'): void {
  const by = STEPS[event.key]
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (by === undefined || at < 0) return
  event.preventDefault()
  links[at + by]?.focus()
}
