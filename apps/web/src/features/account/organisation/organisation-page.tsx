import { useQuery } from '@tanstack/react-query'
import { useUser } from '../../../auth/session.ts'
import { identitiesQuery } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { cx } from '../../../ui/class-names.ts'
import settingStyles from '../../../ui/setting.module.css'
import { IdentitiesCard } from './identities-card.tsx'
import { InvitationsCard } from './invitations-card.tsx'
import { OrganisationCards } from './organisation-cards.tsx'
import styles from './organisation-page.module.css'

/** The user's organizations: their identities, invitations, and the organization for which they act now. */
export function OrganisationPage() {
  const { text } = useText()
  const { organisation } = useUser()
  const { data } = useQuery(identitiesQuery)
  const isAlone = data?.data.length === 1
  return (
    <div className={cx(settingStyles.settingsPage, styles.organisation)} data-part="settings-page">
      <header>
        <h1>{text('organisation.title')}</h1>
        <p className="answer">
          {organisation
            ? text('organisation.answer.acting', { name: organisation.name })
            : text(isAlone ? 'organisation.answer.alone' : 'organisation.answer.person')}
        </p>
      </header>
      <InvitationsCard />
      {organisation && <OrganisationCards key={organisation.id} id={organisation.id} />}
      <IdentitiesCard />
    </div>
  )
}
