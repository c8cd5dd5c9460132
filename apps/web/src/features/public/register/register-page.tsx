import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { besideLogin } from '../../../address/way-back.ts'
import { call } from '../../../api/call.ts'
import { CallFailure } from '../../../api/failure.ts'
import { registrationQuery } from '../../../auth/registration-query.ts'
import { useBrand } from '../../../brand/brand-context.ts'
import styles from '../../../shell/front-page.module.css'
import { FrontPage } from '../../../shell/front-page.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { RegisterForm } from './register-form.tsx'

/** Whether registration is open here, and the invitation that led here. */
export function RegisterPage() {
  const { text, rich } = useText()
  const brand = useBrand()
  const [params] = useSearchParams()
  const token = params.get('invitation') ?? ''
  const registration = useQuery(registrationQuery)
  const invitation = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => call('POST /user-s/invitation/look', { body: { token } }, { signal }),
    enabled: token !== '',
  })
  const isVoid = invitation.error instanceof CallFailure && invitation.error.status === 404
  const isInvited = invitation.data !== undefined
  // Requested again for another data center, which may be down: the form in progress stays.
  const failure = (registration.data ? null : registration.error) ?? (isVoid ? null : invitation.error)

  if (failure)
    return (
      <FrontPage title={text('sign-up.title')} lead={text('sign-up.lead')}>
        <ErrorPanel
          compact
          failure={failure}
          onRetry={() => {
            if (registration.error) void registration.refetch()
            if (invitation.error) void invitation.refetch()
          }}
        />
      </FrontPage>
    )
  if (!registration.data || (token !== '' && invitation.isPending))
    return (
      <FrontPage title={text('sign-up.title')} lead={text('sign-up.lead')}>
        <div className={styles.frontForm} role="status" aria-label={text('shell.loading')}>
          <Skeleton height={64} />
          <Skeleton height={64} />
          <Skeleton height={40} />
        </div>
      </FrontPage>
    )
  const isOpen = registration.data.open && !brand.blocked.has('register')
  if (!isOpen && !isInvited)
    return (
      <FrontPage title={text('sign-up.closed.title')} lead={text('sign-up.closed.lead')}>
        {isVoid && <Notice tone="fault">{text('sign-up.invited.void')}</Notice>}
        <ButtonLink kind="primary" wide to={besideLogin('/login', params.get('back'))}>
          {text('sign-up.forgot.back')}
        </ButtonLink>
      </FrontPage>
    )
  return (
    <RegisterForm
      sms={registration.data.sms && !brand.blocked.has('phoneUse')}
      invitation={invitation.data && { token, email: invitation.data.email }}
      notice={
        invitation.data ? (
          <Notice tone="info">
            {rich(`sign-up.invited.${invitation.data.kind}`, {
              by: invitation.data.invitedBy,
              name: invitation.data.name,
            })}
          </Notice>
        ) : (
          isVoid && <Notice tone="fault">{text('sign-up.invited.void')}</Notice>
        )
      }
    />
  )
}
