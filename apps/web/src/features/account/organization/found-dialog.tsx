import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../auth/session.ts'
import { identitiesQuery, useTakeIdentity } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { NameField } from './name-field.tsx'

/** A new organization; its creator acts for it at once. */
export function FoundDialog({ onClose }: Readonly<{ onClose: () => void }>) {
  const { text } = useText()
  const user = useUser()
  const client = useQueryClient()
  const take = useTakeIdentity()
  const [name, setName] = useState('')
  const found = async (): Promise<void> => {
    const { id } = await call('POST /user-s/org', { body: { name: name.trim() } })
    await client.invalidateQueries({ queryKey: identitiesQuery.queryKey })
    await take(user.id, id)
  }
  return (
    <ActionDialog
      title={text('organization.found')}
      confirm={text('organization.found.submit')}
      isReady={name.trim().length >= 2}
      run={found}
      onClose={onClose}
    >
      <p className="muted">{text('organization.found.hint')}</p>
      <NameField value={name} onChange={setName} />
    </ActionDialog>
  )
}
