import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../auth/session.ts'
import { identitiesQuery } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { IdentitiesCard } from './identities-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { OrganizationCards } from './organization-cards.tsx'
import styles from './organization-page.module.css'

/** The user's organizations: their identities, invitations, and the organization for which they act now. */
export function OrganizationPage() {
  const { text } = useText()
  const { organization } = useUser()
  const { data } = useQuery(identitiesQuery)
  const isAlone = data?.data.length === 1
  return (
    <div className={cx(settingStyles.settingsPage, styles.organization)} data-part="settings-page">
      <PageHead
        title={text('organization.title')}
        answer={
          organization
            ? text('organization.answer.acting', { name: organization.name })
            : text(isAlone ? 'organization.answer.alone' : 'organization.answer.person')
        }
      />
      <InvitationsCard />
      {organization && <OrganizationCards key={organization.id} id={organization.id} />}
      <IdentitiesCard />
    </div>
  )
}
