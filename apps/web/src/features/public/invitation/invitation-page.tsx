import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { plantListPath, plantPath, withQuery } from '../../../address/paths.ts'
import { loginPath } from '../../../address/way-back.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { userQuery } from '../../../api/queries.ts'
import { useTakeIdentity } from '../../../identity/identity.ts'
import { FrontPage } from '../../../shell/front-page.tsx'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import buttonStyles from '../../../ui/button.module.css'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/states.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './invitation-page.module.css'

/** The target of an invitation link: what it is for, and how to accept it with or without an account. */
export function InvitationPage() {
  const { text } = useText()
  const format = useFormat()
  const navigate = useNavigate()
  const client = useQueryClient()
  const take = useTakeIdentity()
  const [params] = useSearchParams()
  const token = params.get('token') ?? ''
  const { running, run } = useAction()
  const user = useQuery(userQuery)
  const look = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /user-s/invitation/look', { body: { token } }, { signal }),
    enabled: token !== '',
    retry: false,
  })
  const here = withQuery('/invitation', { token })
  const accept = (): void =>
    void run('accept', async () => {
      const { plantId, organisationId } = await call('POST /user-s/invitation/accept', { body: { token } })
      for (const queryKey of [['identities'], ['invitations'], ['plants'], userQuery.queryKey])
        await client.invalidateQueries({ queryKey })
      if (plantId !== null) return void navigate(plantPath('data', { id: plantId }))
      // Who joins an organization acts for it from here on, as who creates one.
      if (user.data) await take(user.data.id, organisationId, plantListPath())
    })

  if (token === '' || look.error)
    return (
      <FrontPage title={text('organisation.invitation.title')} lead={text('organisation.invitation.gone.lead')}>
        <Notice tone="fault">
          {look.error instanceof CallFailure && look.error.code !== 'INVITATION_INVALID'
            ? text('organisation.invitation.failed')
            : text('organisation.invitation.gone')}
        </Notice>
        <div className={styles.invitationWays}>
          {look.error instanceof CallFailure && look.error.code !== 'INVITATION_INVALID' && (
            <Button icon="refresh" wide onClick={() => void look.refetch()}>
              {text('shell.action.retry')}
            </Button>
          )}
          <ButtonLink to="/" wide>
            {text('shell.action.home')}
          </ButtonLink>
        </div>
      </FrontPage>
    )
  const invitation = look.data
  if (!invitation || user.isPending)
    return (
      <FrontPage title={text('organisation.invitation.title')} lead={text('shell.loading')}>
        <Skeleton height={120} />
      </FrontPage>
    )
  const isPlant = invitation.kind === 'plant'
  return (
    <FrontPage
      title={text('organisation.invitation.title')}
      lead={text(isPlant ? 'organisation.invitation.plant' : 'organisation.invitation.organisation', {
        inviter: invitation.invitedBy,
      })}
    >
      <div className={styles.invitationWhat}>
        <b>{invitation.name}</b>
        <span className="tiny muted">
          {text(
            isPlant
              ? (`sharing.role.${invitation.role}` as 'sharing.role.viewer')
              : (`organisation.role.${invitation.role}` as 'organisation.role.user'),
          )}
          {' · '}
          {text('organisation.validUntil', {
            date: format.date(toDay(invitation.expiresAt)),
          })}
        </span>
      </div>
      {user.data ? (
        <div className={styles.invitationWays}>
          <Button kind="primary" wide busy={running === 'accept'} onClick={accept}>
            {text('organisation.acceptAs', { name: user.data.nickname })}
          </Button>
          <ButtonLink to="/" wide>
            {text('organisation.notNow')}
          </ButtonLink>
        </div>
      ) : (
        <div className={styles.invitationWays}>
          <Link
            className={cx(buttonStyles.button, buttonStyles.buttonPrimary, buttonStyles.buttonWide)}
            data-part="button"
            to={withQuery('/register', { invitation: token })}
          >
            {text('organisation.invitation.register')}
          </Link>
          <ButtonLink to={loginPath(here)} wide>
            {text('organisation.invitation.signIn')}
          </ButtonLink>
          <p className="tiny muted">{text('organisation.invitation.sentTo', { email: invitation.email })}</p>
        </div>
      )}
    </FrontPage>
  )
}
