import { useState } from 'react'
import type { Organisation } from '../../../api/account-types.ts'
import { hueStyle } from '../../../identity/identity-hue.ts'
import identitySwitcherStyles from '../../../identity/identity-switcher.module.css'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import organisationPageStyles from './organisation-page.module.css'
import { RenameDialog } from './rename-dialog.tsx'

/** Name and code. A plant's owner types the code to share the plant with the organization. */
export function AboutCard({ organisation, isAdmin }: Readonly<{ organisation: Organisation; isAdmin: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const [renaming, setRenaming] = useState(false)
  return (
    <SettingCard title={text('organisation.about')}>
      <div className={identitySwitcherStyles.identityHued} style={hueStyle(organisation.id)}>
        <SettingRow
          icon="factory"
          title={organisation.name}
          hint={text('organisation.since', { date: format.date(toDay(organisation.createdAt)) })}
        >
          {isAdmin && (
            <Button size="s" onClick={() => setRenaming(true)}>
              {text('organisation.rename')}
            </Button>
          )}
        </SettingRow>
      </div>
      <SettingRow
        icon="key"
        title={
          <span className={organisationPageStyles.organisationName}>
            {text('organisation.code')}{' '}
            <code className={organisationPageStyles.organisationCode}>{organisation.code}</code>
          </span>
        }
        hint={text('organisation.code.hint')}
      >
        <CopyButton value={organisation.code} />
      </SettingRow>
      {renaming && <RenameDialog organisation={organisation} onClose={() => setRenaming(false)} />}
    </SettingCard>
  )
}
