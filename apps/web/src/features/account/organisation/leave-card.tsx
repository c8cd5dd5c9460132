import { useState } from 'react'
import { accountPath } from '../../../address/account-paths.ts'
import type { Organisation } from '../../../api/account-types.ts'
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
export function LeaveCard({ organisation, isAdmin }: Readonly<{ organisation: Organisation; isAdmin: boolean }>) {
  const { text } = useText()
  const user = useUser()
  const taken = useIdentityTaken()
  const [open, setOpen] = useState<'leave' | 'dissolve'>()
  const [typed, setTyped] = useState('')
  const params = { id: organisation.id }
  const isLastAdmin = isAdmin && organisation.members.filter((one) => one.role === 'admin').length === 1
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
    await taken(reply, user.id, null, accountPath('organisation'))
  }
  return (
    <SettingCard title={text(isAdmin ? 'organisation.end' : 'organisation.leave')}>
      <SettingRow
        icon="logout"
        title={text('organisation.leave')}
        hint={text(isLastAdmin ? 'error.LAST_ADMIN' : 'organisation.leave.hint')}
      >
        <Button size="s" disabled={isLastAdmin} onClick={() => setOpen('leave')}>
          {text('organisation.leave')}
        </Button>
      </SettingRow>
      {isAdmin && (
        <SettingRow icon="trash" title={text('organisation.dissolve')} hint={text('organisation.dissolve.hint')}>
          <Button size="s" kind="danger" onClick={() => setOpen('dissolve')}>
            {text('organisation.dissolve')}
          </Button>
        </SettingRow>
      )}
      {open && (
        <ActionDialog
          title={text(`organisation.${open}`)}
          confirm={text(`organisation.${open}`)}
          danger
          isReady={open === 'leave' || typed.trim() === organisation.name}
          run={end}
          onClose={close}
        >
          <p>{text(`organisation.${open}.hint`)}</p>
          {open === 'dissolve' && (
            <TypedNameField name={organisation.name} typed={typed} onChange={setTyped} inputRef={beginHere} />
          )}
        </ActionDialog>
      )}
    </SettingCard>
  )
}
