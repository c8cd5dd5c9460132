import type { LanguageCode } from '@heliograph/domain/languages.ts'
import { useQueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { showToast } from '../../../ui/toast-store.ts'

/** The page switches at once (the browser's cookie), and emails to the account will follow. */
export function useSaveLanguage(): (code: LanguageCode) => void {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { code: before, change } = useLanguage()
  return (code) => {
    change(code)
    call('POST /user-s/acc/profile', { body: { language: code } }).then(
      () => client.setQueryData<CurrentUser>(userQuery.queryKey, (user) => user && { ...user, language: code }),
      (failure: unknown) => {
        change(before)
        showToast(text('account.notSaved', { reason: textOf(failure) }), 'warn')
      },
    )
  }
}
