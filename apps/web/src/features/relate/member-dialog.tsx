import { cutRights } from '@heliograph/domain/permissions.ts'
import { useState } from 'react'
import { CallFailure } from '../../api/failure.ts'
import { changeMember, inviteMember, type Member } from '../../api/sharing.ts'
import { useCurrentPlant } from '../../plant/current-plant.ts'
import { useLanguage } from '../../texts/language-context.ts'
import { useText } from '../../texts/use-text.tsx'
import { ActionDialog } from '../../ui/action-dialog.tsx'
import { beginHere } from '../../ui/begin-here.ts'
import { TextField } from '../../ui/field.tsx'
import { emptyGrant, type Grant } from './grant.ts'
import { GrantFields } from './grant-fields.tsx'
import { toEndS, toLastDay } from './until.ts'

const toGrant = ({ role, rights, expiresAt }: Member, zone: string): Grant =>
  role === 'owner' ? emptyGrant : { role, rights: cutRights(role, rights), until: toLastDay(expiresAt, zone) }

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
    const given = { role: grant.role, rights: grant.rights, expiresAt: toEndS(grant.until, zone) }
    if (member) await changeMember(id, member.userId, given)
    else await inviteMember(id, email.trim(), language, given)
    await onDone()
  }
  return (
    <ActionDialog
      title={member ? text('sharing.change', { name: member.nickname }) : text('sharing.members.add')}
      confirm={text(member ? 'shell.action.save' : 'organisation.invite.submit')}
      width={520}
      run={save}
      done={member ? text('organisation.saved') : text('organisation.invited', { email: email.trim() })}
      faultOf={(failure) =>
        failure instanceof CallFailure && failure.code === 'ALREADY_MEMBER'
          ? text('organisation.invite.already')
          : undefined
      }
      onClose={onClose}
    >
      {!member && (
        <TextField
          label={text('organisation.email')}
          hint={text('sharing.members.add.hint')}
          type="email"
          autoComplete="off"
          inputRef={beginHere}
          required
          maxLength={254}
          value={email}
          onChange={setEmail}
        />
      )}
      <GrantFields grant={grant} onChange={setGrant} />
    </ActionDialog>
  )
}
