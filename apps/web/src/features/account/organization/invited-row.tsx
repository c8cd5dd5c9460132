import { useQueryClient } from '@tanstack/react-query'
import type { Organization } from '../../../api/account-types.ts'
import { call } from '../../../api/call.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { SettingRow } from '../../../ui/setting.tsx'
import { Pill } from '../../../ui/status.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './organization-page.module.css'
import { organizationKey } from './queries.ts'

/** A person with a pending invitation. */
export function InvitedRow({
  organizationId: id,
  invitation,
  mayWithdraw,
}: Readonly<{
  organizationId: number
  invitation: Organization['invitations'][number]
  mayWithdraw: boolean
}>) {
  const { text } = useText()
  const format = useFormat()
  const client = useQueryClient()
  const { running, run } = useAction()
  const withdraw = async (): Promise<void> => {
    const params = { id, invitationId: invitation.id }
    await call('DELETE /user-s/org/{id}/invitation/{invitationId}', { params })
    await client.invalidateQueries({ queryKey: organizationKey(id) })
  }
  return (
    <li className={styles.organizationWaiting}>
      <SettingRow
        icon="clock"
        title={
          <span className={styles.organizationName}>
            {invitation.email} <Pill>{text('organization.invitedNow')}</Pill>
          </span>
        }
        hint={`${text(`organization.role.${invitation.role}`)} · ${text('organization.validUntil', { date: format.date(toDay(invitation.expiresAtMs)) })}`}
      >
        {mayWithdraw && (
          <Button size="s" busy={running !== undefined} onClick={() => void run('withdraw', withdraw)}>
            {text('organization.withdraw')}
          </Button>
        )}
      </SettingRow>
    </li>
  )
}
