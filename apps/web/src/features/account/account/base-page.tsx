import { accountPath } from '../../../address/account-paths.ts'
import { useUser } from '../../../auth/session.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { PageHead } from '../../../ui/page-head.tsx'
import settingStyles from '../../../ui/setting.module.css'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { PhotoRow } from './photo-row.tsx'
import { ProfileForm } from './profile-form.tsx'

const identityText = {
  USER: 'shell.identity.user',
  MANAGER: 'shell.identity.manager',
  ORG_ADMIN: 'shell.identity.organizationAdmin',
  ORG_USER: 'shell.identity.organizationUser',
} as const

/** The user's profile: photo, names, country, and contacts. */
export function BasePage() {
  const { text, rich } = useText()
  const user = useUser()
  const role = text(identityText[user.identity])
  return (
    <div className={settingStyles.settingsPage} data-part="settings-page">
      <PageHead
        title={text('account.base.title')}
        answer={
          user.organization
            ? rich('account.base.answerOrganization', {
                account: user.account,
                role,
                organization: user.organization.name,
                count: user.plantCount,
              })
            : rich('account.base.answer', { account: user.account, role, count: user.plantCount })
        }
      />
      <SettingCard title={text('account.profile.title')} lead={text('account.profile.lead')}>
        <PhotoRow />
        <ProfileForm key={`${user.nickname} ${user.account} ${user.country}`} />
      </SettingCard>
      <SettingCard title={text('account.contact.title')} lead={text('account.contact.lead')}>
        {(['email', 'phone'] as const).map((kind) => (
          <SettingRow
            key={kind}
            icon={kind === 'email' ? 'mail' : 'phone'}
            title={text(`account.contact.${kind}`)}
            hint={user[kind] ?? text('account.contact.none')}
          >
            <ButtonLink size="s" to={accountPath('security', kind)}>
              {text(user[kind] ? 'account.contact.change' : 'account.contact.link')}
            </ButtonLink>
          </SettingRow>
        ))}
        <SettingRow
          icon="user"
          title={text('account.userId')}
          hint={text('account.userId.hint', { id: String(user.id) })}
        >
          <CopyButton value={String(user.id)} label={text('account.userId.copy')} />
        </SettingRow>
      </SettingCard>
    </div>
  )
}
