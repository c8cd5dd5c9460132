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
      const { plantId, organizationId } = await call('POST /user-s/invitation/accept', { body: { token } })
      for (const queryKey of [['identities'], ['invitations'], ['plants'], userQuery.queryKey])
        await client.invalidateQueries({ queryKey })
      if (plantId !== null) return void navigate(plantPath('data', { id: plantId }))
      // A person who joins an organization acts for it from here on, like one who creates it.
      if (user.data) await take(user.data.id, organizationId, plantListPath())
    })

  if (token === '' || look.error)
    return (
      <FrontPage title={text('organization.invitation.title')} lead={text('organization.invitation.gone.lead')}>
        <Notice tone="fault">
          {look.error instanceof CallFailure && look.error.code !== 'INVITATION_INVALID'
            ? text('organization.invitation.failed')
            : text('organization.invitation.gone')}
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
      <FrontPage title={text('organization.invitation.title')} lead={text('shell.loading')}>
        <Skeleton height={120} />
      </FrontPage>
    )
  const isPlant = invitation.kind === 'plant'
  return (
    <FrontPage
      title={text('organization.invitation.title')}
      lead={text(isPlant ? 'organization.invitation.plant' : 'organization.invitation.organization', {
        inviter: invitation.invitedBy,
      })}
    >
      <div className={styles.invitationWhat}>
        <b>{invitation.name}</b>
        <span className="tiny muted">
          {text(
            isPlant
              ? (`sharing.role.${invitation.role}` as 'sharing.role.viewer')
              : (`organization.role.${invitation.role}` as 'organization.role.user'),
          )}
          {' · '}
          {text('organization.validUntil', {
            date: format.date(toDay(invitation.expiresAtMs)),
          })}
        </span>
      </div>
      {user.data ? (
        <div className={styles.invitationWays}>
          <Button kind="primary" wide busy={running === 'accept'} onClick={accept}>
            {text('organization.acceptAs', { name: user.data.nickname })}
          </Button>
          <ButtonLink to="/" wide>
            {text('organization.notNow')}
          </ButtonLink>
        </div>
      ) : (
        <div className={styles.invitationWays}>
          <Link
            className={cx(buttonStyles.button, buttonStyles.buttonPrimary, buttonStyles.buttonWide)}
            data-part="button"
            to={withQuery('/register', { invitation: token })}
          >
            {text('organization.invitation.register')}
          </Link>
          <ButtonLink to={loginPath(here)} wide>
            {text('organization.invitation.signIn')}
          </ButtonLink>
          <p className="tiny muted">{text('organization.invitation.sentTo', { email: invitation.email })}</p>
        </div>
      )}
    </FrontPage>
  )
}
