import { useLayoutEffect } from 'react'
import { useUser } from '../auth/session.ts'
import { applyPreferences } from '../preferences/preferences.ts'

/** Shows everything as the account wishes, before the first picture of it. Stands once, below RequireUser. */
export function useAccountPreferences(): void {
  const { preferences } = useUser()
  useLayoutEffect(() => applyPreferences(preferences), [preferences])
}
