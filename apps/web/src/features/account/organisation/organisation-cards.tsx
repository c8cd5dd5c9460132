import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../auth/session.ts'
import { usePermission } from '../../../identity/permitted.tsx'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard } from '../../../ui/setting.tsx'
import { ErrorPanel, Skeleton } from '../../../ui/states.tsx'
import { AboutCard } from './about-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MembersCard } from './members-card.tsx'
import organisationPageStyles from './organisation-page.module.css'
import { organisationQuery } from './queries.ts'

/** The organization for which the session acts. */
export function OrganisationCards({ id }: Readonly<{ id: number }>) {
  const { text } = useText()
  const { identity } = useUser()
  const { data, error, refetch } = useQuery(organisationQuery(id))
  const isAdmin = identity === 'ORG_ADMIN'
  const manages = usePermission()(['organisationManage']) && isAdmin
  if (!data)
    return (
      <SettingCard title={text('organisation.about')}>
        <div className={cx(settingStyles.settingBody, organisationPageStyles.organisationWaits)}>
          {error ? (
            <ErrorPanel compact failure={error} onRetry={() => void refetch()} />
          ) : (
            <>
              <Skeleton height={44} />
              <Skeleton height={44} />
            </>
          )}
        </div>
      </SettingCard>
    )
  return (
    <>
      <AboutCard organisation={data} isAdmin={manages} />
      <MembersCard organisation={data} isAdmin={manages} />
      <LeaveCard organisation={data} isAdmin={isAdmin} />
    </>
  )
}
