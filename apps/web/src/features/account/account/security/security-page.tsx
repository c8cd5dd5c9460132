import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { SecurityState } from '../../../../api/account-types.ts'
import { BindingsCard } from '../../../../auth/providers/bindings-card.tsx'
import { securityQuery } from '../../../../auth/re-authentication/security-query.ts'
import { Permitted } from '../../../../identity/permitted.tsx'
import { LaterTexts } from '../../../../texts/later-texts.tsx'
import { useText } from '../../../../texts/use-text.tsx'
import { Card } from '../../../../ui/card.tsx'
import settingStyles from '../../../../ui/setting.module.css'
import { ErrorPanel, Skeleton } from '../../../../ui/states.tsx'
import { AnswerCard } from './answer-card.tsx'
import { AuthenticatorCard } from './authenticator-card.tsx'
import { BrokersCard } from './brokers-card.tsx'
import { PasskeysCard } from './passkeys-card.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SignInLogCard } from './sign-in-log-card.tsx'
import { TokensCard } from './tokens-card.tsx'
import { WaysInCard } from './ways-in-card.tsx'
import { WebhooksCard } from './webhooks-card.tsx'

/** All security settings of the account on one page. */
export function SecurityPage() {
  const { text } = useText()
  const { data, error, refetch } = useQuery(securityQuery)
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <header>
        <h1>{text('security.title')}</h1>
      </header>
      {data ? (
        <Sections state={data} />
      ) : error ? (
        <Card>
          <ErrorPanel failure={error} title={text('security.failed')} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <Waiting />
      )}
    </div>
  )
}

function Sections({ state }: Readonly<{ state: SecurityState }>) {
  const { hash } = useLocation()
  useEffect(() => {
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView({ block: 'start' })
  }, [hash])
  return (
    <>
      <AnswerCard state={state} />
      <WaysInCard state={state} />
      <BindingsCard />
      <AuthenticatorCard state={state} />
      <PasskeysCard />
      <SessionsCard />
      <SignInLogCard />
      <Permitted any={['accessToken']}>
        <TokensCard />
        <WebhooksCard />
        <LaterTexts feature="targets" waiting={<Skeleton height={90} />}>
          <BrokersCard />
        </LaterTexts>
      </Permitted>
    </>
  )
}

function Waiting() {
  const { text } = useText()
  return (
    <div
      className={settingStyles.settingsPage}
      data-part="settings-page"
      role="status"
      aria-label={text('shell.loading')}
    >
      <Card>
        <Skeleton height={56} />
      </Card>
      <Card>
        <Skeleton height={170} />
      </Card>
      <Card>
        <Skeleton height={90} />
      </Card>
      <Card>
        <Skeleton height={90} />
      </Card>
    </div>
  )
}
