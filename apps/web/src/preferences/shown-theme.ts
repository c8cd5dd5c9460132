/** The choice as this browser keeps it. Small: part of the script in the document (drawn/show-screen.ts). */
export const themes = ['auto', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]
export type ShownTheme = 'light' | 'dark'

export const THEME_KEY = 'heliograph.theme'
export const DARK = '(prefers-color-scheme: dark)'

export function storedTheme(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(THEME_KEY)) ?? 'auto'
  } catch {
    return 'auto'
  }
}

export const shownTheme = (chosen = storedTheme()): ShownTheme =>
  chosen === 'auto' ? (window.matchMedia(DARK).matches ? 'dark' : 'light') : chosen
