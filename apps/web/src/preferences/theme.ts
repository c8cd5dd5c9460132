import { useSyncExternalStore } from 'react'
import { DARK, type ShownTheme, shownTheme, storedTheme, THEME_KEY, type Theme } from './shown-theme.ts'

/** The account's last value, so that an account without a choice does not undo a choice made in this browser. */
const ACCOUNT_KEY = 'heliograph.theme.account'
const listeners = new Set<() => void>()
const system = window.matchMedia(DARK)

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // A browser without storage still switches for this visit.
  }
}

let chosen = storedTheme()

const shown = (): ShownTheme => shownTheme(chosen)

function apply(): void {
  document.documentElement.dataset.theme = shown()
  for (const listener of listeners) listener()
}

/** Call once, before anything is drawn. */
export function startTheme(): void {
  apply()
  system.addEventListener('change', apply)
}

export const chosenTheme = (): Theme => chosen

export function setTheme(theme: Theme): void {
  chosen = theme
  write(THEME_KEY, theme)
  apply()
}

/** The account's value; "system" is the default. */
export type AccountTheme = 'system' | 'light' | 'dark'
export const toAccountTheme = (theme: Theme): AccountTheme => (theme === 'auto' ? 'system' : theme)
export const toTheme = (theme: AccountTheme): Theme => (theme === 'system' ? 'auto' : theme)

/** Applies the account's choice if it changed since last time. */
export function followAccountTheme(theme: AccountTheme): void {
  if ((read(ACCOUNT_KEY) ?? 'system') === theme) return
  write(ACCOUNT_KEY, theme)
  setTheme(toTheme(theme))
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The choice, and the theme it shows. Canvas drawings must redraw when `shown` changes. */
export function useTheme(): Readonly<{ chosen: Theme; shown: ShownTheme; change: (theme: Theme) => void }> {
  const now = useSyncExternalStore(subscribe, () => `${chosen} ${shown()}`)
  const [chosenNow, shownNow] = now.split(' ') as [Theme, ShownTheme]
  return { chosen: chosenNow, shown: shownNow, change: setTheme }
}
