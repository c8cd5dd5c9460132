import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { suggestCountry, useCountries } from '../../../auth/contact/country-choice.ts'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { PromptDialog } from './prompt-dialog.tsx'

export function CountryPrompt({ onLater }: Readonly<{ user: CurrentUser; onLater: () => void }>) {
  const { text } = useText()
  const textOf = useFailureText()
  const client = useQueryClient()
  const countries = useCountries()
  const [country, setCountry] = useState(() => suggestCountry(navigator.languages) ?? '')
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const save = async (): Promise<void> => {
    setTried(true)
    if (country === '') return
    setBusy(true)
    setFailure(undefined)
    try {
      await call('POST /user-s/acc/profile', { body: { country } })
      await client.invalidateQueries({ queryKey: userQuery.queryKey })
    } catch (fault) {
      setFailure(fault)
      setBusy(false)
    }
  }
  return (
    <PromptDialog
      title={text('prompts.country.title')}
      lead={text('prompts.country.lead')}
      confirm={text('prompts.country.save')}
      busy={busy}
      fault={failure === undefined ? undefined : textOf(failure)}
      onSubmit={() => void save()}
      onLater={onLater}
    >
      <Combobox
        label={text('sign-up.country')}
        placeholder={text('sign-up.country.placeholder')}
        value={country}
        onChange={setCountry}
        options={countries}
        error={tried && country === '' ? text('field.countryRequired') : undefined}
      />
    </PromptDialog>
  )
}
