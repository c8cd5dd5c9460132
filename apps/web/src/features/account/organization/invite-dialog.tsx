import { type OrganizationRole, organizationRoles } from '@heliograph/domain/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { InvitedEmailField } from '../../../auth/contact/invited-email-field.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { organizationKey } from './queries.ts'

/** Invites a person by email, with or without an account here. */
export function InviteDialog({ organizationId, onClose }: Readonly<{ organizationId: number; onClose: () => void }>) {
  const { text } = useText()
  const { code: language } = useLanguage()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OrganizationRole>('user')
  const invite = async (): Promise<void> => {
    const body = { email: email.trim(), role, language }
    await call('POST /user-s/org/{id}/invitation', { params: { id: organizationId }, body })
    await client.invalidateQueries({ queryKey: organizationKey(organizationId) })
  }
  return (
    <ActionDialog
      title={text('organization.invite')}
      confirm={text('organization.invite.submit')}
      isReady={email.trim() !== ''}
      run={invite}
      done={text('organization.invited', { email: email.trim() })}
      faults={{ ALREADY_MEMBER: text('organization.invite.already') }}
      onClose={onClose}
    >
      <InvitedEmailField hint={text('organization.invite.hint')} value={email} onChange={setEmail} />
      <SelectField
        label={text('organization.role')}
        value={role}
        onChange={setRole}
        hint={text(`organization.role.${role}.hint`)}
        options={organizationRoles.toReversed().map((value) => ({ value, label: text(`organization.role.${value}`) }))}
      />
    </ActionDialog>
  )
}
