import { useLayoutEffect } from 'react'
import { applyPreferences } from './preferences.ts'
import { useUser } from './session.ts'

/** Shows everything as the account wishes, before the first picture of it. Stands once, below RequireUser. */
export function useAccountPreferences(): void {
  const { preferences } = useUser()
  useLayoutEffect(() => applyPreferences(preferences), [preferences])
}
