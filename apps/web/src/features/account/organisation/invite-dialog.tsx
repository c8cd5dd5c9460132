import { type OrganisationRole, organisationRoles } from '@heliograph/domain/permissions.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { InvitedEmailField } from '../../../auth/contact/invited-email-field.tsx'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { SelectField } from '../../../ui/field.tsx'
import { organisationKey } from './queries.ts'

/** Invites a person by email, with or without an account here. */
export function InviteDialog({ organisationId, onClose }: Readonly<{ organisationId: number; onClose: () => void }>) {
  const { text } = useText()
  const { code: language } = useLanguage()
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<OrganisationRole>('user')
  const invite = async (): Promise<void> => {
    const body = { email: email.trim(), role, language }
    await call('POST /user-s/org/{id}/invitation', { params: { id: organisationId }, body })
    await client.invalidateQueries({ queryKey: organisationKey(organisationId) })
  }
  return (
    <ActionDialog
      title={text('organisation.invite')}
      confirm={text('organisation.invite.submit')}
      isReady={email.trim() !== ''}
      run={invite}
      done={text('organisation.invited', { email: email.trim() })}
      faults={{ ALREADY_MEMBER: text('organisation.invite.already') }}
      onClose={onClose}
    >
      <InvitedEmailField hint={text('organisation.invite.hint')} value={email} onChange={setEmail} />
      <SelectField
        label={text('organisation.role')}
        value={role}
        onChange={setRole}
        hint={text(`organisation.role.${role}.hint`)}
        options={organisationRoles.toReversed().map((value) => ({ value, label: text(`organisation.role.${value}`) }))}
      />
    </ActionDialog>
  )
}
