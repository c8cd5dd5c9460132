import type { TextKey } from '@heliograph/i18n/keys.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { CurrentUser } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { userQuery } from '../../../api/queries.ts'
import { beginWork } from '../../../api/undo-offers.ts'
import { useCountries } from '../../../auth/contact/country-choice.ts'
import { useAccountFault } from '../../../auth/re-authentication/account-fault.ts'
import { useUser } from '../../../auth/session.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Combobox } from '../../../ui/combobox.tsx'
import fieldStyles from '../../../ui/field.module.css'
import { TextField } from '../../../ui/field.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { showDone } from '../../../ui/toast-store.ts'
import basePageStyles from './base-page.module.css'

type ProfileDraft = Readonly<{ nickname: string; account: string; country: string }>

/** The error of each field; an empty object when the draft is valid. */
function checkProfile(draft: ProfileDraft): Readonly<Partial<Record<keyof ProfileDraft, TextKey>>> {
  return {
    ...(draft.nickname.trim() === '' ? { nickname: 'field.required' as const } : {}),
    ...([...draft.account.trim()].length < 3 ? { account: 'account.account.short' as const } : {}),
  }
}

/** Only what differs from the saved profile; undefined without a change. */
function changesOf(saved: ProfileDraft, draft: ProfileDraft): Partial<ProfileDraft> | undefined {
  const nickname = draft.nickname.trim()
  const account = draft.account.trim()
  const changes = {
    ...(nickname === saved.nickname ? {} : { nickname }),
    ...(account === saved.account ? {} : { account }),
    ...(draft.country === saved.country ? {} : { country: draft.country }),
  }
  return Object.keys(changes).length > 0 ? changes : undefined
}

const draftOf = ({ nickname, account, country }: CurrentUser): ProfileDraft => ({ nickname, account, country })

/** Name, account and country; saved together, changes only. */
export function ProfileForm() {
  const { text } = useText()
  const options = useCountries()
  const faultOf = useAccountFault()
  const client = useQueryClient()
  const user = useUser()
  const saved = draftOf(user)
  const [draft, setDraft] = useState(saved)
  const [tried, setTried] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()

  const changes = changesOf(saved, draft)
  const faults = tried ? checkProfile(draft) : {}
  const onAccount =
    failure instanceof CallFailure && ['ACCOUNT_USED', 'ACCOUNT_EXISTS', 'ACCOUNT_NAME_EMPTY'].includes(failure.code)
  const change = (part: Partial<ProfileDraft>): void => {
    setDraft((now) => ({ ...now, ...part }))
    setFailure(undefined)
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setTried(true)
    setFailure(undefined)
    if (!changes || Object.keys(checkProfile(draft)).length > 0) return
    setBusy(true)
    const work = beginWork()
    try {
      await call('POST /user-s/acc/profile', { body: changes })
      await client.invalidateQueries({ queryKey: userQuery.queryKey })
      setTried(false)
      showDone(text('account.saved'), work)
    } catch (fault) {
      setFailure(fault)
    } finally {
      work.end()
      setBusy(false)
    }
  }

  return (
    <form
      className={cx(settingStyles.settingBody, settingStyles.settingForm)}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <div className={basePageStyles.accountFields}>
        <TextField
          label={text('account.nickname')}
          hint={text('account.nickname.hint')}
          name="nickname"
          autoComplete="nickname"
          maxLength={100}
          value={draft.nickname}
          error={faults.nickname && text(faults.nickname, { field: text('account.nickname') })}
          onChange={(nickname) => change({ nickname })}
        />
        <TextField
          label={text('account.account')}
          hint={text('account.account.hint')}
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={100}
          value={draft.account}
          error={onAccount ? faultOf(failure) : faults.account && text(faults.account)}
          onChange={(account) => change({ account })}
        />
        <Combobox
          label={text('account.country')}
          placeholder={text('shell.region.select')}
          options={options}
          value={draft.country}
          onChange={(country) => change({ country })}
        />
      </div>
      <div role="alert">
        {failure !== undefined && !onAccount && <p className={fieldStyles.fieldError}>{faultOf(failure)}</p>}
      </div>
      {changes && (
        <div className={settingStyles.settingFormActions}>
          <Button
            onClick={() => {
              setDraft(saved)
              setFailure(undefined)
              setTried(false)
            }}
          >
            {text('shell.action.reset')}
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {text('shell.action.save')}
          </Button>
        </div>
      )}
    </form>
  )
}
