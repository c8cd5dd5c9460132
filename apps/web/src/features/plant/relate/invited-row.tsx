import { useQueryClient } from '@tanstack/react-query'
import { plantKey } from '../../../api/queries.ts'
import { type PlantInvitation, withdrawInvitation } from '../../../api/sharing.ts'
import { useCurrentPlant } from '../../../plant/current-plant.ts'
import { toDay } from '../../../texts/local-day.ts'
import { useFormat } from '../../../texts/use-format.ts'
import { useText } from '../../../texts/use-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/class-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Pill } from '../../../ui/status.tsx'
import { useAction } from '../../../ui/use-action.ts'
import styles from './relate-page.module.css'

/** A person with a pending invitation. */
export function InvitedRow({ invitation, canShare }: Readonly<{ invitation: PlantInvitation; canShare: boolean }>) {
  const { text } = useText()
  const format = useFormat()
  const { plantId: id } = useCurrentPlant()
  const client = useQueryClient()
  const { running, run } = useAction()
  const withdraw = async (): Promise<void> => {
    await withdrawInvitation(id, invitation.id)
    await client.invalidateQueries({ queryKey: plantKey(id) })
  }
  return (
    <li className={styles.relateRow}>
      <span className={cx(styles.relateMark, styles.relateMarkWaiting)} data-part="relate-mark">
        <Icon name="clock" size={20} />
      </span>
      <div className={styles.relateWhat}>
        <span className={styles.relateName}>
          <b>{invitation.email}</b>
          <Pill>{text('sharing.invited')}</Pill>
        </span>
        <span className="tiny muted">
          {text(`sharing.role.${invitation.role}`)} ·{' '}
          {text('organization.validUntil', { date: format.date(toDay(invitation.expiresAtMs)) })}
        </span>
      </div>
      {canShare && (
        <span className={styles.relateActions}>
          <Button size="s" busy={running !== undefined} onClick={() => void run('withdraw', withdraw)}>
            {text('organization.withdraw')}
          </Button>
        </span>
      )}
    </li>
  )
}
