import { useSyncExternalStore } from 'react'

export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export type ShownTheme = 'light' | 'dark'

const KEY = 'heliograph.theme'
const listeners = new Set<() => void>()
const system = window.matchMedia('(prefers-color-scheme: dark)')

function stored(): Theme {
  try {
    const text = localStorage.getItem(KEY)
    return themes.find((theme) => theme === text) ?? 'auto'
  } catch {
    return 'auto'
  }
}

let chosen = stored()

const shown = (): ShownTheme => (chosen === 'auto' ? (system.matches ? 'dark' : 'light') : chosen)

function apply(): void {
  document.documentElement.dataset.theme = shown()
  for (const listener of listeners) listener()
}

/** Called once, before anything is drawn. */
export function startTheme(): void {
  apply()
  system.addEventListener('change', apply)
}

export function setTheme(theme: Theme): void {
  chosen = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // A browser that keeps nothing still switches for this visit.
  }
  apply()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was chosen, and what that shows. Canvas drawings must redraw when `shown` changes. */
export function useTheme(): Readonly<{ chosen: Theme; shown: ShownTheme; change: (theme: Theme) => void }> {
  const now = useSyncExternalStore(subscribe, () => `${chosen} ${shown()}`)
  const [chosenNow, shownNow] = now.split(' ') as [Theme, ShownTheme]
  return { chosen: chosenNow, shown: shownNow, change: setTheme }
}
