import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { identitiesQuery } from '../../../identity/identity.ts'
import { hueStyle } from '../../../identity/identity-hue.ts'
import identitySwitcherStyles from '../../../identity/identity-switcher.module.css'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { NameField } from './name-field.tsx'
import organizationPageStyles from './organization-page.module.css'
import { organizationKey } from './queries.ts'

function RenameDialog({
  organization,
  onClose,
}: Readonly<{ organization: Pick<Organization, 'id' | 'name'>; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState(organization.name)
  const { id } = organization
  const rename = async (): Promise<void> => {
    await call('POST /user-s/org/{id}', { params: { id }, body: { name: name.trim() } })
    await Promise.all(
      [organizationKey(id), identitiesQuery.queryKey, userQuery.queryKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }
  return (
    <ActionDialog
      title={text('organization.rename')}
      confirm={text('shell.action.save')}
      isReady={name.trim().length >= 2 && name.trim() !== organization.name}
      run={rename}
      done={text('organization.saved')}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </ActionDialog>
  )
}

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
          hint={text('organization.since', { date: format.date(toDay(organization.createdAtMs)) })}
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
