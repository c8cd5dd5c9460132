import { useLayoutEffect } from 'react'
import { useUser } from '../auth/session.ts'
import { applyPreferences } from '../preferences/preferences.ts'

/** Applies the account's preferences before the first render. Used once, below RequireUser. */
export function useAccountPreferences(): void {
  const { preferences } = useUser()
  useLayoutEffect(() => applyPreferences(preferences), [preferences])
}
