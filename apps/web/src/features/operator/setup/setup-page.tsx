import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { call } from '../../../api/call.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorPanel } from '../../../ui/states.tsx'
import { SetupForm } from './setup-form.tsx'

/** The page of a new server's one-time link. */
export function SetupPage() {
  const { text } = useText()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { data, error, refetch } = useQuery({
    queryKey: ['setup'],
    queryFn: ({ signal }) => call('GET /user-s/acc/setup', undefined, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  // Before the form is filled in: a link that does not work says so at once.
  const { data: link } = useQuery({
    queryKey: ['setup', 'link', token],
    queryFn: ({ signal }) => call('POST /user-s/acc/setup/link', { body: { token: token.slice(0, 200) } }, { signal }),
    enabled: token !== '',
  })
  if (data && !data.open)
    return (
      <FrontPage title={text('setup.done.title')} lead={text('setup.done.hint')}>
        <ButtonLink kind="primary" wide to="/login">
          {text('setup.signIn')}
        </ButtonLink>
      </FrontPage>
    )
  return (
    <FrontPage title={text('setup.title')} lead={text('setup.lead')}>
      {error && <ErrorPanel compact failure={error} onRetry={() => void refetch()} />}
      {token === '' || link?.works === false ? (
        <Notice tone="fault">{text(token === '' ? 'setup.noToken' : 'setup.wrongToken')}</Notice>
      ) : (
        <>
          <SetupForm token={token} />
          <p>{text('setup.weather')}</p>
        </>
      )}
    </FrontPage>
  )
}
