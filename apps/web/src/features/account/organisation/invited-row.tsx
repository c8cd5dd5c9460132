import { useQueryClient } from '@tanstack/react-query'
import type { Organisation } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { Pill } from '../../../ui/status.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './organisation-page.module.css'
import { organisationKey } from './queries.ts'

/** A person with a pending invitation. */
export function InvitedRow({
  organisationId: id,
  invitation,
  mayWithdraw,
}: Readonly<{
  organisationId: number
  invitation: Organisation['invitations'][number]
  mayWithdraw: boolean
}>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const withdraw = async (): Promise<void> => {
    const params = { id, invitationId: invitation.id }
    await call('DELETE /user-s/org/{id}/invitation/{invitationId}', { params })
    await client.invalidateQueries({ queryKey: organisationKey(id) })
  }
  return (
    <li className={styles.organisationWaiting}>
      <SettingRow
        icon="clock"
        title={
          <span className={styles.organisationName}>
            {invitation.email} <Pill>{text('organisation.invitedNow')}</Pill>
          </span>
        }
        hint={`${text(`organisation.role.${invitation.role}`)} · ${text('organisation.validUntil', { date: format.date(toDay(invitation.expiresAt)) })}`}
      >
        {mayWithdraw && (
          <Button size="s" busy={running !== undefined} onClick={() => void run('withdraw', withdraw)}>
            {text('organisation.withdraw')}
          </Button>
        )}
      </SettingRow>
    </li>
  )
}
