import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { endEmails, lookUnsubscribe } from '../../../api/message-settings.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { PageSkeleton } from '../../../shell/page-skeleton.tsx'
import { LaterTexts } from '../../../texts/later-texts.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** Where the link of an email leads: one click ends its list, without a sign-in. */
export function UnsubscribePage() {
  return (
    <LaterTexts feature="message-page" waiting={<PageSkeleton />}>
      <Unsubscribe />
    </LaterTexts>
  )
}

function Unsubscribe() {
  const { text } = useText()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { running, run } = useAction()
  const [isEnded, setEnded] = useState(false)
  const { data, isPending } = useQuery({
    queryKey: ['unsubscribe', token],
    queryFn: ({ signal }) => lookUnsubscribe(token, signal),
    retry: false,
  })
  if (isPending) return <PageSkeleton />
  if (!data)
    return (
      <FrontPage title={text('message-page.u.bad')} lead="">
        <ButtonLink wide to="/plant">
          {text('shell.action.home')}
        </ButtonLink>
      </FrontPage>
    )
  const isReport = data.list === 'reports'
  const about = text(isReport ? 'message-page.u.report' : 'message-page.u.text')
  if (isEnded || data.isEnded)
    return (
      <FrontPage title={text('message-page.u.done')} lead={about}>
        <ButtonLink wide to="/plant">
          {text('shell.action.home')}
        </ButtonLink>
      </FrontPage>
    )
  const end = async (): Promise<void> => {
    if (await run('end', () => endEmails(token))) setEnded(true)
  }
  return (
    <FrontPage
      title={text(isReport ? 'message-page.u.report.title' : 'message-page.u.title')}
      lead={isReport ? '' : about}
    >
      <Button kind="primary" wide busy={running !== undefined} onClick={() => void end()}>
        {text('message-page.u.end')}
      </Button>
    </FrontPage>
  )
}
