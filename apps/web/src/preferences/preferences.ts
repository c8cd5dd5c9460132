/** The signed-in user's display preferences: stored with the account, applied here, at once and everywhere. */
import { toTemperatureUnit } from '@heliograph/domain/format/temperature.ts'
import { useSyncExternalStore } from 'react'
import type { Preferences } from '../api/account-types.ts'
import { readCookie, toCookie } from './language-cookie.ts'
import { followAccountTheme } from './theme.ts'

/** The specification keeps the temperature unit in a cookie (section 3): it is right before the account has loaded. */
const UNIT_COOKIE = 'temperature'

export const startPreferences = (cookies: string): Preferences => ({
  temperatureUnit: toTemperatureUnit(readCookie(cookies, UNIT_COOKIE)),
  theme: 'system',
  numberFormat: 'auto',
  dateFormat: 'locale',
  defaultPlantId: null,
  startPage: 'data',
  layoutVersion: 'auto',
  starredValues: [],
})

let now = startPreferences(document.cookie)
const listeners = new Set<() => void>()

const isSame = (a: Preferences, b: Preferences): boolean =>
  (Object.keys(a) as (keyof Preferences)[]).every((key) => a[key] === b[key])

/** Applies these preferences from now on; use-save-preferences.ts stores them. */
export function applyPreferences(next: Preferences): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http
  document.cookie = toCookie(UNIT_COOKIE, next.temperatureUnit)
  followAccountTheme(next.theme)
  if (isSame(now, next)) return
  now = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const usePreferences = (): Preferences => useSyncExternalStore(subscribe, () => now)
