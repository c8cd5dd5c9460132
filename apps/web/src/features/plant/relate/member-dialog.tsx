import { cutRights } from '@heliograph/domain/permissions.ts'
import { useState } from 'react'
import { changeMember, inviteMember, type Member } from '../../../api/sharing.ts'
import { InvitedEmailField } from '../../../auth/contact/invited-email-field.tsx'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { useLanguage } from '../../../texts/language-context.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { emptyGrant, type Grant } from './grant.ts'
import { GrantFields } from './grant-fields.tsx'
import { toEndMs, toLastDay } from './until.ts'

const toGrant = ({ role, rights, expiresAtMs }: Member, zone: string): Grant =>
  role === 'owner' ? emptyGrant : { role, rights: cutRights(role, rights), until: toLastDay(expiresAtMs, zone) }

/** Invites a person to the plant, or changes a person's flags. */
export function MemberDialog({
  member,
  onClose,
  onDone,
}: Readonly<{ member: Member | undefined; onClose: () => void; onDone: () => Promise<unknown> }>) {
  const { text } = useText()
  const { plantId: id, zone } = useCurrentPlant()
  const { code: language } = useLanguage()
  const [email, setEmail] = useState('')
  const [grant, setGrant] = useState<Grant>(() => (member ? toGrant(member, zone) : emptyGrant))
  const save = async (): Promise<void> => {
    const options = { role: grant.role, rights: grant.rights, expiresAtMs: toEndMs(grant.until, zone) }
    if (member) await changeMember(id, member.userId, options)
    else await inviteMember(id, email.trim(), language, options)
    await onDone()
  }
  return (
    <ActionDialog
      title={member ? text('sharing.change', { name: member.nickname }) : text('sharing.members.add')}
      confirm={text(member ? 'shell.action.save' : 'organization.invite.submit')}
      width={520}
      run={save}
      done={member ? text('organization.saved') : text('organization.invited', { email: email.trim() })}
      faults={{ ALREADY_MEMBER: text('organization.invite.already') }}
      onClose={onClose}
    >
      {!member && <InvitedEmailField hint={text('sharing.members.add.hint')} value={email} onChange={setEmail} />}
      <GrantFields grant={grant} onChange={setGrant} />
    </ActionDialog>
  )
}
