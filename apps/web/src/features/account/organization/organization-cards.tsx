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
import organizationPageStyles from './organization-page.module.css'
import { organizationQuery } from './queries.ts'

/** The organization for which the session acts. */
export function OrganizationCards({ id }: Readonly<{ id: number }>) {
  const { text } = useText()
  const { identity } = useUser()
  const { data, error, refetch } = useQuery(organizationQuery(id))
  const isAdmin = identity === 'ORG_ADMIN'
  const manages = usePermission()(['organizationManage']) && isAdmin
  if (!data)
    return (
      <SettingCard title={text('organization.about')}>
        <div className={cx(settingStyles.settingBody, organizationPageStyles.organizationWaits)}>
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
      <AboutCard organization={data} isAdmin={manages} />
      <MembersCard organization={data} isAdmin={manages} />
      <LeaveCard organization={data} isAdmin={isAdmin} />
    </>
  )
}
