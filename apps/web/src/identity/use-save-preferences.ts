import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { CurrentUser, Preferences } from '../api/account-types.ts'
import { call } from '../api/call.ts'
import { userQuery } from '../api/queries.ts'
import { beginWork } from '../api/undo-offers.ts'
import { applyPreferences } from '../preferences/preferences.ts'
import { chosenTheme, setTheme, toTheme } from '../preferences/theme.ts'
import { useFailureText } from '../texts/use-failure-text.ts'
import { useText } from '../texts/use-text.tsx'
import { showToast } from '../ui/toast-store.ts'

type Changes = Readonly<{ [K in keyof Preferences]?: Preferences[K] }>

/** A choice applies at once and is then saved; if that fails the previous one is restored, and the page says so. */
export function useSavePreferences(): (changes: Changes) => Promise<boolean> {
  const client = useQueryClient()
  const { text } = useText()
  const textOf = useFailureText()
  return useCallback(
    async (changes) => {
      const show = (preferences: Changes): void => {
        client.setQueryData<CurrentUser>(
          userQuery.queryKey,
          (user) => user && { ...user, preferences: { ...user.preferences, ...preferences } },
        )
        const user = client.getQueryData(userQuery.queryKey)
        if (user) applyPreferences(user.preferences)
      }
      const before = client.getQueryData(userQuery.queryKey)?.preferences
      const themeBefore = chosenTheme()
      // A reply in flight would restore the previous choice.
      await client.cancelQueries({ queryKey: userQuery.queryKey })
      show(changes)
      // An explicit choice applies in this browser too, where another may have been made before the sign-in.
      if (changes.theme) setTheme(toTheme(changes.theme))
      // It ends without a sentence, and that of another work is not about it.
      const work = beginWork()
      try {
        await call('POST /user-s/acc/preferences', { body: changes })
        return true
      } catch (failure) {
        // Only the changes made here: another choice may have been made meanwhile.
        if (before) show(Object.fromEntries(Object.keys(changes).map((key) => [key, before[key as keyof Preferences]])))
        if (changes.theme) setTheme(themeBefore)
        showToast(text('account.notSaved', { reason: textOf(failure) }), 'warn')
        return false
      } finally {
        work.end()
      }
    },
    [client, text, textOf],
  )
}
