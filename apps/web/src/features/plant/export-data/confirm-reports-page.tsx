import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { confirmOffer, fetchOffer } from '../../../api/exports.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'

/** The target of a confirmation link: which reports would come, and the one click that wants them. Needs no account. */
export function ConfirmReportsPage() {
  const { text } = useText()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const client = useQueryClient()
  const { running, run } = useAction()
  const queryKey = ['reportOffer', token]
  const { data, error } = useQuery({
    queryKey,
    enabled: token !== '',
    retry: false,
    queryFn: ({ signal }) => fetchOffer(token, signal),
  })
  const confirm = (): void =>
    void run('confirm', async () => {
      await confirmOffer(token)
      await client.invalidateQueries({ queryKey })
    })
  const title = text('exports.confirm.title')
  const onward = (
    <ButtonLink wide to="/plant">
      {text('shell.action.home')}
    </ButtonLink>
  )
  if (token === '' || error)
    return (
      <FrontPage title={title} lead={text('exports.confirm.gone.hint')}>
        <Notice tone="warn">{text('exports.confirm.gone')}</Notice>
        {onward}
      </FrontPage>
    )
  if (!data)
    return (
      <FrontPage title={title} lead={text('shell.loading')}>
        <Skeleton height={60} />
      </FrontPage>
    )
  const { plant, schedule, every, state } = data
  const lead = text('exports.confirm.offer', { plant, schedule, every: text(`exports.every.${every}`) })
  return (
    <FrontPage title={title} lead={lead}>
      {state === 'confirmed' ? (
        <>
          <Notice tone="ok">{text('exports.confirm.done')}</Notice>
          {onward}
        </>
      ) : (
        <Button kind="primary" wide busy={running !== undefined} onClick={confirm}>
          {text('exports.confirm.yes')}
        </Button>
      )}
    </FrontPage>
  )
}
