import { readOneOf, useUrlState } from '../../../address/url-state.ts'
import { useUser } from '../../../auth/session.ts'
import { useSavePreferences } from '../../../identity/use-save-preferences.ts'

const MOST = 100

/** The values that the person wants to see first, kept with the account. Whether only they are shown is in the URL. */
export function useStarredValues() {
  const { params, change } = useUrlState()
  const save = useSavePreferences()
  // An account of an older server has none.
  const ids = useUser().preferences.starredValues ?? []
  const isAlone = readOneOf(params, 'values', ['starred'] as const) !== undefined
  return {
    ids,
    isAlone,
    toggleAlone: (): void => change({ values: isAlone ? null : 'starred' }, { replace: true }),
    toggle: (id: string): void =>
      void save({ starredValues: ids.includes(id) ? ids.filter((text) => text !== id) : [...ids, id].slice(-MOST) }),
  }
}
export type StarredValues = ReturnType<typeof useStarredValues>
