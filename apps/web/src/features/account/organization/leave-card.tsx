import { useState } from 'react'
import { accountPath } from '../../../address/account-paths.ts'
import type { Organization } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { useUser } from '../../../auth/session.ts'
import { useIdentityTaken } from '../../../identity/identity.ts'
import { useText } from '../../../texts/use-text.tsx'
import { ActionDialog } from '../../../ui/action-dialog.tsx'
import { beginHere } from '../../../ui/begin-here.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingCard, SettingRow } from '../../../ui/setting.tsx'
import { TypedNameField } from '../../../ui/typed-name-field.tsx'

/** The two exits: leaving, which the last administrator cannot, and dissolving the organization. */
export function LeaveCard({ organization, isAdmin }: Readonly<{ organization: Organization; isAdmin: boolean }>) {
  const { text } = useText()
  const user = useUser()
  const taken = useIdentityTaken()
  const [open, setOpen] = useState<'leave' | 'dissolve'>()
  const [typed, setTyped] = useState('')
  const params = { id: organization.id }
  const isLastAdmin = isAdmin && organization.members.filter((member) => member.role === 'admin').length === 1
  const close = (): void => {
    setOpen(undefined)
    setTyped('')
  }
  /** Both reply with a personal session: the organization's session ends with the membership. */
  const end = async (): Promise<void> => {
    const reply =
      open === 'leave'
        ? await call('POST /user-s/org/{id}/leave', { params })
        : await call('DELETE /user-s/org/{id}', { params, body: { name: typed } })
    await taken(reply, user.id, null, accountPath('organization'))
  }
  return (
    <SettingCard title={text(isAdmin ? 'organization.end' : 'organization.leave')}>
      <SettingRow
        icon="logout"
        title={text('organization.leave')}
        hint={text(isLastAdmin ? 'error.LAST_ADMIN' : 'organization.leave.hint')}
      >
        <Button size="s" disabled={isLastAdmin} onClick={() => setOpen('leave')}>
          {text('organization.leave')}
        </Button>
      </SettingRow>
      {isAdmin && (
        <SettingRow icon="trash" title={text('organization.dissolve')} hint={text('organization.dissolve.hint')}>
          <Button size="s" kind="danger" onClick={() => setOpen('dissolve')}>
            {text('organization.dissolve')}
          </Button>
        </SettingRow>
      )}
      {open && (
        <ActionDialog
          title={text(`organization.${open}`)}
          confirm={text(`organization.${open}`)}
          danger
          isReady={open === 'leave' || typed.trim() === organization.name}
          run={end}
          onClose={close}
        >
          <p>{text(`organization.${open}.hint`)}</p>
          {open === 'dissolve' && (
            <TypedNameField name={organization.name} typed={typed} onChange={setTyped} inputRef={beginHere} />
          )}
        </ActionDialog>
      )}
    </SettingCard>
  )
}
