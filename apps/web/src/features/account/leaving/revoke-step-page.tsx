import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { accountPath, CANCELLED_PATH } from '../../../address/account-paths.ts'
import { call } from '../../../api/call.ts'
import { ProvenForm } from '../../../auth/re-authentication/proven-form.tsx'
import { useLastCall } from '../../../auth/session.ts'
import { Permitted } from '../../../identity/permitted.tsx'
import { RefusedPage } from '../../../shell/refused-page.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import styles from './leaving.module.css'
import { cancelQuery } from './leaving-queries.ts'

/** The last step of the deletion: re-authentication, the phrase, the button. */
export function RevokeStepPage() {
  const { text } = useText()
  return (
    <Permitted any={['accountCancel']} fallback={<RefusedPage part right="accountCancel" />}>
      <div className={settingStyles.settingsPage} data-part="settings-page">
        <PageHead title={text('leaving.step.title')} answer={text('leaving.step.answer')} />
        <Step />
      </div>
    </Permitted>
  )
}

function Step() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(cancelQuery)
  // While the account is deleted, asking again fails: the form stays.
  if (error && !data)
    return (
      <Card>
        <ErrorPanel failure={error} title={text('leaving.failed')} onRetry={() => void refetch()} />
      </Card>
    )
  if (!data)
    return (
      <Card>
        <div role="status" aria-label={text('shell.loading')}>
          <Skeleton height={220} />
        </div>
      </Card>
    )
  // A new blocker appeared since the first step.
  if (data.checks.some((check) => !check.isOk)) return <Navigate to={accountPath('accountRevoke')} replace />
  return <CancelForm phrase={data.phrase} plantCount={data.plants.length} />
}

function CancelForm({ phrase, plantCount }: Readonly<{ phrase: string; plantCount: number }>) {
  const { text, rich } = useText()
  const runLast = useLastCall()
  const navigate = useNavigate()
  const { code: language } = useLanguage()
  const [typed, setTyped] = useState('')
  return (
    <SettingCard title={text('leaving.step.prove')} lead={text('leaving.step.lead', { count: plantCount })}>
      <div className={cx(settingStyles.settingBody, styles.leavingStep)}>
        <ProvenForm
          danger
          confirm={text('leaving.step.confirm')}
          isReady={typed.trim() === phrase}
          onClose={() => void navigate(accountPath('accountRevoke'))}
          onDone={() => void navigate(CANCELLED_PATH, { replace: true })}
          run={(proof) =>
            runLast(() => call('POST /user-s/acc/cancel', { body: { proof, phrase: typed.trim(), language } }))
          }
        >
          <Notice tone="fault">{text('error.41')}</Notice>
          <p>{rich('leaving.step.type', { phrase })}</p>
          <TextField
            label={text('leaving.step.phrase')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            value={typed}
            onChange={setTyped}
          />
        </ProvenForm>
      </div>
    </SettingCard>
  )
}
