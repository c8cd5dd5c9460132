import { Navigate } from 'react-router'
import { useProof } from '../../../auth/re-authentication/proof-dialog.tsx'
import styles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useFailureText } from '../../../texts/use-failure-text.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { SecondStep } from './second-step.tsx'
import { UnboundChoice } from './unbound-choice.tsx'
import { type CallBack, useCallBack } from './use-call-back.ts'

type Of<K extends CallBack['kind']> = Readonly<{ state: Extract<CallBack, { kind: K }> }>

/** The return page of providers (/tencentLogin): empty when all is well. */
export function ThirdPartyPage() {
  const state = useCallBack()
  switch (state.kind) {
    case 'nothing':
      return <Navigate to="/login" replace />
    case 'working':
      return <Working state={state} />
    case 'stopped':
      return <Stopped state={state} />
    case 'confirm':
      return <Confirm state={state} />
    case 'second':
      return <SecondStep name={state.name} challenge={state.challenge} back={state.back} />
    case 'unbound':
      return <UnboundChoice ticket={state.ticket} />
  }
}

function Working({ state: { name, isBinding } }: Of<'working'>) {
  const { text } = useText()
  return (
    <FrontPage
      title={text(isBinding ? 'third-party.binding' : 'third-party.working')}
      lead={name === '' ? text('third-party.working.lead') : text('third-party.working.leadOf', { provider: name })}
    >
      <div role="status" aria-label={text('shell.loading')} className={styles.frontForm}>
        <Skeleton height={42} />
        <Skeleton height={42} />
      </div>
    </FrontPage>
  )
}

function Stopped({ state }: Of<'stopped'>) {
  const { text } = useText()
  const textOf = useFailureText()
  const { reason, isBinding, name, back, failure } = state
  const words =
    reason === 'state'
      ? text('third-party.state')
      : reason === 'cancelled'
        ? text('third-party.cancelled', { provider: name })
        : textOf(failure)
  return (
    <FrontPage
      title={text(isBinding ? 'third-party.stopped.binding' : 'third-party.stopped')}
      lead={text(reason === 'cancelled' ? 'third-party.stopped.leadCancelled' : 'third-party.stopped.lead')}
    >
      <div role="alert">
        <Notice tone={reason === 'cancelled' ? 'info' : 'fault'}>{words}</Notice>
      </div>
      <ButtonLink kind="primary" wide to={isBinding ? back : '/login'}>
        {text(isBinding ? 'third-party.toSettings' : 'third-party.toSignIn')}
      </ButtonLink>
    </FrontPage>
  )
}

function Confirm({ state: { name, label, back, bind } }: Of<'confirm'>) {
  const { text } = useText()
  const { ask, dialog } = useProof()
  const title = text('third-party.confirm', { provider: name })
  const confirm = text('third-party.bind')
  return (
    <FrontPage title={title} lead={text('third-party.confirm.lead', { provider: name, label: label || name })}>
      <div className={styles.frontForm}>
        <Button kind="primary" wide onClick={() => ask({ title, confirm, run: bind })}>
          {text('third-party.confirm.go')}
        </Button>
        <ButtonLink wide to={back}>
          {text('shell.action.cancel')}
        </ButtonLink>
      </div>
      {dialog}
    </FrontPage>
  )
}
