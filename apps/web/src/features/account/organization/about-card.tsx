import { useState } from 'react'
import type { Organization } from '../../../api/account-types.ts'
import { hueStyle } from '../../../identity/identity-hue.ts'
import identitySwitcherStyles from '../../../identity/identity-switcher.module.css'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import organizationPageStyles from './organization-page.module.css'
import { RenameDialog } from './rename-dialog.tsx'

/** Name and code. A plant's owner types the code to share the plant with the organization. */
export function AboutCard({ organization, isAdmin }: Readonly<{ organization: Organization; isAdmin: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const [renaming, setRenaming] = useState(false)
  return (
    <SettingCard title={text('organization.about')}>
      <div className={identitySwitcherStyles.identityHued} style={hueStyle(organization.id)}>
        <SettingRow
          icon="factory"
          title={organization.name}
          hint={text('organization.since', { date: format.date(toDay(organization.createdAt)) })}
        >
          {isAdmin && (
            <Button size="s" onClick={() => setRenaming(true)}>
              {text('organization.rename')}
            </Button>
          )}
        </SettingRow>
      </div>
      <SettingRow
        icon="key"
        title={
          <span className={organizationPageStyles.organizationName}>
            {text('organization.code')}{' '}
            <code className={organizationPageStyles.organizationCode}>{organization.code}</code>
          </span>
        }
        hint={text('organization.code.hint')}
      >
        <CopyButton value={organization.code} />
      </SettingRow>
      {renaming && <RenameDialog organization={organization} onClose={() => setRenaming(false)} />}
    </SettingCard>
  )
}
