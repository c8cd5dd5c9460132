import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Organisation } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { userQuery } from '../../../api/queries.ts'
import { identitiesQuery } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { NameField } from './name-field.tsx'
import { organisationKey } from './queries.ts'

export function RenameDialog({
  organisation,
  onClose,
}: Readonly<{ organisation: Pick<Organisation, 'id' | 'name'>; onClose: () => void }>) {
  const { text } = useText()
  const client = useQueryClient()
  const [name, setName] = useState(organisation.name)
  const { id } = organisation
  const rename = async (): Promise<void> => {
    await call('POST /user-s/org/{id}', { params: { id }, body: { name: name.trim() } })
    await Promise.all(
      [organisationKey(id), identitiesQuery.queryKey, userQuery.queryKey].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  }
  return (
    <ActionDialog
      title={text('organisation.rename')}
      confirm={text('shell.action.save')}
      isReady={name.trim().length >= 2 && name.trim() !== organisation.name}
      run={rename}
      done={text('organisation.saved')}
      onClose={onClose}
    >
      <NameField value={name} onChange={setName} />
    </ActionDialog>
  )
}
