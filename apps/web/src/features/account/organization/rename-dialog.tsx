import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organization } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { identitiesQuery } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { NameField } from './name-field.tsx'
import { organizationKey } from './queries.ts'

export function RenameDialog({
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
